# cython: language_level=3, cdivision=True
"""What the moves of a position were found to be worth, kept for a while: who judges a leaf by its moves wants
them again when the leaf gets a node.

A position has one place, which the next one that belongs there takes over. Threads read and write without a
lock.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.othello import eval_cache`")


class Notes:
    """Places for 2 to the power of `bits` positions."""

    def __cinit__(self, bits: cython.int):
        if not 0 <= bits <= 28:
            raise ValueError(f"there are 2^0 to 2^28 places, not 2^{bits}")
        size: cython.size_t = cython.cast(cython.size_t, 1) << bits
        self.block = cython.cast(cython.p_char, calloc(size + 1, cython.sizeof(Note)))
        if self.block == cython.NULL:
            raise MemoryError("no memory for what moves are worth")
        # A note is one line of the cache.
        past: cython.size_t = cython.cast(cython.size_t, self.block) % cython.sizeof(Note)
        self.notes = cython.cast(cython.pointer(Note), self.block + (cython.sizeof(Note) - past))
        self.mask = size - 1

    def __dealloc__(self):
        free(self.block)

    def keep(self, p, o, scores, n):
        """Remember the scores of a position's `n` moves."""
        note: cython.pointer(Note)
        kept: Scores
        key: uint64_t = scatter(p ^ scatter(o))
        i: cython.int
        if n < 1 or n > MOST_KEPT:
            return
        kept.word[(n - 1) // 4] = 0
        for i in range(n):
            kept.score[i] = scores[i]
        note = self.notes + (key & self.mask)
        for i in range((n + 3) // 4):
            key ^= kept.word[i]
            shared_store64(cython.address(note.scores.word[i]), kept.word[i])
        shared_store64(cython.address(note.lock), key)

    def recall(self, p, o, scores, n):
        """Write the scores of a position's `n` moves; false when they are not known any more."""
        kept: Scores
        key: uint64_t = scatter(p ^ scatter(o))
        note: cython.pointer(Note) = self.notes + (key & self.mask)
        i: cython.int
        if n < 1 or n > MOST_KEPT:
            return False
        key ^= shared_load64(cython.address(note.lock))
        for i in range((n + 3) // 4):
            kept.word[i] = shared_load64(cython.address(note.scores.word[i]))
            key ^= kept.word[i]
        if key != 0:
            return False
        for i in range(n):
            scores[i] = kept.score[i]
        return True

    def forget(self):
        """Know of no position any more. No thread may write meanwhile."""
        memset(self.notes, 0, (self.mask + 1) * cython.sizeof(Note))

    def write(self, p: uint64_t, o: uint64_t, scores: list):
        """`keep` for Python."""
        given: cython.int[64]
        i: cython.int
        if len(scores) > 64 or min(scores, default=0) < -0x8000 or max(scores, default=0) > 0x7FFF:
            raise ValueError("a position has at most 64 moves, each worth a 16-bit number")
        for i in range(len(scores)):
            given[i] = scores[i]
        self.keep(p, o, given, len(scores))

    def known(self, p: uint64_t, o: uint64_t, n: cython.int):
        """`recall` for Python: a list, or None."""
        found: cython.int[64]
        return [found[i] for i in range(n)] if self.recall(p, o, found, n) else None
