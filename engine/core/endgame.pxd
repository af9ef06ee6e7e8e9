from libc.stdint cimport uint32_t, uint64_t
from .bitboard cimport bit, flips, legal, popcount64
from .bounds cimport ALL, MOST, NOWHERE, Bounds, Known, Spot, look_up, spot_of
from .finish cimport final_score
from .forecast cimport LEVELS
from .narrow cimport LIKELY, Crew, Worker, between, better, order_moves, serve
from .ordering cimport MOST_LISTED, Move, list_moves
from .othello cimport PASS, Discs, Othello
from .patterns cimport Patterns
from .rules cimport Position
from .search cimport MOST_WORKERS, Bell

cdef extern from "bits.h" nogil:
    double seconds_now() noexcept
    uint32_t shared_load32(const uint32_t* word) noexcept
    bint shared_is_set(const bint* flag) noexcept
    void shared_store32(uint32_t* word, uint32_t to) noexcept

cdef enum:
    GUESS_FROM = 16             # empty squares from which on the score is guessed first

cdef class Endgame:
    # Of a core, given to the last question, or to whoever has set it.
    cdef public double share
    cdef readonly Bounds bounds
    cdef readonly Patterns patterns
    cdef Worker* workers
    cdef readonly int threads
    cdef Crew crew
    cdef Bell bell
    cdef double end
    cdef uint64_t most_nodes
