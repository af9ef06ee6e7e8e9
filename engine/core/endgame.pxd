from libc.stdint cimport uint32_t, uint64_t
from .bitboard cimport bit, flips, legal, popcount64
from .bounds cimport MOST, NOWHERE, Bounds, Known, Spot, look_up, spot_of
from .finish cimport final_score
from .narrow cimport MOST_LISTED, Move, Worker, better, list_moves
from .othello cimport PASS, Discs, Othello
from .rules cimport Position
from .search cimport Bell

cdef extern from "bits.h" nogil:
    double seconds_now() noexcept

cdef class Endgame:
    cdef readonly Bounds bounds
    cdef Worker* worker
    cdef Bell bell
    cdef double end
    cdef uint32_t halt
