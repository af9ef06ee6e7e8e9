# cython: language_level=3, cdivision=True
"""Transposition table of the endgame solver: bounds of a position's score, and its best move.

It never grows. A position may take one of four slots: its own, or else the one that matters least, of an
earlier question or with the fewest empty squares, which is the least work to find anew (Breuker, Uiterwijk
and van den Herik, 1994, compare such rules). A slot is told by 80 bits made of the position. Several threads
use the table at once without locks."""

import cython
from cython.cimports.libc.stdint import uintptr_t
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import transposition`")


class TranspositionTable:
    """A table of at most this many megabytes: its size is a power of two."""

    def __cinit__(self, megabytes: cython.double):
        buckets: uint64_t = 1
        size: cython.size_t = WAYS * cython.sizeof(Slot)
        if not 0.001 <= megabytes < 1 << 20:
            raise ValueError(f"no table of {megabytes} MB")
        while 2 * buckets * size <= megabytes * (1 << 20):
            buckets *= 2
        total: cython.size_t = buckets * size
        align: cython.size_t = LARGE_PAGE if total >= LARGE_PAGE else size
        self.block = cython.cast(cython.p_char, calloc(total + align, 1))
        if self.block == cython.NULL:
            raise MemoryError(f"no memory for a table of {megabytes} MB")
        # A bucket is one line of the cache. Nothing is written before the system knows about the pages.
        past: cython.size_t = cython.cast(uintptr_t, self.block) % align
        self.slots = cython.cast(cython.pointer(Slot), self.block + (align - past) % align)
        if total >= LARGE_PAGE:
            WANT_LARGE_PAGES(self.slots, total)
        self.mask = buckets - 1
        self.age = 1

    def __dealloc__(self):
        free(self.block)

    def clear(self):
        """Forget everything."""
        memset(self.slots, 0, (self.mask + 1) * WAYS * cython.sizeof(Slot))

    def begin_question(self):
        """Let entries so far give way to those that come."""
        self.age = self.age + 1 & 255


def store(bucket, low, high, move, empty, selectivity, age):
    """Keep bounds of a score, together with those known before from a search of the same selectivity. A best
    move is kept unless it is NO_MOVE."""
    slot: cython.pointer(Slot) = bucket.slots
    packed: Packed
    rank: cython.int
    least: cython.int = 1 << 20
    i: cython.int
    for i in range(WAYS):
        packed.word = shared_load64(cython.address(bucket.slots[i].word))
        if holds(cython.address(bucket.slots[i]), bucket, packed.word):
            slot = bucket.slots + i
            if packed.entry.selectivity == selectivity:
                low = max(low, packed.entry.low)
                high = min(high, packed.entry.high)
            if move == NO_MOVE:
                move = packed.entry.move
            break
        rank = packed.entry.empty + (64 if packed.entry.age == age else 0)
        if rank < least:
            least = rank
            slot = bucket.slots + i
    packed.entry.low = low
    packed.entry.high = high
    packed.entry.move = move
    packed.entry.empty = empty
    packed.entry.age = age
    packed.entry.selectivity = selectivity
    packed.entry.more = bucket.more
    shared_store64(cython.address(slot.lock), bucket.key ^ packed.word)
    shared_store64(cython.address(slot.word), packed.word)
