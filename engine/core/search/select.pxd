from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from ..base.bits cimport shared_load32, shared_load64
from ..game.forward_model cimport MOST_MOVES
from .node cimport MOVE_MASK, PRIOR_UNIT, PROVEN_EDGE, VALUE_UNIT, Edge, Node, amaf_of, backed_of, edges_of, is_proven
from .node cimport move_of, units_of_value, value_of, visits_of
from .params cimport PROVE_SCORE, PUCT, UCB1_2LN, SearchParams
from .pool cimport node_at
from .tree cimport Tree

# The edges of a node that may be taken, in their order. The first `width` of `n` are scored; `total` and `gain` are
# the visits and rewards of all. Where some were struck out, `place` has the number of each at the node.
cdef struct Candidates:
    int n
    int width
    int marks
    bint struck
    float total
    float gain
    float visits[MOST_MOVES]
    float value[MOST_MOVES]
    float prior[MOST_MOVES]
    float score[MOST_MOVES]
    uint16_t place[MOST_MOVES]

cdef int select_edge(Tree tree, Node* node, int ply) noexcept nogil
