from libc.stdint cimport uint64_t
from ..game.position cimport Position
from ..game.rules cimport Rules

# What the mover and his opponent have: squares they could play on if it were their turn, corners among them,
# discs.
cdef struct Mobility:
    int replies[2]
    int corners[2]
    int discs[2]

cdef class DiscBoard(Rules):
    cdef readonly int size
    cdef readonly int first
    cdef readonly int stride
    cdef int cells

    cdef int disc_at(self, const void* state, int square) noexcept nogil
    cdef void mobility(self, const void* state, int move, Mobility* out) noexcept nogil
