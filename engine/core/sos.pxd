from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from .bitboard cimport lowest_bit
from .rng cimport Rng, below, scatter
from .rules cimport Position, Rules

cdef enum:
    MOST_CELLS = 100
    LONGEST_SIDE = 25
    BOARD_BYTES = 224
    LETTER_S = 1
    LETTER_O = 2

cdef struct SosState:
    uint64_t free[2]        # bit c of the pair: cell c is empty
    uint64_t stones         # xor over the letters on the board
    uint16_t points[2]
    uint8_t mover
    uint8_t board[BOARD_BYTES]   # 0, LETTER_S or LETTER_O; two empty cells lie around and between the rows

cdef inline int gain_of_s(const uint8_t* at, int down) noexcept nogil:
    """Triples completed by an S written at `at`; `down` is the distance to the cell below."""
    return (
        ((at[1] >> 1) & at[2]) + ((at[-1] >> 1) & at[-2])
        + ((at[down] >> 1) & at[2 * down]) + ((at[-down] >> 1) & at[-2 * down])
        + ((at[down + 1] >> 1) & at[2 * down + 2]) + ((at[-down - 1] >> 1) & at[-2 * down - 2])
        + ((at[down - 1] >> 1) & at[2 * down - 2]) + ((at[-down + 1] >> 1) & at[-2 * down + 2])
    )

cdef inline int gain_of_o(const uint8_t* at, int down) noexcept nogil:
    """Triples completed by an O written at `at`."""
    return (
        (at[1] & at[-1] & 1) + (at[down] & at[-down] & 1)
        + (at[down + 1] & at[-down - 1] & 1) + (at[down - 1] & at[-down + 1] & 1)
    )

cdef class Sos(Rules):
    cdef readonly int width
    cdef readonly int height
    cdef readonly int cells
    cdef int down
    cdef uint8_t place[MOST_CELLS]
    cdef uint64_t stone[2 * MOST_CELLS]

    cdef int free_cells(self, const SosState* state, uint8_t* out) noexcept nogil
    cdef void write(self, SosState* state, int move) noexcept nogil
