"""The slope between a search's value and discs, fitted to games of the search with itself.

Each position's value stands beside the margin that play from there ended with (engine/analysis/discs.py).
From SOLVED empty squares on the margin is the exact one, so that the value is measured and not the search's
play of endings.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from outflank.engine.analysis.discs import discs_at, logit
from outflank.engine.core.solver import endgame
from outflank.engine.games import OTHELLO
from outflank.engine.lab.openings import after, opening
from outflank.engine.lab.players import Searcher
from outflank.engine.lab.seeds import derive

OPENING_PLIES = 8
SOLVED = 16
MEMORY = 64
STEP = 8
"""Empty squares that one row of the table covers."""
CERTAIN = 0.995
"""Values beyond that tell the winner and not the margin."""


class Sample(NamedTuple):
    """A position of a game: its empty squares, the mover's mean reward, and the mover's final margin."""

    empty: int
    share: float
    margin: int


class Fit(NamedTuple):
    """The fit of the samples with `low` to `high` empty squares. It has the slope, the standard error of a
    margin with it and with the table's, and by how much the table's margins are too large for the leader."""

    low: int
    high: int
    samples: int
    slope: float
    error: float
    table_error: float
    bias: float


def game_samples(number: int, visits: int, seed: int = 1) -> list[Sample]:
    """The positions of one game, but for those whose result the search knows."""
    rules = OTHELLO.rules(8)
    position = after(rules, opening(rules, OPENING_PLIES, derive(seed, number)))
    searcher = Searcher(OTHELLO, rules, derive(seed, number, 1), {}, {"visits": visits})
    solver = endgame.Endgame(MEMORY)
    waiting: list[tuple[int, int, float]] = []
    samples: list[Sample] = []
    while not position.over:
        moves = position.moves()
        if moves == [rules.pass_move]:
            position = position.play(rules.pass_move)
            continue
        best, empty = searcher.rows(position)[0], position.empties
        if best.sure is None:
            waiting.append((empty, position.mover, best.mean))
        if empty <= SOLVED:
            margin = solver.solve(position).low
            samples += [
                Sample(empty, mean, margin if mover == position.mover else -margin)
                for empty, mover, mean in waiting
            ]
            waiting = []
        position = position.play(best.move)
    return samples


def fits(samples: Sequence[Sample]) -> list[Fit]:
    """A row for every STEP empty squares, the most first, where the samples tell more than noise."""
    rows = []
    for low in range(57, -1, -STEP):
        group = [
            sample
            for sample in samples
            if low <= sample.empty < low + STEP and 1 - CERTAIN < sample.share < CERTAIN
        ]
        odds = [logit(sample.share) for sample in group]
        spread = sum(odd * odd for odd in odds)
        if spread > 0:
            discs = sum(odd * sample.margin for odd, sample in zip(odds, group, strict=True)) / spread
            if discs > 0:
                rows.append(fit(low, group, odds, discs))
    return rows


def fit(low: int, group: Sequence[Sample], odds: Sequence[float], discs: float) -> Fit:
    """The row of a group for which a unit of the logarithm of the odds is worth `discs`."""
    ours = [sample.margin - discs * odd for sample, odd in zip(group, odds, strict=True)]
    tables = [sample.margin - discs_at(sample.share, sample.empty) for sample in group]
    ahead = [left if sample.share < 0.5 else -left for left, sample in zip(tables, group, strict=True)]
    return Fit(
        low,
        low + STEP - 1,
        len(group),
        1 / discs,
        deviation(ours),
        deviation(tables),
        sum(ahead) / len(ahead),
    )


def deviation(values: Sequence[float]) -> float:
    """The square root of the mean square."""
    return math.sqrt(sum(value * value for value in values) / len(values))
