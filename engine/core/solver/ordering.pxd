from libc.stdint cimport uint64_t
from ..base.bits cimport bit, lowest_bit, popcount64
from ..othello.bitboard cimport around, final_score, flips, legal
from ..othello.lines cimport fill_lines, odd_quarters, stable_discs, stable_edges

cdef enum:
    MOST_LISTED = 60
    BY_TABLE = 1 << 24          # above all that a move can be worth by looks

# From how many empty squares on moves are judged by more than replies and parity, and by a search; for every
# so many more it is one ply deeper, up to a limit.
cdef enum:
    RICH_FROM = 10
    SKETCH_FROM = 13
    SKETCH_STEP = 3
    SKETCH_MOST = 4
    SKETCH_MARGIN = 40

# What counts in the order of moves near the end, and in the outlook of a position further from it.
cdef enum:
    BY_REPLY = 10
    BY_PARITY = 7
    BY_OPEN = 2
    BY_EDGE = 3
    BY_CORNER = 2
    OUT_MOVE = 17
    OUT_TO_CORNER = 42
    OUT_FRONT = 12
    OUT_STABLE = 14
    OUT_CORNER = 39
    OUT_NEAR = 17
    OUT_PARITY = 5

cdef extern from *:
    """
    #define CORNERS 0x8100000000000081u
    """
    const uint64_t CORNERS

cdef struct Move:
    uint64_t turned
    uint64_t replies
    int square
    int value

cdef int list_moves(uint64_t p, uint64_t o, uint64_t moves, Move* out) noexcept nogil
cdef void judge_moves(uint64_t p, uint64_t o, int empty, Move* listed, int n) noexcept nogil
cdef int judge(uint64_t p, uint64_t o, uint64_t moves, int empty, int floor) noexcept nogil
cdef int sketch(uint64_t p, uint64_t o, int alpha, int beta, int depth) noexcept nogil
cdef int outlook(uint64_t p, uint64_t o) noexcept nogil

cdef inline void pick(Move* listed, int i, int n) noexcept nogil:
    """Bring the best move from the i-th on to the i-th place."""
    cdef int best = i
    cdef int j
    cdef Move move
    for j in range(i + 1, n):
        if listed[j].value > listed[best].value:
            best = j
    if best != i:
        move = listed[i]
        listed[i] = listed[best]
        listed[best] = move
