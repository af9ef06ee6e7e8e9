from libc.stdint cimport uint16_t, uint64_t
from ..base.bits cimport bit, lowest_bit, popcount64
from .bitboard cimport around, flips, legal, play_out
from .board cimport DiscBoard
from ..game.heuristics cimport Outlook, counted_lead
from ..base.rng cimport Rng, below, random_bit, scatter, seed_rng
from .patterns cimport Patterns
from ..game.rules cimport Position

cdef enum:
    PASS = 64
    LANES = 4
    FREE_PASSES = 1
    COUNT_FINISHED = 2

cdef struct Discs:
    uint64_t p
    uint64_t o
    uint64_t mover

cdef class Othello(DiscBoard):
    cdef uint64_t board
    cdef uint64_t corners
    cdef readonly Patterns patterns
