from libc.stdint cimport uint64_t
from ..base.bits cimport bit, lowest_bit, popcount64
from ..othello.bitboard cimport Board, after, empties, final_score, flips, legal, passed
from ..othello.lines cimport fill_lines, last_turns, near_table, odd_quarters

cdef enum:
    MAX_SCORE = 64
    INFINITE = 65               # above every score
    QUARTER_BITS = 0x24         # two squares are in one quarter when they do not differ in these bits

cdef int last_two(Board board, int alpha, int x, int y, uint64_t* nodes) noexcept nogil
cdef int last_three(Board board, int alpha, int x, int y, int z, uint64_t* nodes) noexcept nogil
cdef int last_four(Board board, int alpha, uint64_t empty, uint64_t* nodes) noexcept nogil
cdef int solve_few(Board board, int alpha, int empty, uint64_t* nodes) noexcept nogil
cdef int solve_moves(Board board, uint64_t moves, int alpha, int empty, uint64_t* nodes) noexcept nogil
