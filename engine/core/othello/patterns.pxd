from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from ..base.bits cimport bit, lowest_bit, popcount64
from .bitboard cimport Board, after, flips, legal
from .judge cimport OUTCOME_LEAD, Judge, outcome

cdef extern from "lanes.h" nogil:
    cdef enum:
        LANES
    ctypedef union Lanes:
        uint16_t lane[64]
    void add_lanes(Lanes* to, const Lanes* more) noexcept
    void sum_lanes(Lanes* out, const Lanes* by_square, uint64_t set) noexcept
    void move_lanes(Lanes* out, const Lanes* start, const Lanes* by_square, int twice, uint64_t set) noexcept
    int sum_entries(const int16_t* table, const uint32_t* start, const Lanes* at, int lanes) noexcept

cdef enum:
    REPLIES = 34                # numbers of moves that are told apart; what is more counts as one less
    NO_SQUARE = 64              # a pass

cdef class Patterns(Judge):
    cdef bytes kept
    cdef int16_t* tables         # what is kept
    cdef readonly int phases
    cdef uint8_t phase[65]
    cdef float steep[65]

    cdef int judge_mover(self, uint64_t p, uint64_t o, const Lanes* at, int own, int other) noexcept nogil
    cdef int score_moves(self, uint64_t p, uint64_t o, uint16_t* moves, int* scores) noexcept nogil
    cdef int best_move(self, uint64_t p, uint64_t o, int* score) noexcept nogil
