from libc.stdint cimport uint8_t, uint16_t, uint64_t
from ..base.bits cimport bit, kth_bit, popcount64
from ..base.rng cimport Rng, below
from ..base.sampling cimport logistic, softmax
from ..game.evaluator cimport Scratch
from ..game.heuristic cimport Heuristic
from ..game.forward_model cimport MOST_PLAYERS
from ..othello.bitboard cimport around, flips
from ..othello.square_kinds cimport CORNER, C_SQUARE, EDGE, INNER, X_SQUARE, kind_of
from .rolit cimport Balls, Rolit, of_colour, placements, put

cdef class RolitHeuristic(Heuristic):
    cdef Rolit rolit
    cdef uint64_t kinds[CORNER + 1]
    cdef uint8_t kind[64]

cdef int points_of(int kind) noexcept nogil
cdef int draw_square(const uint64_t* kinds, uint64_t squares, Rng* rng) noexcept nogil
cdef float expected_reward(int n, const float* standing, int seat, const float* table) noexcept nogil
