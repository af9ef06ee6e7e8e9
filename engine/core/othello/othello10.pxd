from libc.stdint cimport uint16_t, uint64_t
from ..base.bits cimport kth_bit, lowest_bit, popcount64
from .bitboard cimport counted_lead
from .board cimport DiscBoard, Mobility
from .othello cimport COUNT_FINISHED, FREE_PASSES
from ..base.rng cimport Rng, below, scatter
from ..game.position cimport Position

cdef enum:
    HALF = 50
    PASS10 = 100

cdef struct Wide:
    uint64_t low
    uint64_t high

cdef struct WideDiscs:
    Wide p
    Wide o
    uint64_t mover

cdef class Othello10(DiscBoard):
    pass
