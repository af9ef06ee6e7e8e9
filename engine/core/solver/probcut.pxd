from libc.stdint cimport uint16_t, uint64_t
from ..base.bits cimport bit, lowest_bit, popcount64
from ..othello.bitboard cimport Board, after, empties, flips, legal, passed
from ..othello.lines cimport fill_lines, odd_quarters
from ..othello.judge cimport UNIT, Judge
from .ordering cimport CORNERS, MOST_LISTED, TABLE_MOVE, Move
from .selectivity cimport LEVELS

cdef enum:
    NO_CUT = 127                # no score

# From how many empty squares on moves are ordered by the learned evaluation; from how many on by a search that ends
# in it, one ply deeper for every DEEP_STEP more, up to a limit. Judgements, as the rest here: `outflank bench
# endgame` shows what a change is worth in nodes and time.
cdef enum:
    LEARNED_FROM = 13
    DEEP_FROM = 16
    DEEP_STEP = 3
    DEEP_MOST = 3

# What counts in the ordering score beside the learned evaluation, in its units: each reply, a quarter with an odd
# number of empty squares, a corner. Where the best move is HOPELESS short of alpha no search is worth its time, and
# a move that is WEAKER than the best by so much needs no exact value.
cdef enum:
    COST_OF_REPLY = 70
    ODD_QUARTER = 20
    CORNER = 10
    HOPELESS = 400
    WEAKER = 400

# The depth of ProbCut's shallow search: one ply, and one more for every CUT_STEP empty squares above CUT_FROM, up to
# a limit.
cdef enum:
    CUT_FROM = 10
    CUT_STEP = 3
    CUT_MOST = 4

cdef void score_moves_learned(Judge judge, Board board, int alpha, int empty, Move* listed, int n) noexcept nogil
cdef int probcut(Judge judge, Board board, int alpha, int empty, int level) noexcept nogil
cdef int learned_search(Judge judge, Board board, int alpha, int beta, int depth) noexcept nogil
