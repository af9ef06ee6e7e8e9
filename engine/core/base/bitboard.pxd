from libc.stdint cimport uint64_t
from .rng cimport Rng, below

cdef extern from "bits.h" nogil:
    int popcount64(uint64_t x) noexcept
    int lowest_bit(uint64_t x) noexcept
    int highest_bit(uint64_t x) noexcept
    int kth_bit(uint64_t x, int k) noexcept
    uint64_t legal(uint64_t p, uint64_t o) noexcept
    uint64_t flips(uint64_t p, uint64_t o, int square) noexcept
    int play_out(uint64_t* p, uint64_t* o, uint64_t board, uint64_t* random) noexcept

cdef inline int random_bit(uint64_t set, Rng* rng) noexcept nogil:
    """The square of a random bit of a set that is not empty."""
    return kth_bit(set, below(rng, popcount64(set)))

cdef inline uint64_t bit(int square) noexcept nogil:
    return <uint64_t>1 << square

cdef inline uint64_t around(uint64_t set) noexcept nogil:
    """The squares that touch a square of the set by side or corner, the set itself included."""
    cdef uint64_t wide = set | ((set << 1) & <uint64_t>0xFEFEFEFEFEFEFEFE) | ((set >> 1) & <uint64_t>0x7F7F7F7F7F7F7F7F)
    return wide | (wide << 8) | (wide >> 8)
