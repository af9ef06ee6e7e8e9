"""Errors of values in discs (engine/analysis/discs.py), beside exact scores, longer searches, and the book.

Every position is new to the search. A search ends after a number of simulations, so one thread measures the
same each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from outflank.engine.analysis.discs import discs_at, discs_of, logit
from outflank.engine.analysis.limits import Limits
from outflank.engine.book import repertoire
from outflank.engine.book.book import foremost
from outflank.engine.lab.openings import after, opening
from outflank.engine.lab.seeds import derive
from outflank.engine.play.player import Player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.analysis.report import Report
    from outflank.engine.core.game.position import Position

SEED = 1
OPENING_PLIES = 7
PLAY = 300
"""Simulations for a move of the games that positions are taken from."""
MOST_EMPTY, LEAST_EMPTY = 52, 17
"""Empty squares of the first and of the last of those positions; they follow each other evenly."""
CLOSEST, FARTHEST = 0.01, 0.99
"""Odds beyond that tell the winner and not the margin."""
STEP = 8
"""Empty squares that one row of the table of slopes covers."""
MEMORY = 256


class Change(NamedTuple):
    """A position with the values that searches of each length told for its mover. It has its empty squares,
    mean rewards and discs, and whether the longest search proved its value."""

    empty: int
    shares: tuple[float, ...]
    told: tuple[float, ...]
    certain: bool


class Stability(NamedTuple):
    """Differences between values after `visits` simulations and after the most. They are the mean in discs,
    the number that differ by more than a disc, and of those that name another leader."""

    visits: int
    longest: int
    positions: int
    mean: float
    above: int
    signs: int


class Looked(NamedTuple):
    """A position of the book: its empty squares, and the values of the preferred moves of book and search."""

    empty: int
    book: float
    searched: float


def told(player: Player, position: Position, report: Report) -> float:
    """The discs that a report of a position tells of the move that it prefers."""
    return discs_of(player.analysis.in_discs(report, position).best, position.empties)


def positions(player: Player, count: int) -> Iterator[Position]:
    """Positions of a player with fewer and fewer empty squares, from games with himself that begin at
    random."""
    rules = player.rules
    number = 0
    for place in range(count):
        wanted = MOST_EMPTY - (MOST_EMPTY - LEAST_EMPTY) * place // max(1, count - 1)
        position = None
        while position is None:
            position = reached(
                player, after(rules, opening(rules, OPENING_PLIES, derive(SEED, number))), wanted
            )
            number += 1
        yield position


def reached(player: Player, position: Position, wanted: int) -> Position | None:
    """The position with a number of empty squares that play leads to; None without one that has a choice."""
    player.search_session.forget()
    while not position.over and position.empties > wanted:
        moves = position.moves()
        only = len(moves) == 1
        position = position.play(
            moves[0] if only else player.analysis.assess(position, Limits(visits=PLAY)).best.move
        )
    return position if not position.over and len(position.moves()) > 1 else None


def changes(count: int, visits: Sequence[int], threads: int = 1) -> Iterator[Change]:
    """The values of some positions after rising numbers of simulations."""
    player = Player(seed=SEED, memory=MEMORY, threads=threads)
    for position in list(positions(player, count)):
        player.search_session.forget()
        player.endings.forget()
        shares, values, done = [], [], 0
        for goal in visits:
            report = player.analysis.assess(position, Limits(visits=goal - done))
            done = max(done, goal)
            shares.append(report.best.mean)
            values.append(told(player, position, report))
        certain = report.best.margin is not None
        yield Change(position.empties, tuple(shares), tuple(values), certain)


def stability(rows: Sequence[Change], visits: Sequence[int]) -> list[Stability]:
    """The differences between the values of each length and those of the longest."""
    found = []
    for place, number in enumerate(visits[:-1]):
        pairs = [(row.told[place], row.told[-1]) for row in rows]
        differences = [abs(short - long) for short, long in pairs]
        found.append(
            Stability(
                number,
                visits[-1],
                len(rows),
                sum(differences) / len(rows),
                sum(difference > 1 for difference in differences),
                sum(short * long < 0 for short, long in pairs),
            )
        )
    return found


def slopes(rows: Sequence[Change], place: int) -> list[tuple[int, int, float]]:
    """(fewest empty squares, positions, slope) for every STEP of them. The slope is the change of the
    logarithm of the odds by a disc that the search of that place told."""
    found = []
    for low in range(57, 0, -STEP):
        group = [
            (logit(row.shares[place]), row.told[place])
            for row in rows
            if low <= row.empty < low + STEP and CLOSEST < row.shares[place] < FARTHEST
        ]
        both = sum(odds * discs for odds, discs in group)
        if both > 0:
            found.append((low, len(group), sum(odds * odds for odds, _ in group) / both))
    return found


def looked_up(count: int, visits: int, threads: int = 1) -> Iterator[Looked]:
    """The values of book and search for the first positions of the book."""
    book = repertoire.shipped()
    player = Player(seed=SEED, memory=MEMORY, threads=threads)
    rules = player.rules
    for key in book.keys(count):
        position = rules.parse_position(f"{key} X")
        line = foremost(book.lines(position))
        if line is None:
            continue
        player.search_session.forget()
        report = player.analysis.assess(position, Limits(visits=visits))
        empty = position.empties
        yield Looked(empty, discs_at(line.known.value, empty), told(player, position, report))
