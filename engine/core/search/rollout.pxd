from libc.stdint cimport uint16_t
from ..base.rng cimport Rng
from ..game.evaluator cimport LOG_ROOM, Evaluator, Scratch
from ..game.heuristic cimport Heuristic
from ..game.outcome cimport add_outcome
from ..game.forward_model cimport MOST_PLAYERS, UNCUT

cdef class Playouts(Evaluator):
    cdef readonly bint policy
    cdef readonly int cut
    cdef readonly float static_weight
    cdef readonly Heuristic heuristic

    cdef void play_out(self, void* state, Rng* rng) noexcept nogil
    cdef int play_some(self, void* state, Rng* rng, uint16_t* log, int room) noexcept nogil
    cdef int play_many(self, void* state, Scratch scratch, double* total, float weight) noexcept nogil
