from libc.stdint cimport uint16_t, uint64_t
from .bitboard cimport around, bit, flips, legal, lowest_bit, popcount64, random_bit
from .rng cimport Rng, below, scatter, seed_rng
from .rules cimport MOST_PLAYERS, Position, Rules

cdef enum:
    PASS = 64
    LANES = 4
    FREE_PASSES = 1
    COUNT_FINISHED = 2

cdef struct Discs:
    uint64_t p
    uint64_t o
    uint64_t mover

cdef class Othello(Rules):
    cdef readonly int size
    cdef readonly int first
    cdef readonly int stride
    cdef uint64_t board

    cdef void start(self, void* state) noexcept nogil
    cdef int mover(self, const void* state) noexcept nogil
    cdef int moves(self, const void* state, uint16_t* out) noexcept nogil
    cdef void play(self, void* state, int move) noexcept nogil
    cdef bint over(self, const void* state) noexcept nogil
    cdef void rewards(self, const void* state, float* out) noexcept nogil
    cdef uint64_t key(self, const void* state) noexcept nogil
    cdef void playout(self, void* state, Rng* rng) noexcept nogil
    cdef int playouts(self, const void* state, int count, Rng* rng, double* total) noexcept nogil
    cdef uint64_t perft(self, const void* state, int depth) noexcept nogil
