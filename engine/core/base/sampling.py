# cython: language_level=3, cdivision=True
"""Sampling by weight, and the functions that make probabilities of scores: logistic and softmax.

Weights that are drawn by are whole numbers, so that every CPU level draws alike. Inline functions stand in
the header.
"""

import cython
from cython.cimports.libc.math import expf

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.base import sampling`")


def logistic(x):
    """The logistic function: log odds to a probability."""
    return 1 / (1 + expf(-x))


def softmax(out, n):
    """Turn scores into probabilities proportional to their exponentials, in place.

    Scores more than 8 below the highest count as 8 below, so that none becomes 0."""
    highest: cython.float = out[0]
    i: cython.int
    for i in range(n):
        highest = max(highest, out[i])
    for i in range(n):
        out[i] = expf(max(out[i] - highest, -8))
    normalise(out, n)
