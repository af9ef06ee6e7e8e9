from libc.stdint cimport uint64_t
from ..base.bits cimport bit, popcount64, prefetch
from ..othello.bitboard cimport Board, after, final_score, flips, legal, passed
from ..othello.lines cimport fill_lines, stable_discs
from .last_squares cimport INFINITE, MAX_SCORE, solve_few, solve_moves
from .ordering cimport MOST_LISTED, Move, list_moves, pick, score_moves
from .transposition cimport NO_MOVE

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

# Empty squares at most for the last squares, and for shallow search: judgements (`outflank bench endgame`).
cdef enum:
    LAST_SQUARES = 5
    SHALLOW = 9
    FEWEST = 4                  # empty squares that `solve_leaf` takes at least
    STABLE_FROM = 12            # the alpha from which on the opponent's stable discs are counted: a judgement
    RECENT_BITS = 13            # 200 kB, within a core's second cache
    RECENT = 1 << RECENT_BITS

# Bounds and the best move of a position, in a small table that each thread has for itself.
cdef struct Recent:
    uint64_t p
    uint64_t o
    short low
    short high
    short move

cdef int shallow_search(Recent* table, Board board, uint64_t moves, int alpha, int empty, uint64_t* nodes) noexcept nogil
cdef int solve_leaf(Board board, int alpha, int empty, uint64_t* nodes) noexcept nogil

cdef inline int stability_bound(Board board) noexcept nogil:
    """The most that the mover can get: the opponent keeps his stable discs."""
    return 64 - 2 * popcount64(stable_discs(board.o, board.p))
