from libc.stdint cimport uint16_t
from ..base.rng cimport Rng
from ..game.evaluator cimport LOG_ROOM, Evaluator, Scratch
from ..game.rules cimport MOST_PLAYERS, Eye, Rules

cdef enum:
    UNCUT = 1 << 30             # more plies than a game has

cdef class Playouts(Evaluator):
    cdef readonly bint policy
    cdef readonly int cut
    cdef readonly float static_weight
    cdef Eye eye

    cdef void play_out(self, void* state, Rng* rng) noexcept nogil
    cdef int play_many(self, void* state, Scratch scratch, double* total) noexcept nogil
