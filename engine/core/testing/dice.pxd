from libc.stdint cimport uint8_t, uint16_t, uint64_t
from ..base.rng cimport Rng, below, scatter
from ..game.position cimport Position
from ..game.rules cimport Rules

cdef struct Rolls:
    uint8_t ply
    uint8_t hidden[2]       # each player's own roll, 1 to 3; 0 before it
    uint8_t guess[2]        # what each says of the other's; 0 before that

cdef class Dice(Rules):
    pass
