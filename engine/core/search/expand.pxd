from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from ..base.bits cimport prefetch
from ..game.evaluator cimport Scratch
from ..game.forward_model cimport MOST_MOVES
from .node cimport MOVE_CODES, MOVE_MASK, PRIOR_ONE, UNBOUNDED, Edge, Node, amaf_of, edges_of, move_of, reset_edge
from .node cimport reset_proof
from .params cimport PROVE_SCORE
from .pool cimport Chunk, node_at
from .prove cimport prove_end, set_static_value, tighten_bounds
from .tree cimport Tree

cdef uint32_t grow(Tree tree, const void* state, Chunk* chunk, Scratch scratch) noexcept nogil
cdef bint suits(Tree tree, Node* node, const void* state) noexcept nogil
