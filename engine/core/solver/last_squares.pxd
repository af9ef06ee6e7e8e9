from libc.stdint cimport uint64_t
from ..base.bitboard cimport bit, flips, legal, lowest_bit, popcount64

cdef extern from "lines.h" nogil:
    const uint64_t near_table[64]
    void fill_lines() noexcept
    uint64_t odd_quarters(uint64_t set) noexcept
    int last_turns(uint64_t p, int x) noexcept

cdef enum:
    NO_MOVE = 65
    QUARTER_BITS = 0x24         # two squares are in one quarter when they do not differ in these bits

cdef inline int final_score(uint64_t p, uint64_t o) noexcept nogil:
    """The mover's discs less the opponent's when the game is over, the empty squares counted for the winner."""
    cdef int mine = popcount64(p)
    cdef int theirs = popcount64(o)
    if mine == theirs:
        return 0
    return 64 - 2 * theirs if mine > theirs else 2 * mine - 64

cdef int last_two(uint64_t p, uint64_t o, int alpha, int x, int y, uint64_t* nodes) noexcept nogil
cdef int last_three(uint64_t p, uint64_t o, int alpha, int x, int y, int z, uint64_t* nodes) noexcept nogil
cdef int last_four(uint64_t p, uint64_t o, int alpha, uint64_t empty, uint64_t* nodes) noexcept nogil
cdef int few_left(uint64_t p, uint64_t o, int alpha, int empty, uint64_t* nodes) noexcept nogil
cdef int best_of(uint64_t p, uint64_t o, uint64_t moves, int alpha, int empty, uint64_t* nodes) noexcept nogil
