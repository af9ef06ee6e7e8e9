from libc.stdint cimport uint32_t
from ..game.position cimport Position
from .expand cimport grow
from .node cimport GAP, MOVE_MASK, PRIOR_ONE, TREE_PLAYERS, Edge, Node, amaf_of, edges_of, is_proven, reset_edge
from .node cimport reset_proof
from .params cimport PROVE_SCORE
from .pool cimport node_at, units_of
from .tree cimport Tree, Worker

cdef enum:
    MARK_STEP = 2000            # nodes that a collection follows between two looks at the clock
