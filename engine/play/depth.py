"""Depths that a client asks for, as limits of a search and of the solver.

NBoard and others set a depth in plies; a tree search has none. The constants are a judgement: level 20 is a
strong player at a fifth of a second for a position.
"""

from __future__ import annotations

ENDLESS = 50
"""From this depth on only the clock ends a search."""
USUAL_SECONDS = 0.2
"""Most seconds for a position of a review, up to LEVEL. Above it they double with every STEP more, up to
LONGEST."""
LEVEL, STEP = 20, 4
LONGEST = 10.0


def visits_at(depth: int) -> int | None:
    """The visits that a depth stands for: they double every second step; None for no bound."""
    return None if depth >= ENDLESS else round(32 * 2 ** (depth / 2))


def seconds_at(depth: int) -> float:
    """Most seconds for each position of a review at a depth."""
    return float(min(LONGEST, USUAL_SECONDS * max(1.0, 2 ** ((min(depth, ENDLESS) - LEVEL) / STEP))))
