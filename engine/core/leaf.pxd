from .rng cimport Rng
from .rules cimport MOST_PLAYERS, Rules

cdef class Leaf:
    cdef readonly int playouts

    cdef void worth(self, Rules rules, void* state, Rng* rng, float* out) noexcept nogil
