from libc.stdint cimport int64_t, uint64_t
from ..base.bits cimport shared_add64, shared_load64
from ..game.forward_model cimport ForwardModel
from ..game.outcome cimport Outcome

cdef enum:
    SCORE_ONE = 1 << 8          # a unit of the scores
    SHARE_ONE = 1 << 16         # a rank, or a whole first place

# For each move its ends, and then of each player the sums of scores, ranks and first places.
cdef class Tally:
    cdef uint64_t* sums
    cdef readonly int players
    cdef readonly int actions
    cdef int width

    cdef void add(self, int move, const Outcome* outcome, bint alone) noexcept nogil
