"""What a search's values mean in discs, for people who count discs.

A search knows how often a move wins. How many discs that usually comes to depends on how many squares are
empty: the same lead at the end of a game is worth more certainty than at its start. The table is fitted to
games of the search with itself: `outflank bench evals` plays them and prints it anew.
"""

import math

GREATEST = 64.0
"""No margin is larger on the usual board."""
SLOPES = (
    (0, 0.3),
    (12, 0.229),
    (20, 0.125),
    (28, 0.09),
    (36, 0.082),
    (44, 0.078),
    (52, 0.077),
    (64, 0.076),
)
"""By empty squares, how much a disc of the final margin changes the logarithm of the odds to win: by
`outflank bench evals --games 40 --visits 20000 --seed 3` (1,400 positions, standard error of a margin 13
discs with 44 empty squares, 12 with 36, 10 with 20); the ends are continued by hand."""
NEVER = 1e-6
"""The least share that counts: nothing is as sure as what is proven."""
LEAST_WIN = 1.0
"""A proven win of unknown size is at least so many discs."""


def discs_of(row, empty, draw=0.0):
    """What a move (engine/report.py: Row) is worth for its player, in discs: the margin where it is certain,
    `draw` for a draw, else the likely one, else what the odds to win usually mean with so many squares empty.
    0 is a draw; a certain result without a margin keeps its sign; never is anything beyond all discs."""
    if row.margin is not None:
        return float(row.margin) or draw
    value = discs_at(row.mean, empty) if row.lead is None else min(max(row.lead, -GREATEST), GREATEST)
    if row.sure is None:
        return value
    return max(value, LEAST_WIN) if row.sure > 0.5 else min(value, -LEAST_WIN) if row.sure < 0.5 else draw


def discs_at(share, empty):
    """The margin that a mean reward usually comes to."""
    share = min(max(share, NEVER), 1 - NEVER)
    return min(max(logit(share) / slope_at(empty), -GREATEST), GREATEST)


def share_of(lead, empty):
    """The mean reward that a margin usually goes with."""
    return 1 / (1 + math.exp(-lead * slope_at(empty)))


def logit(share):
    """The logarithm of the odds."""
    return math.log(share / (1 - share))


def slope_at(empty):
    """What a disc changes in the logarithm of the odds, between the rows of SLOPES."""
    for (low, left), (high, right) in zip(SLOPES, SLOPES[1:], strict=False):
        if empty <= high:
            return left + (right - left) * (empty - low) / (high - low)
    return SLOPES[-1][1]


def empties(position):
    """How many squares are empty."""
    return position.rules.position_text(position).split()[0].count("-")
