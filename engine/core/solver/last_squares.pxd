from libc.stdint cimport uint64_t
from ..base.bits cimport bit, lowest_bit, popcount64
from ..othello.bitboard cimport final_score, flips, legal
from ..othello.lines cimport fill_lines, last_turns, near_table, odd_quarters

cdef enum:
    NO_MOVE = 65
    QUARTER_BITS = 0x24         # two squares are in one quarter when they do not differ in these bits

cdef int last_two(uint64_t p, uint64_t o, int alpha, int x, int y, uint64_t* nodes) noexcept nogil
cdef int last_three(uint64_t p, uint64_t o, int alpha, int x, int y, int z, uint64_t* nodes) noexcept nogil
cdef int last_four(uint64_t p, uint64_t o, int alpha, uint64_t empty, uint64_t* nodes) noexcept nogil
cdef int few_left(uint64_t p, uint64_t o, int alpha, int empty, uint64_t* nodes) noexcept nogil
cdef int best_of(uint64_t p, uint64_t o, uint64_t moves, int alpha, int empty, uint64_t* nodes) noexcept nogil
