from libc.stdint cimport uint64_t
from ..base.bits cimport bit, popcount64, prefetch
from ..othello.bitboard cimport final_score, flips, legal
from ..othello.lines cimport fill_lines, stable_discs
from .transposition cimport MOST, NOWHERE
from .last_squares cimport NO_MOVE, best_of, few_left
from .ordering cimport MOST_LISTED, Move, judge_moves, list_moves, pick

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #define OWN_OF_THREAD __declspec(thread)
    #else
    #define OWN_OF_THREAD __thread
    #endif
    /* A thread's own table for whoever keeps none. */
    static OWN_OF_THREAD struct { uint64_t p, o; short low, high, move; } own_table[1 << 13];
    """
    void* own_table

cdef enum:
    FEW = 5                     # empty squares at most, for `finish` and for this
    SOON = 9
    FEWEST = 4                  # empty squares that `ending` takes at least
    STABLE_FROM = 12            # the alpha from which on the opponent's stable discs are counted
    RECENT_BITS = 13
    RECENT = 1 << RECENT_BITS

# What was found of a position.
cdef struct Recent:
    uint64_t p
    uint64_t o
    short low
    short high
    short move

cdef int soon(Recent* table, uint64_t p, uint64_t o, uint64_t moves, int alpha, int empty, uint64_t* nodes) noexcept nogil
cdef int ending(uint64_t p, uint64_t o, int alpha, int empty, uint64_t* nodes) noexcept nogil
