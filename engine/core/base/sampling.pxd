from libc.stdint cimport uint32_t
from .rng cimport Rng, below

cdef inline int draw(const uint32_t* weight, int n, Rng* rng) noexcept nogil:
    """An index with a probability proportional to its weight; the weights are not all 0."""
    cdef uint32_t total = 0
    cdef uint32_t left
    cdef int i
    for i in range(n):
        total += weight[i]
    left = below(rng, total)
    for i in range(n):
        if left < weight[i]:
            return i
        left -= weight[i]
    return n - 1

cdef inline void normalise(float* out, int n) noexcept nogil:
    """Make positive numbers sum to 1."""
    cdef float total = 0
    cdef int i
    for i in range(n):
        total += out[i]
    for i in range(n):
        out[i] /= total

cdef float logistic(float x) noexcept nogil
cdef void softmax(float* out, int n) noexcept nogil
