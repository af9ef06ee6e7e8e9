from libc.stdint cimport uint64_t
from ..base.bits cimport bit, lowest_bit, popcount64
from ..othello.bitboard cimport Board, after, around, empties, final_score, flips, legal, passed
from ..othello.lines cimport fill_lines, odd_quarters, stable_discs, stable_edges

cdef enum:
    MOST_LISTED = 60
    TABLE_MOVE = 1 << 24        # the ordering score of the transposition table's move, above all others

# From how many empty squares on more than replies and parity makes the ordering score, and from how many a search
# does; for every SEARCH_STEP more that is one ply deeper, up to a limit. A move that looks worse than the best one by
# SEARCH_MARGIN gets no exact score. Judgements, as the weights below: `outflank bench endgame` shows what a change is
# worth in nodes and time.
cdef enum:
    RICH_FROM = 10
    SEARCH_FROM = 13
    SEARCH_STEP = 3
    SEARCH_MOST = 4
    SEARCH_MARGIN = 40

# The weights of an ordering score near the end, and of the static score that the search further from it ends in.
cdef enum:
    BY_REPLY = 10
    BY_PARITY = 7
    BY_FRONTIER = 2
    BY_EDGE = 3
    BY_CORNER = 2
    STATIC_MOVE = 17
    STATIC_TO_CORNER = 42
    STATIC_FRONTIER = 12
    STATIC_STABLE = 14
    STATIC_CORNER = 39
    STATIC_BESIDE_CORNER = 17
    STATIC_PARITY = 5
    STATIC_DISC = 1000          # of a game that is over

cdef extern from *:
    """
    #define CORNERS 0x8100000000000081u
    """
    const uint64_t CORNERS

# A move with the discs that it turns, the opponent's replies, and its ordering score.
cdef struct Move:
    uint64_t turned
    uint64_t replies
    int square
    int score

cdef int list_moves(Board board, uint64_t moves, Move* out) noexcept nogil
cdef void score_moves(Board board, int empty, Move* listed, int n) noexcept nogil
cdef int score_reply(Board board, uint64_t moves, int empty, int floor) noexcept nogil
cdef int static_search(Board board, int alpha, int beta, int depth) noexcept nogil
cdef int static_score(Board board) noexcept nogil

cdef inline void pick(Move* listed, int i, int n) noexcept nogil:
    """Bring the best move from the i-th on to the i-th place."""
    cdef int best = i
    cdef int j
    cdef Move move
    for j in range(i + 1, n):
        if listed[j].score > listed[best].score:
            best = j
    if best != i:
        move = listed[i]
        listed[i] = listed[best]
        listed[best] = move
