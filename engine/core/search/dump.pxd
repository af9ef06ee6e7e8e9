from libc.stdint cimport uint8_t, uint32_t, uint64_t
from ..base.workers cimport MOST_WORKERS
from ..game.forward_model cimport MOST_MOVES
from ..game.rules cimport Rules
from ..base.workers cimport MOST_WORKERS
from .node cimport GAP, MOST_VISITS, MOVE_MASK, PROVEN, PROVEN_EDGE, TREE_PLAYERS, UNBOUNDED, UNCHECKED_EDGE, VALUE_BITS
from .node cimport VALUE_ONE, Edge, Node, edges_of, visits_of
from .pool cimport UNIT, Pool, buckets_for, node_at, units_of
from .roots cimport MARK_STEP
from .search cimport Search
from .simulate cimport LONGEST_SHARED
from .tree cimport Worker

cdef enum:
    PIECE = 1 << 20

# Live blocks side by side: where they begin in the arena, and how many units before them are not kept.
cdef struct Run:
    uint32_t start
    uint32_t gone

cdef class Dump:
    cdef Search search
    cdef Pool pool
    cdef int players
    cdef Run* runs
    cdef uint32_t count
    cdef uint32_t at
    cdef uint64_t stamp
    cdef readonly uint32_t nodes
    cdef readonly uint32_t units

    cdef void list_runs(self, bint keep) noexcept nogil
    cdef size_t fill(self, char* out) noexcept nogil
    cdef uint32_t moved(self, uint32_t index) noexcept nogil

cdef uint32_t first_unsound(Pool pool, const char* data, uint32_t units, uint32_t nodes, Rules rules, uint8_t* starts) noexcept nogil
cdef bint is_sound(const Node* node, Rules rules) noexcept nogil
cdef bint is_sound_edge(const Edge* edge, uint32_t units, const uint8_t* starts, Rules rules) noexcept nogil
cdef bint is_sound_stat(uint64_t stat) noexcept nogil
cdef void adopt_blocks(Pool pool, uint32_t units) noexcept nogil
