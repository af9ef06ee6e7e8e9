from libc.stdint cimport uint32_t, uint64_t
from ..search.node cimport PRIOR_ONE, PROVEN, PROVEN_EDGE, VALUE_BITS, VALUE_ONE, Edge, Node, amaf_of, edges_of, is_proven
from ..search.node cimport reset_edge, reset_proof, value_of, visits_of
from ..search.pool cimport Chunk, Pool, node_at
from ..search.search cimport Search
from ..search.select cimport select_edge
from ..search.tree cimport Tree
