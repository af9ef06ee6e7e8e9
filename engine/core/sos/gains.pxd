from libc.stdint cimport uint8_t, uint16_t
from ..base.rng cimport Rng, below

cdef enum:
    MOST_CELLS = 100
    BOARD_BYTES = 224
    LETTER_S = 1
    LETTER_O = 2
    LINES = 8
    MOST_TRIES = 4

# A board with what every move on it would score. `spot` is 1 + the place in `cells` of an empty cell, else 0, and
# with `gain` by place; `line` are the steps to a cell's neighbours. `open` are the moves that score, and some
# that did before their cell was written.
cdef struct Gains:
    const uint8_t* board
    const uint8_t* place
    int line[LINES]
    int left
    int opened
    uint8_t cells[MOST_CELLS]
    uint16_t open[2 * MOST_CELLS]
    uint8_t spot[BOARD_BYTES]
    uint8_t gain[2][BOARD_BYTES]

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

cdef void tabulate(Gains* gains, const uint8_t* board, const uint8_t* place, int down, int left) noexcept nogil
cdef void update(Gains* gains, int at, int letter) noexcept nogil
cdef int choose(Gains* gains, Rng* rng) noexcept nogil
cdef int opens(const Gains* gains, int at, int letter) noexcept nogil
