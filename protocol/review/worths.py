"""Worths of moves, the plies of a game judged by them, and what they come to for each player.

Plain values: protocol/review/review.py finds them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from outflank.protocol.formats.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.analysis.report import Expected
    from outflank.engine.core.game.position import Position

DOUBT = 2.0
"""Standard errors below which two estimates count as equal."""
STEPS = {"discs": (2.0, 6.0, 12.0), "win": (0.05, 0.1, 0.2)}
"""Losses above which a move is a mistake of the first, second or third degree, in discs or in wins."""
GOOD = {"discs": 1.0, "win": 0.02}
"""A move that loses no more than this is accurate."""


class Budget(NamedTuple):
    """Limits of a position: seconds or simulations, and the most empty squares that are solved."""

    seconds: float | None
    visits: int | None
    exact: int


class Worth(NamedTuple):
    """Worth of a move for its mover: his expected reward, 1 for a sure win, and his margin in discs
    where they are counted; whether all of that is certain; the simulations behind it; the expected moves,
    this one first; whether the reward is certain, which it may be before the margin is; and what all players
    can expect then, None where that is not told."""

    move: int
    win: float
    discs: float | None
    exact: bool
    visits: int
    line: tuple[int, ...]
    sure: bool
    expected: Expected | None = None


class Judged(NamedTuple):
    """A ply of a game: its number from 1, the position before it, whose move it is and whether he had a
    choice, the best move and the one that was made."""

    number: int
    position: Position
    player: int
    free: bool
    best: Worth
    made: Worth

    @property
    def lost_win(self) -> float:
        """The loss of the move against the best one, in expected reward."""
        return max(0.0, self.best.win - self.made.win)

    @property
    def lost_discs(self) -> float | None:
        """The same in discs; None where they are not counted."""
        if self.best.discs is None or self.made.discs is None:
            return None
        return max(0.0, self.best.discs - self.made.discs)

    @property
    def exact(self) -> bool:
        """Tell whether the loss is certain."""
        return self.best.exact and self.made.exact


class Summary(NamedTuple):
    """A player's moves in a game, of those where he had a choice: how many, their mean loss in discs (None
    where they are not counted) and in wins, how many were mistakes of the three degrees, and the share of
    accurate ones. The means are 0 and the share 1 where there were none."""

    name: str
    moves: int
    discs: float | None
    win: float
    mistakes: tuple[int, ...]
    accuracy: float


class Review(NamedTuple):
    """A game and what is known of its plies: the last of them where the review was broken off. Of a position
    without plies it is what its moves are worth, the best one first."""

    record: Record
    judged: tuple[Judged, ...]
    plies: int
    moves: tuple[Worth, ...] = ()

    @property
    def partial(self) -> bool:
        """Tell whether not all moves were looked at."""
        return len(self.judged) < self.plies

    @property
    def unit(self) -> str:
        """The unit of losses."""
        return unit_of(self.record)

    def summaries(self) -> tuple[Summary, ...]:
        """The summaries of each player's moves."""
        return tuple(
            summary(name, [row for row in self.judged if row.free and row.player == player], self.unit)
            for player, name in enumerate(self.record.labels)
        )


class Value(NamedTuple):
    """Worth of a position: each player's expected reward, the first player's margin in discs, whether
    that is certain, the simulations behind it and the expected moves."""

    wins: tuple[float, ...]
    lead: float | None
    certain: bool
    visits: int
    line: tuple[int, ...]

    def after(self, player: int, move: int) -> Worth:
        """The worth of a move that leads there for a player."""
        discs = None if self.lead is None else -self.lead if player else self.lead
        line = (move, *self.line)
        return Worth(move, self.wins[player], discs, self.certain, self.visits, line, self.certain)


def as_good(made: Worth, best: Worth) -> bool:
    """Tell whether a move is worth as much as another, as far as one can tell."""
    if best.win - made.win < DOUBT * math.sqrt(variance(made) + variance(best)):
        return True
    if made.discs is None or best.discs is None:
        return made.win >= best.win
    return made.discs >= best.discs


def variance(worth: Worth) -> float:
    """The squared error of a mean of simulations; nothing for what is certain."""
    return 0.0 if worth.sure else 0.25 / max(worth.visits, 1)


def unit_of(record: Record) -> str:
    """Unit of losses in a game: discs or wins."""
    return "discs" if record.variant.unit == "discs" else "win"


def summary(name: str, rows: Sequence[Judged], unit: str) -> Summary:
    """The summary of one player's plies."""
    count = len(rows)
    wins = sum(row.lost_win for row in rows) / count if count else 0.0
    losses = [row.lost_win if row.lost_discs is None or unit == "win" else row.lost_discs for row in rows]
    discs = (sum(losses) / count if count else 0.0) if unit == "discs" else None
    mistakes = tuple(sum(loss > step for loss in losses) for step in STEPS[unit])
    accurate = sum(loss <= GOOD[unit] for loss in losses)
    return Summary(name, count, discs, wins, mistakes, accurate / count if count else 1.0)
