from libc.stdint cimport uint16_t, uint64_t
from ..base.rng cimport Rng, below, seed_rng
from .evaluator cimport Evaluator, Scratch
from .forward_model cimport MOST_MOVES, MOVER_SHIFT, UNCUT
from .position cimport Position

cdef class Heuristic(Evaluator):
    cdef int pick(self, const void* state, const uint16_t* moves, int n, Rng* rng) noexcept nogil
    cdef void playout(self, void* state, Rng* rng) noexcept nogil
    cdef int partial_playout(self, void* state, Rng* rng, int plies, uint16_t* log, int room) noexcept nogil
