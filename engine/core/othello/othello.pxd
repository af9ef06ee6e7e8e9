from libc.stdint cimport uint16_t, uint64_t
from ..base.bits cimport bit, lowest_bit, popcount64
from .bitboard cimport Board, after, counted_lead, flips, legal, passed, play_out
from .board cimport DiscBoard, Mobility
from ..base.rng cimport Rng, below, random_bit, scatter, seed_rng
from ..game.position cimport Position

cdef enum:
    PASS = 64
    LANES = 4
    FREE_PASSES = 1
    COUNT_FINISHED = 2

cdef struct Discs:
    uint64_t p
    uint64_t o
    uint64_t mover

cdef inline Board board_of(const Discs* discs) noexcept nogil:
    """The discs without the turn."""
    cdef Board board
    board.p = discs.p
    board.o = discs.o
    return board

cdef class Othello(DiscBoard):
    cdef uint64_t board
    cdef uint64_t corners
