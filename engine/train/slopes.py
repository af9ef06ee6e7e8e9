"""Slopes: the change of the logarithm of the odds to win by a disc of the score."""

from __future__ import annotations

import numpy as np

from outflank.engine.train import samples as kept
from outflank.engine.train.features import columns, scores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.engine.train.features import Array

BOARDS = 65
ROUNDS = 30
NARROWEST, WIDEST = 0.01, 5.0
MOST = 20000
"""Positions of each number of discs that are looked at."""
FEWEST = 200
"""Positions below which a number of discs is left to its neighbours."""
SMOOTHED = np.array([1.0, 2.0, 3.0, 2.0, 1.0])


def slopes(samples: Array, sets: Sequence[Array], phase_of: Sequence[int]) -> Array:
    """The slope for each number of discs, 0 to 64, of tables with these numbers (in discs) for each phase."""
    discs = kept.discs(samples)
    found, sizes = np.zeros(BOARDS), np.zeros(BOARDS)
    for number in range(BOARDS):
        some = samples[discs == number][:MOST]
        if len(some) >= FEWEST:
            leads = scores(sets[phase_of[number]], columns(kept.boards(some)))
            found[number] = slope(leads, np.sign(some["label"]) / 2 + 0.5)
            sizes[number] = len(some)
    return smooth(found, sizes)


def slope(leads: Array, rewards: Array) -> float:
    """The likeliest slope: rewards are 1 for a win, 0 for a loss, 1/2 for a draw."""
    low, high = NARROWEST, WIDEST
    for _ in range(ROUNDS):
        middle = (low * high) ** 0.5
        chance = 1 / (1 + np.exp(-np.clip(middle * leads, -60, 60)))
        low, high = (middle, high) if float(leads @ (rewards - chance)) > 0 else (low, middle)
    return low


def smooth(found: Array, sizes: Array) -> Array:
    """Each slope as the mean of it and its neighbours, weighted by positions. Without positions it is the
    nearest one."""
    weight = np.convolve(sizes, SMOOTHED, "same")
    known = np.flatnonzero(weight)
    if not known.size:
        return np.full(BOARDS, 0.1)
    means = np.convolve(found * sizes, SMOOTHED, "same")[known] / weight[known]
    smoothed: Array = np.interp(np.arange(BOARDS), known, means)
    return smoothed
