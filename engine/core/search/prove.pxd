from libc.stdint cimport uint16_t, uint32_t
from ..base.bits cimport shared_load32, shared_set32, shared_store16, shared_storei16
from ..game.evaluator cimport Scratch
from .node cimport PRIOR_ONE, PROVEN, TREE_PLAYERS, UNBOUNDED, Edge, Node, backed_of, edges_of, high_of, is_proven
from .node cimport low_of
from .params cimport PROVE_RESULT
from .pool cimport node_at
from .tree cimport Tree

cdef void prove_end(Tree tree, Node* node, const void* state) noexcept nogil
cdef void set_static_value(Tree tree, Node* node, const void* state, Scratch scratch) noexcept nogil
cdef bint prove_from_children(Tree tree, Node* node) noexcept nogil
cdef bint prove_margin(Tree tree, Node* node) noexcept nogil
cdef bint tighten_bounds(Tree tree, Node* node, int low, int high) noexcept nogil
cdef bint prove_rewards(Tree tree, Node* node) noexcept nogil
cdef bint back_up_minimax(Tree tree, Node* node) noexcept nogil
