from libc.stdint cimport int16_t, uint64_t
from ..base.bits cimport shared_load64, shared_store64
from ..base.rng cimport scatter

cdef enum:
    MOST_KEPT = 28              # moves of a position that are cached
    WORDS = 7

# The scores of a position's moves, as many as it has. Of two threads that write at once both may leave a
# part: then the lock fits no position.
cdef union Scores:
    int16_t score[MOST_KEPT]
    uint64_t word[WORDS]

cdef struct Entry:
    uint64_t lock
    Scores scores

cdef class EvalCache:
    cdef char* block
    cdef Entry* entries
    cdef uint64_t mask
    cdef readonly int bits

    cdef void store(self, uint64_t p, uint64_t o, const int* scores, int n) noexcept nogil
    cdef bint probe(self, uint64_t p, uint64_t o, int* scores, int n) noexcept nogil
