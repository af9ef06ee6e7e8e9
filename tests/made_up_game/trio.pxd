from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from ..base.rng cimport scatter
from ..game.position cimport Position
from ..game.rules cimport Rules

cdef enum:
    MOST_LINES = 48             # on 5 x 5

cdef struct TrioState:
    uint32_t stones[3]          # bit c: the player has a stone on cell c
    uint8_t mover
    uint8_t winner              # the player who has a line and 1, or 0

cdef class Trio(Rules):
    cdef readonly int size
    cdef int lines
    cdef uint32_t line[MOST_LINES]

    cdef uint32_t free_cells(self, const TrioState* state) noexcept nogil
