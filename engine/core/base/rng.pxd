from libc.stdint cimport uint32_t, uint64_t
from .bits cimport kth_bit, next_random, popcount64

# The two words of next_random, one behind the other.
cdef struct Rng:
    uint64_t a
    uint64_t b

cdef void seed_rng(Rng* rng, uint64_t seed) noexcept nogil

cdef inline uint64_t next64(Rng* rng) noexcept nogil:
    """The next 64 random bits (xorshift128+)."""
    return next_random(&rng.a)

cdef inline uint32_t below(Rng* rng, uint32_t n) noexcept nogil:
    """A number in 0..n-1, uniform to within n / 2**32."""
    return <uint32_t>(((next64(rng) >> 32) * n) >> 32)

cdef inline int random_bit(uint64_t set, Rng* rng) noexcept nogil:
    """The square of a random bit of a set that is not empty."""
    return kth_bit(set, below(rng, popcount64(set)))

cdef inline uint64_t scatter(uint64_t x) noexcept nogil:
    """A fixed bijection of 64-bit words that leaves no pattern of x standing."""
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)
