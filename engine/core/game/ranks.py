# cython: language_level=3, cdivision=True
"""Rewards by rank, for games of several players who are ranked by a count."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.game import ranks`")


def share_out(n, count, table, out):
    """Give each of `n` players the reward of the rank in `count`, or the mean of the ranks of a tie."""
    i: cython.int
    j: cython.int
    better: cython.int
    last: cython.int
    share: cython.float
    for i in range(n):
        better = 0
        last = 0
        for j in range(n):
            better += count[j] > count[i]
            last += count[j] >= count[i]
        share = 0
        for j in range(better, last):
            share += table[j]
        out[i] = share / (last - better)
