# Moves and flips of Othello on a board of at most 8x8 squares held in 64 bits: a1 = bit 0, h1 = bit 7, a2 = bit 8.
# `p` are the mover's discs and `o` the opponent's. A smaller board is a part of the large one: a run of discs ends
# where there are none, so only the squares one may play on need a mask. flips.h is declared here and nowhere else.
from libc.stdint cimport uint64_t
from ..base.bits cimport popcount64

cdef extern from "flips.h" nogil:
    uint64_t legal(uint64_t p, uint64_t o) noexcept
    uint64_t flips(uint64_t p, uint64_t o, int square) noexcept
    int play_out(uint64_t* p, uint64_t* o, uint64_t board, uint64_t* random) noexcept

# The discs of both sides; who is to move is said by which are which.
cdef struct Board:
    uint64_t p
    uint64_t o

cdef inline Board after(Board board, int square, uint64_t turned) noexcept nogil:
    """The board for who moves next, after a disc on a square has turned these."""
    cdef Board then
    then.p = board.o ^ turned
    then.o = board.p ^ turned | <uint64_t>1 << square
    return then

cdef inline Board passed(Board board) noexcept nogil:
    """The board for the opponent, after a pass."""
    cdef Board then
    then.p = board.o
    then.o = board.p
    return then

cdef inline uint64_t empties(Board board) noexcept nogil:
    """The empty squares."""
    return ~(board.p | board.o)

cdef inline uint64_t around(uint64_t set) noexcept nogil:
    """The squares that touch a square of the set by side or corner, the set itself included."""
    cdef uint64_t wide = set | ((set << 1) & <uint64_t>0xFEFEFEFEFEFEFEFE) | ((set >> 1) & <uint64_t>0x7F7F7F7F7F7F7F7F)
    return wide | (wide << 8) | (wide >> 8)

cdef inline int counted_lead(int mine, int theirs, int squares) noexcept nogil:
    """A lead in discs when a game is over, the empty ones of all squares counted for the winner."""
    if mine == theirs:
        return 0
    return squares - 2 * theirs if mine > theirs else 2 * mine - squares

cdef inline int final_score(uint64_t p, uint64_t o) noexcept nogil:
    """The mover's discs less the opponent's when a game on 8x8 is over, the empty squares counted for the winner."""
    return counted_lead(popcount64(p), popcount64(o), 64)
