# cython: language_level=3, cdivision=True
"""Tallies: how simulations ended that began with each move of a root: scores, ranks and first places.

Rewards say how good a move is; scores and ranks say what people want to know beside it. They are kept for
the root alone, as sums of whole numbers that several workers add to.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.infoset import tally`")


class Tally:
    """Sums for each of `actions` moves. Its memory lives as long as the object."""

    def __cinit__(self, players: cython.int, actions: cython.int):
        self.players = players
        self.actions = actions
        self.width = 1 + 3 * players
        self.sums = cython.cast(
            cython.pointer(uint64_t), calloc(actions * self.width, cython.sizeof(uint64_t))
        )
        if self.sums == cython.NULL:
            raise MemoryError("no memory for a tally")

    def __dealloc__(self):
        free(self.sums)

    def add(self, move, outcome, alone):
        """Add how one simulation ended that began with a move."""
        sums: cython.pointer(uint64_t) = self.sums + move * self.width
        step: uint64_t
        i: cython.int
        k: cython.int
        for i in range(self.width):
            k = (i - 1) % self.players
            if i == 0:
                step = 1
            elif i <= self.players:
                step = fixed(outcome.score[k] / outcome.weight, SCORE_ONE)
            elif i <= 2 * self.players:
                step = fixed(outcome.rank[k] / outcome.weight, SHARE_ONE)
            else:
                step = fixed(outcome.first[k] / outcome.weight, SHARE_ONE)
            if alone:
                sums[i] += step
            else:
                shared_add64(cython.address(sums[i]), step)

    def clear(self):
        """Forget all. Nobody may be searching."""
        memset(self.sums, 0, self.actions * self.width * cython.sizeof(uint64_t))

    def rows(self) -> dict:
        """The sums of the moves that have any, as `load` takes them."""
        move: cython.int
        found = {}
        for move in range(self.actions):
            if shared_load64(self.sums + move * self.width):
                found[move] = self.row(move)
        return found

    def row(self, move: cython.int) -> tuple:
        """The sums of a move."""
        sums: cython.pointer(uint64_t) = self.sums + move * self.width
        i: cython.int
        found = []
        for i in range(self.width):
            found.append(cython.cast(int64_t, shared_load64(sums + i)))
        return tuple(found)

    def load(self, rows: dict):
        """Replace all by these sums. Nobody may be searching."""
        move: cython.int
        i: cython.int
        self.clear()
        for move, row in rows.items():
            for i in range(self.width):
                self.sums[move * self.width + i] = cython.cast(uint64_t, cython.cast(int64_t, row[i]))


def means_of(row: tuple) -> tuple:
    """The ends in a row of sums, and the means of each player's first places, ranks and scores."""
    ends = row[0]
    players = len(row) // 3
    scores, ranks, firsts = [row[1 + i * players : 1 + (i + 1) * players] for i in range(3)]
    return (
        ends,
        tuple([share / ends / SHARE_ONE for share in firsts]),
        tuple([rank / ends / SHARE_ONE for rank in ranks]),
        tuple([score / ends / SCORE_ONE for score in scores]),
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def fixed(number: cython.float, one: cython.int) -> uint64_t:
    """A number as a sum is made of it, in parts of 1 / `one`."""
    half: cython.double = 0.5 if number >= 0 else -0.5
    return cython.cast(uint64_t, cython.cast(int64_t, cython.cast(cython.double, number) * one + half))
