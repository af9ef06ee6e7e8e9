from libc.stdint cimport uint8_t, uint16_t, uint64_t
from ..base.bits cimport bit, lowest_bit, popcount64
from ..othello.bitboard cimport around, flips, legal
from ..base.rng cimport Rng, random_bit, scatter
from ..game.forward_model cimport MOST_PLAYERS
from ..game.position cimport Position
from ..game.ranks cimport share_out
from ..game.rules cimport Rules

cdef enum:
    LANES = 4

cdef struct Balls:
    uint64_t occupied
    uint64_t low            # the two bits of each ball's colour: red 0, yellow 1, green 2, blue 3
    uint64_t high
    uint8_t mover           # the seat to move

cdef inline uint64_t of_colour(const Balls* balls, int colour) noexcept nogil:
    """The squares with balls of a colour."""
    return balls.occupied & ~(balls.low ^ -<uint64_t>(colour & 1)) & ~(balls.high ^ -<uint64_t>(colour >> 1))

cdef inline uint64_t placements(uint64_t own, uint64_t occupied) noexcept nogil:
    """The legal squares: those that trap a ball, or when there are none those that touch one."""
    cdef uint64_t trapping = legal(own, occupied ^ own)
    return trapping if trapping else around(occupied) & ~occupied

cdef inline void put(Balls* balls, int colour, int square, uint64_t own) noexcept nogil:
    """Place a ball of a colour whose balls are `own`, and roll what it traps."""
    cdef uint64_t rolled = bit(square)
    rolled |= flips(own, balls.occupied ^ own, square)
    balls.occupied |= rolled
    balls.low ^= (balls.low ^ -<uint64_t>(colour & 1)) & rolled
    balls.high ^= (balls.high ^ -<uint64_t>(colour >> 1)) & rolled

cdef inline void step(Balls* balls, int colour, Rng* rng) noexcept nogil:
    """One random ball of a colour, on a board that is not full."""
    cdef uint64_t own = of_colour(balls, colour)
    put(balls, colour, random_bit(placements(own, balls.occupied), rng), own)

cdef class Rolit(Rules):
    cdef readonly int first
    cdef float table[MOST_PLAYERS]
    cdef int colours[MOST_PLAYERS]

    cdef int after(self, int seat) noexcept nogil
    cdef int counts(self, const Balls* balls, int* out) noexcept nogil
    cdef void fill(self, Balls* lanes, Rng* rng) noexcept nogil

cdef void set_ball(Balls* balls, int square, int colour) noexcept nogil
