from libc.stdint cimport uint8_t, uint16_t, uint64_t
from ..base.rng cimport Rng, below, scatter
from ..game.position cimport Position
from ..game.rules cimport Rules

cdef enum:
    CHECK = 0                   # or fold, after a bet
    BET = 1                     # or call

cdef struct Deal:
    uint8_t card[2]             # 1 to 3 for jack, queen and king; 0 before the deal
    uint8_t plies               # dealt cards and actions
    uint8_t action[3]

cdef class Kuhn(Rules):
    cdef readonly bint open

    cdef int left(self, const Deal* deal, int player, uint8_t* cards) noexcept nogil
