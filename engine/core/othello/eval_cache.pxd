from libc.stdint cimport int16_t, uint64_t
from ..base.bits cimport shared_load64, shared_store64
from ..base.rng cimport scatter

cdef enum:
    MOST_KEPT = 28              # moves of a position whose scores are kept
    WORDS = 7

# What the moves of a position are worth, as many as it has. Of two threads that write at once both may leave a
# part: then the lock fits no position.
cdef union Scores:
    int16_t score[MOST_KEPT]
    uint64_t word[WORDS]

cdef struct Note:
    uint64_t lock
    Scores scores

cdef class Notes:
    cdef char* block
    cdef Note* notes
    cdef uint64_t mask

    cdef void keep(self, uint64_t p, uint64_t o, const int* scores, int n) noexcept nogil
    cdef bint recall(self, uint64_t p, uint64_t o, int* scores, int n) noexcept nogil
