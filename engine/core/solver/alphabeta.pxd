from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t
from ..base.bits cimport bit, lowest_bit, popcount64, seconds_now, shared_is_set
from ..base.stop cimport Bell
from ..othello.bitboard cimport Board, after, final_score, flips, legal, passed
from ..othello.othello cimport PASS, Discs, Othello, board_of
from ..othello.judge cimport OUTCOME_LEAD, UNIT, proven_score
from ..othello.patterns cimport Patterns
from ..base.rng cimport scatter
from ..game.position cimport Position
from .last_squares cimport MAX_SCORE, solve_few
from .mtd cimport Mtd, begin_mtd, is_open, narrow
from .shallow cimport FEWEST
from .transposition cimport NO_MOVE

cdef enum:
    HIGHEST = 30000             # above every score
    DEEPEST = 60
    LOOK_EVERY = 256

# What is known of a position: the mover's score lies between `low` and `high`, by a search of `depth` plies.
cdef struct Entry:
    uint64_t key
    int16_t low
    int16_t high
    uint8_t depth
    uint8_t move

cdef struct Choice:
    int square
    int value

cdef class AlphaBeta:
    cdef readonly Patterns patterns
    cdef readonly int solve_at
    cdef Entry* entries
    cdef uint64_t mask
    cdef readonly uint64_t nodes
    cdef uint64_t most_nodes
    cdef uint64_t next_look
    cdef double end
    cdef bint limited
    cdef Bell bell
    cdef bint halt

    cdef int search(self, Board board, int alpha, int beta, int depth) noexcept nogil
    cdef int search_moves(self, Board board, int alpha, int beta, int depth, int first, int* best) noexcept nogil
    cdef int list_choices(self, Board board, int first, Choice* out) noexcept nogil
    cdef int solve_ending(self, Board board, int alpha, int beta, int empty) noexcept nogil
    cdef bint must_stop(self) noexcept nogil
