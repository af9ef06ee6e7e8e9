from libc.stdint cimport uint32_t, uint64_t
from ..base.bits cimport shared_load32, shared_load64
from ..game.position cimport Position
from .expand cimport suits
from .node cimport MOVE_MASK, UNCHECKED_EDGE, Edge, Node, edges_of, high_of, low_of, move_of, value_of, visits_of
from .pool cimport node_at
from .tree cimport Tree

cdef enum:
    LEAD_WORDS = 8              # of the longest state that leads are asked for

cdef extern from *:
    """
    #define FINE_PART 0.0001f
    #define COARSE_PART 0.001f
    #define LEAST_SHARE 0.001f
    """
    const float FINE_PART       # of all visits: an edge with as many counts in a lead; with more a client would wait
    const float COARSE_PART
    const float LEAST_SHARE     # odds beyond that say no more

cdef enum:
    FINE_VISITS = 8
    COARSE_VISITS = 4
    ODDS_VISITS = 8             # visits from which on odds count half

cdef bint move_lead(Tree tree, uint32_t index, const void* state, uint64_t stat, int mover, float total, float* out) noexcept nogil
cdef bint lead_of(Tree tree, uint32_t index, const void* state, float visits, float least, float* out) noexcept nogil
cdef bint frontier_lead(Tree tree, const void* state, float won, float visits, float* out) noexcept nogil
cdef float odds_weight(float won, float visits) noexcept nogil
cdef float odds_lead(float share, float slope) noexcept nogil
