# cython: language_level=3, cdivision=True
"""One small seedable generator per worker: xorshift128+, and the scatter function keys are made with.

The hot functions are inline and stand in the header.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.base import rng`")


def seed_rng(rng, seed):
    """Start a generator. Every seed, 0 included, gives a usable and different stream."""
    rng.a = scatter(seed + cython.cast(uint64_t, 0x9E3779B97F4A7C15))
    rng.b = scatter(rng.a + cython.cast(uint64_t, 0x9E3779B97F4A7C15)) | 1


def sample(seed: uint64_t, n: uint32_t, count: cython.int) -> list:
    """`count` numbers in 0..n-1 from a fresh generator: for tests of the generator itself."""
    rng: Rng
    seed_rng(cython.address(rng), seed)
    return [below(cython.address(rng), n) for _ in range(count)]
