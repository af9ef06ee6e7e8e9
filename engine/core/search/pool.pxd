from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from ..base.bits cimport lock_word, prefetch, shared_is_set, shared_load32, shared_set32, shared_set_flag, shared_store32
from ..base.bits cimport shared_store64, unlock_word
from .node cimport GAP, MOVE_MASK, Edge, Node, edges_of, visits_of

cdef enum:
    UNIT = 8
    FETCHED = 5                 # cache lines: the header and eighteen edges
    STRIPES = 64
    APART = 16                  # words to the next cache line
    CHUNK_UNITS = 8192
    KEEP_PERCENT = 60

# `nodes` were taken from the chunk and are not counted in the pool yet.
cdef struct Chunk:
    uint32_t at
    uint32_t end
    uint32_t nodes

cdef class Pool:
    cdef char* arena
    cdef uint32_t* buckets
    cdef uint32_t mask
    cdef uint32_t edge_bytes
    cdef uint32_t capacity
    cdef uint32_t reserved      # the units that were asked of the system, of which `capacity` may be taken
    cdef uint32_t top
    cdef uint32_t cursor
    cdef uint32_t door
    cdef uint32_t stripes[STRIPES * APART]
    cdef uint8_t epoch
    cdef uint8_t marking
    cdef readonly bint full
    cdef uint32_t* stack
    cdef uint32_t stack_size
    cdef uint32_t stack_room
    cdef uint32_t least
    cdef uint64_t weight[32]
    cdef readonly bint collecting
    cdef readonly int collections
    cdef readonly uint64_t nodes

    cdef uint32_t take(self, Chunk* chunk, int edges) noexcept nogil
    cdef bint refill(self, Chunk* chunk, uint32_t units) noexcept nogil
    cdef void close(self, Chunk* chunk) noexcept nogil
    cdef void insert(self, uint32_t index) noexcept nogil
    cdef void unlink(self, uint32_t index) noexcept nogil
    cdef void lock(self, const Node* node) noexcept nogil
    cdef void unlock(self, const Node* node) noexcept nogil
    cdef uint32_t find(self, uint64_t key, uint32_t after) noexcept nogil
    cdef bint begin(self, const uint32_t* roots, int count, uint32_t least) noexcept nogil
    cdef bint push(self, uint32_t index) noexcept nogil
    cdef bint mark(self, int nodes) noexcept nogil
    cdef uint32_t threshold(self) noexcept nogil

cdef uint64_t buckets_for(uint64_t total) noexcept nogil

cdef inline uint32_t units_of(Pool pool, int edges) noexcept nogil:
    return <uint32_t>((sizeof(Node) + edges * pool.edge_bytes) // UNIT)

cdef inline Node* node_at(Pool pool, uint32_t index) noexcept nogil:
    return <Node*>(pool.arena + <size_t>UNIT * index)

cdef inline void fetch_ahead(Pool pool, uint32_t index) noexcept nogil:
    """Have what is read first of a node come near."""
    cdef const char* start = pool.arena + <size_t>UNIT * index
    cdef int line
    for line in range(FETCHED):
        prefetch(start + 64 * line)

cdef int class_of(uint32_t visits) noexcept nogil
