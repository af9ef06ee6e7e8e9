from libc.stdint cimport uint16_t, uint64_t
from ..base.bits cimport bit, lowest_bit, popcount64
from ..othello.bitboard cimport flips, legal
from ..othello.lines cimport fill_lines, odd_quarters
from .ordering cimport BY_TABLE, CORNERS, MOST_LISTED, Move
from ..othello.patterns cimport UNIT, Patterns

cdef enum:
    UNSURE = 127                # no score

# From how many empty squares on moves are judged by what was learned; from how many on by a search, one ply
# deeper for every so many more, up to a limit.
cdef enum:
    LEARNED_FROM = 13
    DEEP_FROM = 16
    DEEP_STEP = 3
    DEEP_MOST = 3

# What counts in the order beside what was learned, in its units: each reply, a quarter with an odd number of
# empty squares, a corner. No search is worth its time where every move looks by so much too weak, and its
# exact value is of no interest for a move that is so much weaker than the best.
cdef enum:
    COST_OF_REPLY = 70
    ODD_QUARTER = 20
    CORNER = 10
    HOPELESS = 400
    WEAKER = 400

# A search that believes forecasts has one of so many levels, each surer than the one below. A forecast has one
# ply, and one more for every so many empty squares above so many, up to a limit.
cdef enum:
    LEVELS = 6
    LIKELY_FROM = 10
    LIKELY_STEP = 3
    LIKELY_MOST = 4

cdef void rank_moves(Patterns patterns, uint64_t p, uint64_t o, int alpha, int empty, Move* listed, int n) noexcept nogil
cdef int likely_score(Patterns patterns, uint64_t p, uint64_t o, int alpha, int empty, int level) noexcept nogil
cdef int forecast(Patterns patterns, uint64_t p, uint64_t o, int alpha, int beta, int depth) noexcept nogil
