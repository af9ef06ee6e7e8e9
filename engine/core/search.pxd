from libc.stdint cimport uint16_t, uint32_t, uint64_t
from .leaf cimport Leaf
from .pool cimport Edge, Node, Pool, edges_of, node_at
from .rng cimport Rng, seed_rng
from .rules cimport MOST_MOVES, MOST_PLAYERS, Position, Rules

cdef extern from "bits.h" nogil:
    double seconds_now() noexcept

cdef enum:
    LONGEST_PATH = 512
    CHECK_EVERY = 16

cdef class Bell:
    cdef public bint rung

cdef class Search:
    cdef readonly Rules rules
    cdef readonly Pool pool
    cdef readonly Leaf leaf
    cdef readonly double exploration
    cdef Position root_position
    cdef Position work
    cdef uint32_t root
    cdef Rng rng

    cdef uint32_t grow(self, void* state) noexcept nogil
    cdef Edge* choose(self, Node* node) noexcept nogil
    cdef void simulate(self) noexcept nogil
    cdef uint32_t find(self, uint32_t index, uint64_t key, int depth) noexcept nogil
