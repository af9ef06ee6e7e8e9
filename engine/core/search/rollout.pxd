from libc.stdint cimport uint16_t
from ..base.rng cimport Rng
from ..game.rules cimport MOST_PLAYERS, Eye, Rules

cdef enum:
    LOG_ROOM = 512
    UNCUT = 1 << 30             # more plies than a game has

cdef class Leaf:
    cdef readonly int playouts
    cdef readonly bint policy
    cdef readonly int cut
    cdef readonly float static_weight

    cdef int worth(
        self, Rules rules, void* state, void* spare, const Eye* eye, Rng* rng, float* out, uint16_t* log
    ) noexcept nogil
    cdef void play_out(self, Rules rules, void* state, Rng* rng) noexcept nogil
    cdef int play_many(self, Rules rules, void* state, void* spare, Rng* rng, double* total) noexcept nogil
