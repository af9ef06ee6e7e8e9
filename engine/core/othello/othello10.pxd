from libc.stdint cimport uint16_t, uint64_t
from ..base.bits cimport kth_bit, lowest_bit, popcount64
from ..game.heuristics cimport Outlook, counted_lead
from .othello cimport COUNT_FINISHED, FREE_PASSES, Othello
from ..base.rng cimport Rng, below, scatter
from ..game.rules cimport Position, one_by_one

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

cdef class Othello10(Othello):
    pass
