# cython: language_level=3, cdivision=True
"""Outcomes: scores, ranks and first places of the players, summed over positions that are taken as final."""

import cython
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.game import outcome`")


def clear_outcome(outcome):
    """Make a sum that nothing was added to."""
    memset(outcome, 0, cython.sizeof(Outcome))


def add_outcome(model, state, weight, outcome):
    """Add what the players have in a state that is taken as final, `weight` times. A tie shares its ranks and
    its first place. Nothing is added in games that tell no scores."""
    score: cython.float[MOST_PLAYERS]
    better: cython.int
    least: cython.int
    i: cython.int
    j: cython.int
    if not model.final_scores(state, score):
        return
    outcome.weight += weight
    for i in range(model.players):
        better = 0
        least = 0
        for j in range(model.players):
            better += score[j] > score[i]
            least += score[j] >= score[i]
        outcome.score[i] += weight * score[i]
        outcome.rank[i] += weight * (better + 1 + least) / 2
        if better == 0:
            outcome.first[i] += weight / least
