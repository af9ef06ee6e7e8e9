cimport cython
from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from ..game.position cimport Position
from .sos cimport BOARD_BYTES, LETTER_O, LETTER_S, MOST_CELLS, Sos, SosState, gain_of_o, gain_of_s

cdef enum:
    MOST_EMPTY = 16

@cython.final
cdef class Solution:
    cdef Sos rules
    cdef uint8_t board[BOARD_BYTES]
    cdef int down
    cdef int empty
    cdef int cell[MOST_EMPTY]           # the cells of the board that were empty, and where they stand on it
    cdef int place[MOST_EMPTY]
    cdef uint32_t power[MOST_EMPTY + 1] # of 3
    cdef int open[MOST_EMPTY]           # the empty ones of them while the table is filled
    cdef int16_t* table

    cdef void fill(self, int digits, uint32_t index, int n) noexcept nogil
    cdef int best(self, uint32_t index, int n) noexcept nogil
    cdef int outcome(self, uint32_t index, int i, int letter, int gain) noexcept nogil
