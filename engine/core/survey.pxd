from libc.stdint cimport uint32_t, uint64_t
from .leaf cimport Leaf
from .pool cimport MOVE_MASK, PRIOR_ONE, SURE_EDGE, UNSEEN_EDGE, Edge, Node, Pool, edges_of, is_sure, node_at
from .pool cimport shared_load32, shared_load64, value_of, visits_of
from .proof cimport UNBOUNDED
from .rules cimport Position, Rules
from .walk cimport Walk, Worker

cdef enum:
    LEAD_WORDS = 8              # of the longest state that leads are asked for

cdef class Survey(Walk):
    cdef readonly list workers
    cdef uint32_t root

    cdef bint lead_of(self, uint32_t index, const void* state, float visits, float least, float* out) noexcept nogil
