from libc.stdint cimport uint32_t, uint64_t
from ..base.bits cimport shared_load32, shared_load64
from .pool cimport MOVE_MASK, PRIOR_ONE, SURE_EDGE, UNSEEN_EDGE, Edge, Node, Pool, backed_of, edges_of, high_of, is_sure
from .pool cimport low_of, move_of, node_at, value_of, visits_of
from .prove cimport UNBOUNDED
from ..game.evaluator cimport Evaluator, LeafSolver, Scratch
from ..game.rules cimport Position, Rules
from .simulate cimport Walk, Worker

cdef enum:
    LEAD_WORDS = 8              # of the longest state that leads are asked for

cdef extern from *:
    """
    #define FINE_PART 0.0001f
    #define COARSE_PART 0.001f
    #define LEAST_SHARE 0.001f
    """
    const float FINE_PART       # of all visits, that count in a lead from so many on: with more a client would wait
    const float COARSE_PART
    const float LEAST_SHARE     # odds beyond that say no more

cdef enum:
    FINE_VISITS = 8
    COARSE_VISITS = 4
    ODDS_VISITS = 8             # from so many visits on odds count half

cdef class Survey(Walk):
    cdef readonly list workers
    cdef Scratch scratch        # of whoever reads the tree
    cdef uint32_t root

    cdef bint lead_of(self, uint32_t index, const void* state, float visits, float least, float* out) noexcept nogil
    cdef bint move_lead(self, uint32_t index, const void* state, uint64_t stat, int mover, float total, float* out) noexcept nogil
    cdef bint frontier_lead(self, const void* state, float won, float visits, float* out) noexcept nogil
