"""Values in discs: the lead at the end that good play of both sides brings.

Every value shown for a move goes through `discs_of`: hints, moves, analyses, reviews, the book. A proven
margin comes first, then the lead expected by the endgame solver or the search tree
(engine/core/search/leads), and without either the odds to win, by a table fitted to searches that gave both:
`outflank bench values` prints it anew."""

from __future__ import annotations

import math

from outflank.engine import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.analysis.report import Row

GREATEST = 64.0
"""No margin is larger on the usual board."""
SLOPES = ((0, 0.4), (12, 0.3), (20, 0.25), (28, 0.24), (64, 0.24))
"""Change of the logarithm of the odds by a disc of the expected lead, by empty squares. It is 0.19 to 0.26
after 100,000 simulations by `outflank bench values`, 0.26 in the book, whose odds are the ones that need it;
the ends are continued by hand. Games between equals end with margins three times as wide (`outflank bench
evals`), as the leader plays to win and not for discs."""
NEVER = 1e-6
"""The least share that counts: nothing is as certain as a proven result."""
LEAST_WIN = 1.0
"""Discs of a proven win of unknown size: at least 2."""
SEARCH_ERROR = 4.0
"""The standard error of the leads of the search, with 20 to 25 empty squares."""


def discs_of(row: Row, empty: int, draw: float = 0.0) -> float:
    """The value of a move (engine/analysis/report.py: Row) in discs for its player. It is the margin where
    that is proven, `draw` for a draw, else the expected lead, else the lead that goes with the odds to win at
    this number of empty squares. 0 is a draw; a proven result without a margin keeps its sign; no value
    exceeds all discs."""
    if row.margin is not None:
        return float(row.margin) or draw
    value = discs_at(row.mean, empty) if row.lead is None else min(max(row.lead, -GREATEST), GREATEST)
    if row.sure is None:
        return value
    return max(value, LEAST_WIN) if row.sure > 0.5 else min(value, -LEAST_WIN) if row.sure < 0.5 else draw


def error_of(row: Row) -> float:
    """The standard error, in discs, of a value by `discs_of`: 0 for a proven one."""
    if row.margin is not None:
        return 0.0
    if row.level is None:
        return SEARCH_ERROR
    # The level above all selective ones is that of a proven lead.
    table = core.load("solver.selectivity").TABLE
    return table[row.level].error if row.level < len(table) else 0.0


def discs_at(share: float, empty: int) -> float:
    """The expected lead that usually goes with a mean reward."""
    share = min(max(share, NEVER), 1 - NEVER)
    return min(max(logit(share) / slope_at(empty), -GREATEST), GREATEST)


def share_of(lead: float, empty: int) -> float:
    """The mean reward that usually goes with an expected lead."""
    return 1 / (1 + math.exp(-lead * slope_at(empty)))


def logit(share: float) -> float:
    """The logarithm of the odds."""
    return math.log(share / (1 - share))


def slope_at(empty: int) -> float:
    """The change of the logarithm of the odds by a disc, interpolated between the rows of SLOPES."""
    for (low, left), (high, right) in zip(SLOPES, SLOPES[1:], strict=False):
        if empty <= high:
            return left + (right - left) * (empty - low) / (high - low)
    return SLOPES[-1][1]
