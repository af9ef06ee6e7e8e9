from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef struct Edge:
    double value
    uint32_t visits
    uint32_t child
    uint16_t move

cdef struct Node:
    uint64_t key
    uint32_t visits
    uint16_t edges
    uint8_t mover

cdef class Pool:
    cdef char* arena
    cdef uint32_t used
    cdef uint32_t capacity

    cdef uint32_t take(self, int edges) noexcept nogil

cdef inline Node* node_at(Pool pool, uint32_t index) noexcept nogil:
    return <Node*>(pool.arena + <size_t>UNIT * index)

cdef inline Edge* edges_of(Node* node) noexcept nogil:
    return <Edge*>(<char*>node + sizeof(Node))

cdef enum:
    UNIT = 8
