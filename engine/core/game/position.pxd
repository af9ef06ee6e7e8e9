from libc.stdint cimport uint16_t, uint64_t
from ..base.rng cimport Rng, below, seed_rng
from .forward_model cimport BYSTANDER, MOST_MOVES, MOST_PLAYERS, NO_MEMORY, ForwardModel, one_by_one

cdef enum:
    CACHE_LINE = 64

cdef class Position:
    cdef readonly ForwardModel rules
    cdef char* block
    cdef void* state
