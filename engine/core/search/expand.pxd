from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from ..base.bits cimport prefetch
from .select cimport Chooser
from .pool cimport MOVE_CODES, MOVE_MASK, PRIOR_ONE, SURE, SURE_EDGE, VALUE_BITS, VALUE_ONE, Chunk, Edge, Node, Pool
from .pool cimport amaf_of, edges_of, move_of, node_at
from .prove cimport PROVE_OFF, PROVE_SCORE, UNBOUNDED
from ..game.evaluator cimport Evaluator, LeafSolver, Scratch
from ..game.rules cimport MOST_MOVES

cdef class Tree(Chooser):
    cdef readonly LeafSolver leaf_solver

    cdef uint32_t grow(self, const void* state, Chunk* chunk, Scratch scratch) noexcept nogil
    cdef void solve_ending(self, Node* node, const void* state, int most) noexcept nogil
    cdef bint suits(self, Node* node, const void* state) noexcept nogil
    cdef bint has_moves(self, Node* node, const void* state, const uint16_t* moves, int n) noexcept nogil
    cdef void order(self, Node* node, const void* state, const uint16_t* moves, Scratch scratch) noexcept nogil
