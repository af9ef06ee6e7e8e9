# cython: language_level=3, cdivision=True
"""Evaluation cache of Othello: scores of a position's moves, kept from a leaf's value to its node's priors.

A direct-mapped table whose entries are locked by their own content (Hyatt and Mann, A Lock-less Transposition
Table Implementation for Parallel Search Chess Engines, 2002): a torn entry fits no position. The next
position that belongs in a place takes it over; nothing is aged.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.othello import eval_cache`")


class EvalCache:
    """Entries for 2 to the power of `bits` positions."""

    def __cinit__(self, bits: cython.int):
        if not 0 <= bits <= 28:
            raise ValueError(f"there are 2^0 to 2^28 entries, not 2^{bits}")
        size: cython.size_t = cython.cast(cython.size_t, 1) << bits
        self.block = cython.cast(cython.p_char, calloc(size + 1, cython.sizeof(Entry)))
        if self.block == cython.NULL:
            raise MemoryError("no memory for an evaluation cache")
        # An entry is one line of the processor's cache.
        past: cython.size_t = cython.cast(cython.size_t, self.block) % cython.sizeof(Entry)
        self.entries = cython.cast(cython.pointer(Entry), self.block + (cython.sizeof(Entry) - past))
        self.mask = size - 1
        self.bits = bits

    def __dealloc__(self):
        free(self.block)

    def store(self, p, o, scores, n):
        """Store the scores of a position's `n` moves."""
        entry: cython.pointer(Entry)
        kept: Scores
        key: uint64_t = scatter(p ^ scatter(o))
        i: cython.int
        if n < 1 or n > MOST_KEPT:
            return
        kept.word[(n - 1) // 4] = 0
        for i in range(n):
            kept.score[i] = scores[i]
        entry = self.entries + (key & self.mask)
        for i in range((n + 3) // 4):
            key ^= kept.word[i]
            shared_store64(cython.address(entry.scores.word[i]), kept.word[i])
        shared_store64(cython.address(entry.lock), key)

    def probe(self, p, o, scores, n):
        """Write the scores of a position's `n` moves; false when they are not known (any more)."""
        kept: Scores
        key: uint64_t = scatter(p ^ scatter(o))
        entry: cython.pointer(Entry) = self.entries + (key & self.mask)
        i: cython.int
        if n < 1 or n > MOST_KEPT:
            return False
        key ^= shared_load64(cython.address(entry.lock))
        for i in range((n + 3) // 4):
            kept.word[i] = shared_load64(cython.address(entry.scores.word[i]))
            key ^= kept.word[i]
        if key != 0:
            return False
        for i in range(n):
            scores[i] = kept.score[i]
        return True

    def clear(self):
        """Empty every entry. No thread may write meanwhile."""
        memset(self.entries, 0, (self.mask + 1) * cython.sizeof(Entry))
