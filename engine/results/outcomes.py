"""Results by engine: seats, places, scores against others, and the groups that depend on each other.

A game counts unless it is void. An engine's games are the seats it had, so that one with two seats of four
has two. Between two engines a game's score is 1, 1/2 or 0 by who was placed higher; in games for more than
two it is the mean over all their pairs of seats. Games of one opening of one match are a group
(outflank.engine.results.elo): all error bars, likelihoods and tests take the group as their unit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from outflank.engine.results.elo import Estimate, estimate
from outflank.engine.results.game_record import GameRecord
from outflank.engine.results.ratings import Bout


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def seats_of(name: str, row: GameRecord) -> list[int]:
    """The seats an engine had."""
    return [seat for seat, sitter in enumerate(row.seats) if sitter == name]


def sittings(name: str, rows: Sequence[GameRecord]) -> list[tuple[int, GameRecord]]:
    """(seat, game) for every seat an engine had."""
    return [(seat, row) for row in rows for seat in seats_of(name, row)]


def outcomes(taken: Sequence[tuple[int, GameRecord]]) -> tuple[int, int, int]:
    """Numbers of these seats that were first alone, shared the first place, or came behind."""
    alone = shared = 0
    for seat, row in taken:
        best = max(row.rewards)
        if row.rewards[seat] == best:
            alone += row.rewards.count(best) == 1
            shared += row.rewards.count(best) > 1
    return alone, shared, len(taken) - alone - shared


def first_place(row: GameRecord, seat: int) -> float:
    """A seat's share of the first place: 1 alone, 1/2 with one other, 0 below."""
    best = max(row.rewards)
    return (row.rewards[seat] == best) / row.rewards.count(best)


def rank(row: GameRecord, seat: int) -> float:
    """The place of a seat by reward: 1 is the first, and seats that are equal share their places."""
    own = row.rewards[seat]
    above = sum(reward > own for reward in row.rewards)
    return above + (1 + row.rewards.count(own)) / 2


def rank_share(row: GameRecord, seat: int) -> float:
    """The share of the other seats that a seat left behind, equals counting half: its rank on a scale from 0,
    the last, to 1."""
    players = len(row.players)
    return (players - rank(row, seat)) / (players - 1)


def mean_rank(groups: Sequence[Sequence[float]], players: int) -> Estimate:
    """The mean rank in games for `players`, from groups of `rank_share`."""
    found, span = estimate(groups), players - 1
    low, high = players - span * found.high, players - span * found.low
    return Estimate(players - span * found.mean, span * found.error, low, high, found.groups)


def grouped(rows: Sequence[GameRecord], values: Callable[[GameRecord], list[float]]) -> list[list[float]]:
    """The values of the games, those of one opening together; no groups without any."""
    groups: dict[tuple[str, int], list[float]] = {}
    for row in rows:
        if found := values(row):
            groups.setdefault((row.match, row.opening), []).extend(found)
    return list(groups.values())


def score(a: str, b: str, row: GameRecord) -> list[float]:
    """A's score against B in a game in which both had seats; nothing otherwise."""
    met = [
        0.5 + 0.5 * ((row.rewards[mine] > row.rewards[theirs]) - (row.rewards[mine] < row.rewards[theirs]))
        for mine in seats_of(a, row)
        for theirs in seats_of(b, row)
    ]
    return [mean(met)] if met else []


def bouts(rows: Sequence[GameRecord]) -> list[list[Bout]]:
    """The games as groups of bouts between two engines each, for the ratings."""
    groups: dict[tuple[str, int], list[Bout]] = {}
    for row in rows:
        group = groups.setdefault((row.match, row.opening), [])
        for a, b in combinations(dict.fromkeys(row.seats), 2):
            group.append(Bout(a, b, score(a, b, row)[0]))
    return list(groups.values())
