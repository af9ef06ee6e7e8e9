from libc.stdint cimport uint32_t, uint64_t
from ..base.bitboard cimport bit, flips, legal, popcount64
from .transposition cimport ALL, MOST, NOWHERE, Bounds, Known, Spot, look_up, spot_of
from .last_squares cimport final_score
from .probcut cimport LEVELS
from .null_window cimport LIKELY, Crew, Worker, between, better, order_moves, serve
from .ordering cimport MOST_LISTED, Move, list_moves
from ..othello.othello cimport PASS, Discs, Othello
from ..othello.patterns cimport Patterns
from ..game.rules cimport Position
from ..search.search cimport MOST_WORKERS, Bell

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
