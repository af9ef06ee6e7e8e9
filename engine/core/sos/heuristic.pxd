from libc.stdint cimport uint8_t, uint16_t
from ..base.rng cimport Rng
from ..base.sampling cimport logistic, normalise
from ..game.evaluator cimport Scratch
from ..game.heuristic cimport Heuristic
from ..game.forward_model cimport MOVER_SHIFT
from .gains cimport MOST_CELLS, Gains, choose, opens, tabulate, update
from .sos cimport Sos, SosState

cdef class SosHeuristic(Heuristic):
    cdef Sos sos

    cdef void find_gains(self, SosState* state, Gains* gains) noexcept nogil
