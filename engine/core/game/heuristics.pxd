from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from ..base.bits cimport kth_bit, popcount64
from ..base.rng cimport Rng, below, seed_rng
from .rules cimport MOST_MOVES, MOST_PLAYERS, MOVER_SHIFT, Eye, Position, Rules

cdef enum:
    MOST_SQUARES = 100
    # The weights of moves, in thousandths: of one that nothing speaks for; of the most that mobility can do.
    LEAST = 10
    MOBILITY = 2000

cdef enum:
    INNER = 0
    EDGE = 1
    C_SQUARE = 2
    X_SQUARE = 3
    CORNER = 4

# What the mover and his opponent have: squares they could play on if it were their turn, corners among them,
# discs.
cdef struct Outlook:
    int replies[2]
    int corners[2]
    int discs[2]

cdef inline int draw(const uint32_t* weight, int n, Rng* rng) noexcept nogil:
    """An index with a probability proportional to its weight; the weights are not all 0."""
    cdef uint32_t total = 0
    cdef uint32_t left
    cdef int i
    for i in range(n):
        total += weight[i]
    left = below(rng, total)
    for i in range(n):
        if left < weight[i]:
            return i
        left -= weight[i]
    return n - 1

cdef inline void normalise(float* out, int n) noexcept nogil:
    """Make positive numbers sum to 1."""
    cdef float total = 0
    cdef int i
    for i in range(n):
        total += out[i]
    for i in range(n):
        out[i] /= total

cdef inline int counted_lead(int mine, int theirs, int squares) noexcept nogil:
    """A lead in discs, the empty squares counted for who has it."""
    return squares - 2 * theirs if mine > theirs else 2 * mine - squares if mine < theirs else 0

cdef class Squares(Rules):
    cdef int cells
    cdef uint8_t kind[MOST_SQUARES]
    cdef uint8_t corner[MOST_SQUARES]
    cdef int urge[MOST_SQUARES]
    cdef uint8_t quarter[4][4]

    cdef int holder(self, const void* state, int square) noexcept nogil
    cdef void outlook(self, const void* state, int move, Outlook* out) noexcept nogil
    cdef float footing(self, const void* state) noexcept nogil

cpdef int kind_of(int column, int row, int size) noexcept nogil
cdef float squash(float x) noexcept nogil
cdef void soften(float* out, int n) noexcept nogil
cdef float worth_of(int kind) noexcept nogil
cdef int prefer(const uint64_t* kinds, uint64_t squares, Rng* rng) noexcept nogil
cdef float expected(int n, const float* standing, int seat, const float* table) noexcept nogil
