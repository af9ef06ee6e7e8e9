from libc.stdint cimport uint8_t, uint32_t, uint64_t
from .bitboard cimport around, bit, flips, legal, lowest_bit, popcount64
from .bounds cimport MOST, NOWHERE, PREFETCH, Known, Slot, Spot, look_up, note, spot_of
from .finish cimport NO_MOVE, few_left, final_score

cdef extern from "lines.h" nogil:
    void fill_lines() noexcept
    uint64_t odd_quarters(uint64_t set) noexcept
    uint64_t stable_edges(uint64_t p, uint64_t o) noexcept
    uint64_t stable_discs(uint64_t p, uint64_t o) noexcept

cdef extern from "bits.h" nogil:
    double seconds_now() noexcept

cdef enum:
    FEW = 5                     # empty squares at most, for the ways of `finish`, of `soon` and of one ply lists
    SOON = 9
    ASK_CHILDREN = 12           # empty squares at least to look all children up before any is searched
    RICH = 10                   # and to judge moves by more than mobility and parity
    STABLE_FROM = 12            # the alpha from which the opponent's stable discs are counted
    MOST_LISTED = 60
    LOOK_EVERY = 64
    RECENT_BITS = 13
    RECENT = 1 << RECENT_BITS
    BY_REPLY = 10               # what counts in the order of moves
    BY_PARITY = 7
    BY_OPEN = 2
    BY_EDGE = 3
    BY_CORNER = 2
    BY_TABLE = 1 << 19
    BY_ALL = 1 << 20

cdef extern from *:
    """
    #define CORNERS 0x8100000000000081u
    """
    const uint64_t CORNERS

cdef struct Move:
    uint64_t turned
    int square
    int value

# What was found of a position a short while ago.
cdef struct Recent:
    uint64_t p
    uint64_t o
    short low
    short high
    short move

# One thread's search. `halt` stops all that share it; a worker sets it when the bell rings, or at `end` or
# `most_nodes`.
cdef struct Worker:
    uint64_t nodes
    uint64_t most_nodes
    double end
    const bint* bell
    uint32_t* halt
    uint32_t looks
    uint8_t age
    Slot* slots
    uint64_t mask
    Recent recent[RECENT]

cdef int better(Worker* w, uint64_t p, uint64_t o, int alpha, int empty) noexcept nogil
cdef int soon(Worker* w, uint64_t p, uint64_t o, int alpha, int empty) noexcept nogil
cdef int list_moves(uint64_t p, uint64_t o, uint64_t moves, bint rich, Move* out) noexcept nogil
cdef int child_score(Worker* w, uint64_t p, uint64_t o, const Move* move, int alpha, int empty) noexcept nogil
cdef bint stopped(Worker* w) noexcept nogil
