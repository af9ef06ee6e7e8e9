from libc.stdint cimport uint16_t, uint32_t
from ..base.bits cimport shared_load32, shared_set32, shared_store16, shared_storei16
from .pool cimport PRIOR_ONE, SURE, Edge, Node, Pool, backed_of, edges_of, high_of, is_sure, low_of, node_at
from ..game.evaluator cimport Evaluator, LeafSolver, Scratch
from ..game.rules cimport MOST_PLAYERS, Rules

cdef enum:
    PROVE_OFF = 0
    PROVE_RESULT = 1
    PROVE_SCORE = 2
    UNBOUNDED = 32000

cdef class Proof:
    cdef readonly Rules rules
    cdef readonly Pool pool
    cdef int prove
    cdef readonly Evaluator evaluator

    cdef void finish(self, Node* node, const void* state) noexcept nogil
    cdef void judge(self, Node* node, const void* state, Scratch scratch) noexcept nogil
    cdef bint settle(self, Node* node) noexcept nogil
    cdef bint settle_margin(self, Node* node) noexcept nogil
    cdef bint narrow(self, Node* node, int low, int high) noexcept nogil
    cdef bint settle_rewards(self, Node* node) noexcept nogil
    cdef bint minimax(self, Node* node) noexcept nogil
