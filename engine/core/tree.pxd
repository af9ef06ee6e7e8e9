from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from .pool cimport MOVE_MASK, PRIOR_ONE, PRIOR_UNIT, SURE, SURE_EDGE, VALUE_BITS, VALUE_ONE, Chunk, Edge, Node, Pool, edges_of, node_at
from .pool cimport shared_load32, shared_load64, value_of, visits_of
from .rules cimport MOST_MOVES, MOST_PLAYERS, Rules

cdef enum:
    UCB1 = 0
    UCB1_2LN = 1
    PUCT = 2
    PROVE_OFF = 0
    PROVE_RESULT = 1
    PROVE_SCORE = 2
    UNBOUNDED = 32000

# The options of engine/techniques.py that the kernels read.
cdef struct Choice:
    int select
    float exploration
    bint first
    float first_loss
    int expand_at
    bint priors
    float bias
    float widening
    float widening_power
    float rave
    float rave_weight
    float minimax
    int prove
    bint share
    int virtual_loss

cdef class Tree:
    cdef readonly Rules rules
    cdef readonly Pool pool
    cdef Choice choice
    cdef bint noisy
    cdef float root_priors[MOST_MOVES]

    cdef int choose(self, Node* node, bint at_root) noexcept nogil
    cdef int choose_unsure(self, Node* node, float* score, int width) noexcept nogil
    cdef float blend(self, const Node* node, Edge* edge, float value, float visits) noexcept nogil
    cdef float amaf_share(self, float visits) noexcept nogil
    cdef uint32_t grow(self, const void* state, Chunk* chunk) noexcept nogil
    cdef void order(self, Node* node, const void* state, const uint16_t* moves) noexcept nogil
    cdef void finish(self, Node* node, const void* state) noexcept nogil
    cdef void judge(self, Node* node, const void* state) noexcept nogil
    cdef bint settle(self, Node* node) noexcept nogil
    cdef bint settle_margin(self, Node* node) noexcept nogil
    cdef bint settle_rewards(self, Node* node) noexcept nogil
    cdef bint minimax(self, Node* node) noexcept nogil
