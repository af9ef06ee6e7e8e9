from libc.stdint cimport uint8_t, uint16_t, uint32_t
from ..base.rng cimport Rng
from ..base.sampling cimport draw, logistic, softmax
from ..game.evaluator cimport Scratch
from ..game.heuristic cimport Heuristic
from ..game.forward_model cimport MOST_MOVES
from .board cimport DiscBoard, Mobility
from .square_kinds cimport CORNER, C_SQUARE, EDGE, INNER, X_SQUARE, kind_of

cdef enum:
    MOST_SQUARES = 100
    # Weights of moves, in thousandths: the least of any; the most that mobility can do.
    LEAST = 10
    MOBILITY = 2000

cdef class OthelloHeuristic(Heuristic):
    cdef DiscBoard board
    cdef uint8_t kind[MOST_SQUARES]
    cdef uint8_t corner[MOST_SQUARES]
    cdef int weight[MOST_SQUARES]
    cdef uint8_t quarter[4][4]

    cdef float corner_control(self, const void* state) noexcept nogil
