from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from ..base.bits cimport lowest_bit
from .gains cimport BOARD_BYTES, LETTER_O, LETTER_S, MOST_CELLS
from .gains cimport gain_of_o, gain_of_s
from ..base.rng cimport Rng, below, scatter
from ..game.position cimport Position
from ..game.rules cimport Rules

cdef enum:
    LONGEST_SIDE = 25

cdef struct SosState:
    uint64_t free[2]        # bit c of the pair: cell c is empty
    uint64_t stones         # xor over the letters on the board
    uint16_t points[2]
    uint8_t mover
    uint8_t board[BOARD_BYTES]   # 0, LETTER_S or LETTER_O; two empty cells lie around and between the rows

cdef class Sos(Rules):
    cdef readonly int width
    cdef readonly int height
    cdef readonly int cells
    cdef int down
    cdef uint8_t place[MOST_CELLS]
    cdef uint64_t stone[2 * MOST_CELLS]

    cdef int free_cells(self, const SosState* state, uint8_t* out) noexcept nogil
    cdef void write(self, SosState* state, int move) noexcept nogil
