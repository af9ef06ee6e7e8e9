from libc.stdint cimport uint32_t, uint64_t
from ..base.bits cimport shared_load32, shared_load64
from ..game.position cimport Position
from .node cimport MOVE_MASK, PRIOR_ONE, UNBOUNDED, Edge, Node, backed_of, edges_of, high_of, is_proven, low_of, move_of
from .node cimport value_of, visits_of
from .pool cimport node_at
from .tree cimport Tree, Worker
