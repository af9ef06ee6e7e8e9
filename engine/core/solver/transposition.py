# cython: language_level=3, cdivision=True
"""A table of proven scores: for a position between which bounds its score lies, and the best move known.

It never grows. Of four slots that a position may take it takes its own, or else the one that matters least:
of an earlier question, or with the fewest empty squares. A slot is told by 80 bits made of the position.
Several threads use the table at once without locks.
"""

import cython
from cython.cimports.libc.stdint import uintptr_t
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import transposition`")


class Bounds:
    """A table of so many megabytes, or the next lower power of two."""

    def __cinit__(self, megabytes: cython.double):
        groups: uint64_t = 1
        size: cython.size_t = WAYS * cython.sizeof(Slot)
        if not 0.001 <= megabytes < 1 << 20:
            raise ValueError(f"no table of {megabytes} MB")
        while 2 * groups * size <= megabytes * (1 << 20):
            groups *= 2
        total: cython.size_t = groups * size
        align: cython.size_t = LARGE_PAGE if total >= LARGE_PAGE else size
        self.block = cython.cast(cython.p_char, calloc(total + align, 1))
        if self.block == cython.NULL:
            raise MemoryError(f"no memory for a table of {megabytes} MB")
        # A group is one line of the cache. Nothing is written before the system knows about the pages.
        past: cython.size_t = cython.cast(uintptr_t, self.block) % align
        self.slots = cython.cast(cython.pointer(Slot), self.block + (align - past) % align)
        if total >= LARGE_PAGE:
            WANT_LARGE_PAGES(self.slots, total)
        self.mask = groups - 1
        self.age = 1

    def __dealloc__(self):
        free(self.block)

    def clear(self):
        """Forget everything."""
        memset(self.slots, 0, (self.mask + 1) * WAYS * cython.sizeof(Slot))

    def grow_old(self):
        """Let what is known so far give way to what comes."""
        self.age = self.age + 1 & 255


def note(spot, low, high, move, weight, width, age):
    """Remember that a score lies between the bounds, beside what was known of it before, and a move to try
    first unless that is NOWHERE."""
    slot: cython.pointer(Slot) = spot.slots
    packed: Packed
    rank: cython.int
    least: cython.int = 1 << 20
    i: cython.int
    for i in range(WAYS):
        packed.word = shared_load64(cython.address(spot.slots[i].word))
        if holds(cython.address(spot.slots[i]), spot, packed.word):
            slot = spot.slots + i
            if packed.known.width == width:
                low = max(low, packed.known.low)
                high = min(high, packed.known.high)
            if move == NOWHERE:
                move = packed.known.move
            break
        rank = packed.known.weight + (64 if packed.known.age == age else 0)
        if rank < least:
            least = rank
            slot = spot.slots + i
    packed.known.low = low
    packed.known.high = high
    packed.known.move = move
    packed.known.weight = weight
    packed.known.age = age
    packed.known.width = width
    packed.known.more = spot.more
    shared_store64(cython.address(slot.lock), spot.key ^ packed.word)
    shared_store64(cython.address(slot.word), packed.word)
