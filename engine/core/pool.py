# cython: language_level=3, cdivision=True
"""The tree's memory: nodes, each one block of a header and its edges, in one arena.

The arena is reserved at birth for a cap in megabytes and touched as it fills. Blocks are named by 32-bit
indices in units of 8 bytes; index 0 is no node. An edge's `value` is the sum of the rewards of the player to
move at the node that owns it, so every node is read from the side of the one who chooses there.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free

if not cython.compiled:
    raise ImportError("engine.core is compiled; write `from engine.core import pool`")


class Pool:
    """Room for a tree. Its memory lives as long as the object."""

    def __cinit__(self, megabytes: cython.double):
        units = int(megabytes * (1 << 20)) // UNIT
        if not 1024 <= units < (1 << 32):
            raise ValueError(f"a pool of {megabytes} MB cannot be addressed")
        self.arena = cython.cast(cython.p_char, calloc(units, UNIT))
        if self.arena == cython.NULL:
            raise MemoryError(f"no memory for a pool of {megabytes} MB")
        self.capacity = units
        self.used = 1

    def __dealloc__(self):
        free(self.arena)

    def take(self, edges):
        """A fresh node with room for that many edges, all their fields to be written by the caller; 0 when
        the arena is full."""
        size: cython.size_t = cython.sizeof(Node) + edges * cython.sizeof(Edge)
        units: uint32_t = cython.cast(uint32_t, (size + UNIT - 1) // UNIT)
        index: uint32_t = self.used
        if units > self.capacity - index:
            return 0
        self.used = index + units
        return index

    def clear(self):
        """Forget every node."""
        self.used = 1

    @property
    def fill(self) -> float:
        """The part in use, 0 to 1."""
        return cython.cast(cython.double, self.used) / self.capacity

    @property
    def used_bytes(self) -> int:
        return self.used * UNIT


def layout() -> tuple:
    """Bytes of a node's header and of an edge."""
    return cython.sizeof(Node), cython.sizeof(Edge)


def take_block(pool: Pool, edges: cython.int) -> int:
    """`take` for tests: the index of a fresh block, 0 when there is no room."""
    return pool.take(edges)
