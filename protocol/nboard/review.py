"""The value of each position of a game for NBoard's `analyze`, from the last one back: what the positions
after it have shown is used."""

from __future__ import annotations

from outflank.engine.analysis.discs import discs_of, empties
from outflank.engine.analysis.endings import is_ending
from outflank.engine.analysis.limits import Limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outflank.engine.analysis.report import Report
    from outflank.engine.play.player import Player

MOST_EMPTY = 18
"""Most empty squares of positions that are to be solved."""
SECONDS = 0.2
"""Most seconds for a position, up to LEVEL; above it they double with every STEP more, up to LONGEST."""
LEVEL, STEP = 20, 4
LONGEST = 10.0
DOUBT = 1.0
"""Where a search prefers the move that was made, another one counts for so many discs less than it says: what
the positions behind the move have shown is surer."""
VISITED = 0.05
"""Another move counts if it has this part of the preferred one's visits."""
SOLVED = 5
"""So many moves of an ending have the endgame solver's values."""


def worth(player: Player, depth: int, position: Any, made: int | None, after: float | None) -> float:
    """What a position is worth for Black, in discs. The move that was made from it, if any, is worth what was
    found `after` it, and another one what a search of that depth says."""
    draw: float = player.settings.contempt / 100
    sign = -1 if position.mover else 1
    if position.over:
        black, white = player.rules.scores(position)
        return float(black - white)
    if is_ending(position, MOST_EMPTY):
        for answer in player.exact_scores(position, 1, SECONDS):
            if answer.exact:
                return float(sign * answer.low) or draw
    report = looked(player, depth, position)
    least = max(1.0, VISITED * report.best.visits)
    values = [
        discs_of(row, empties(position), sign * draw)
        for row in report.rows
        if row.visits >= least and (row.move != made or after is None)
    ]
    if after is None:
        return float(sign * values[0])
    doubt = DOUBT if report.best.move == made else 0.0
    return float(sign * max([sign * after, *(value - doubt for value in values)]))


def looked(player: Player, depth: int, position: Any) -> Report:
    """A report of as many visits as the depth stands for, those that are known among them, or of as much time
    as it has."""
    limits = Limits(player.settings.bounds.visits, seconds_at(depth))
    known = player.search_session.recall(position)
    if known is not None and limits.visits is not None:
        limits = limits._replace(visits=limits.visits - known.searched)
    if known is None or limits.visits is None or limits.visits > 0:
        known = player.assess(position, limits)
    report: Report = player.in_discs(known, position, SOLVED)
    return report


def seconds_at(depth: int) -> float:
    """Most seconds for each position at a depth."""
    return float(min(LONGEST, SECONDS * max(1.0, 2 ** ((depth - LEVEL) / STEP))))
