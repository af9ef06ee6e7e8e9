"""An opening book: knowledge of positions, whichever way round they lie and whatever colour is to move.

A position is known by its cells as its mover sees them, in that one of the eight ways to turn and mirror the
board whose text is smallest. Knowledge is kept by move; several records of one move are merged: games add up,
and of two values the one with more visits behind it stands, or the proven one.
"""

from __future__ import annotations

import math

from outflank.engine.analysis.symmetry import squares_of, view
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, ItemsView, Iterable, Mapping
    from typing import TypeAlias

    from outflank.engine.core.game.position import Position

    Moves: TypeAlias = Mapping[int, "Known"]

DOUBT = 2.0
"""The most that four standard errors of the mean of one visit come to."""
POSITION_BYTES = 2000
"""Bytes of a position with nine known moves, by tracemalloc."""


class Known(NamedTuple):
    """The record of a move: value, visits, proven margin, games and their margins. The value is the mean
    reward of its player, None without a search; the margin is the player's, None unless proven; `games` is
    the number of games it was played in, with the sum of their margins for the player."""

    mean: float | None
    visits: int
    margin: int | None
    games: int
    total: int

    @property
    def value(self) -> float:
        """The mean reward; ValueError where no search has looked at the move."""
        if self.mean is None:
            raise ValueError("no search has looked at this move")
        return self.mean

    @property
    def weight(self) -> tuple[bool, bool, int]:
        """The key by which two values are compared."""
        return (self.margin is not None, self.mean is not None, self.visits)

    def merged(self, other: Known) -> Known:
        """Both together; where neither value has more behind it, the other's."""
        better = self if self.weight > other.weight else other
        return better._replace(games=self.games + other.games, total=self.total + other.total)


class Line(NamedTuple):
    """A move of a position in the book."""

    move: int
    known: Known


class Book:
    """Positions and their moves, {key: {cell: Known}}. A `source(book, seconds)`, if there is one, may add to
    it before a lookup, within `seconds` if they are not None."""

    def __init__(self, source: Callable[[Book, float | None], object] | None = None) -> None:
        self._moves: dict[str, dict[int, Known]] = {}
        self._source = source

    def __len__(self) -> int:
        return len(self._moves)

    def add(self, key: str, moves: Moves) -> None:
        """Merge knowledge of the moves of a position, {cell: Known}."""
        mine = self._moves.setdefault(key, {})
        for cell, known in moves.items():
            mine[cell] = mine[cell].merged(known) if cell in mine else known

    @property
    def megabytes(self) -> float:
        """The memory it takes, about."""
        return len(self._moves) * POSITION_BYTES / (1 << 20)

    def clear(self) -> None:
        """Know nothing."""
        self._moves.clear()

    def look(self, seconds: float | None = None) -> None:
        """Merge the entries of the source, as many as there is time for."""
        if self._source is not None:
            self._source(self, seconds)

    def records(self) -> ItemsView[str, dict[int, Known]]:
        """(key, moves) of every position."""
        return self._moves.items()

    def moves(self, key: str) -> Moves:
        """The known moves of a position, {cell: Known}."""
        return self._moves.get(key, {})

    def lines(self, position: Position) -> tuple[Line, ...]:
        """The known moves of a position, the best first."""
        return lines_of(position, self.moves) if self._moves else ()

    def best(self, position: Position, visits: float) -> Line | None:
        """The line to play without a search; None when fewer visits than these are behind the position."""
        lines = self.lines(position)
        seen = sum(line.known.visits for line in lines if line.known.mean is not None)
        return foremost(lines) if seen >= max(visits, 1) else None


def lines_of(position: Position, look: Callable[[str], Moves]) -> tuple[Line, ...]:
    """The moves of a position that `look` knows by its key, {cell: Known}, as lines, the best first."""
    if position.over:
        return ()
    key, ways = view(position)
    squares = squares_of(position.rules)
    # Where the board is its own mirror image a cell stands for several squares.
    found = {squares[way[cell]]: known for cell, known in look(key).items() for way in ways}
    draw = position.rules.draw
    worth = 1 - draw if position.mover else draw
    legal = position.moves()
    return ranked(
        Line(move, known if known.margin != 0 else known._replace(mean=worth))
        for move, known in found.items()
        if move in legal
    )


def foremost(lines: Iterable[Line]) -> Line | None:
    """The line with the highest value that one can rely on. The value of a move with few visits may turn out
    lower by some standard errors. None when a search has seen none."""

    def reliable(line: Line) -> float:
        doubt = 0 if line.known.margin is not None else DOUBT / math.sqrt(max(line.known.visits, 1))
        return line.known.value - doubt

    return max((line for line in lines if line.known.mean is not None), key=reliable, default=None)


def ranked(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Lines, the best first: by mean reward and certain margin, those that no search has seen last."""

    def rank(line: Line) -> tuple[float, ...]:
        mean, visits, margin, games, total = line.known
        if mean is None:
            return (0, total / games if games else 0, 0, 0)
        return (1, mean, margin or 0, visits)

    return tuple(sorted(lines, key=rank, reverse=True))
