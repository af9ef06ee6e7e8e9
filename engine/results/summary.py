"""The figures of all games of one kind: engines, pairings, ratings, seats, openings, faults, machines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from outflank.engine.results import elo, ratings, sprt
from outflank.engine.results.game_record import LOSSES, GameRecord
from outflank.engine.results.outcomes import (
    bouts,
    grouped,
    mean,
    mean_rank,
    outcomes,
    rank_share,
    score,
    seats_of,
    sittings,
)

PACE_SHARE = 0.99
MOST_POINTS = 120
"""Points of a curve of the score over time: more could not be seen."""


class Pace(NamedTuple):
    """Time of moves in seconds: all, on the mean, 99 of 100 at most, the longest."""

    moves: int
    total: float
    mean: float
    p99: float
    longest: float


class Engine(NamedTuple):
    """An engine's games. `reward` is its mean share of what a game gives, `rank` its mean place, in games for
    more than two; `faults` counts its games lost by each kind of fault."""

    name: str
    program: str
    games: int
    wins: int
    draws: int
    losses: int
    reward: elo.Estimate | None
    rank: elo.Estimate | None
    pace: Pace
    faults: dict[str, int]
    resigned: int


class Pairing(NamedTuple):
    """Two engines' games with each other, A's view. `pairs` counts the complete pairs that brought A 0, 1/2,
    1, 3/2 and 2 points, in games for two. `course` has (games so far, estimate) as the games ended."""

    a: str
    b: str
    games: int
    wins: int
    draws: int
    losses: int
    score: elo.Estimate
    elo: elo.Elo
    superiority: float
    pairs: tuple[int, ...] | None
    test: sprt.Test | None
    course: tuple[tuple[int, elo.Estimate], ...]


class SeatRow(NamedTuple):
    """An engine's games in one seat."""

    engine: str
    seat: str
    games: int
    wins: int
    draws: int
    losses: int
    reward: float


class OpeningRow(NamedTuple):
    """The games of one opening: what the seats got, and what the first engine of all got if it played."""

    name: str
    moves: str
    games: int
    rewards: tuple[float, ...]
    first: float | None


class FaultRow(NamedTuple):
    """A game that an engine lost by a fault, or that is void."""

    match: str
    number: int
    engine: str
    end: str
    reason: str


class Machine(NamedTuple):
    """Games of a machine."""

    name: str
    games: int
    void: int
    seconds: float
    programs: tuple[str, ...]


class Summary(NamedTuple):
    """All that the games of one game on one board come to. `equal` is the reward of an engine no better than
    the others. `repeats` counts the games that were another one of their match once more, move for move;
    `ratings` is None where none count."""

    game: str
    size: int
    seats: tuple[str, ...]
    games: int
    void: int
    draws: int
    equal: float
    repeats: int
    plies: float
    overhead: float
    worst_overhead: float
    engines: tuple[Engine, ...]
    pairings: tuple[Pairing, ...]
    ratings: ratings.Ratings | None
    by_seat: tuple[SeatRow, ...]
    by_opening: tuple[OpeningRow, ...]
    faults: tuple[FaultRow, ...]
    machines: tuple[Machine, ...]

    @property
    def draw_rate(self) -> float:
        """The share of games in which the first place was shared."""
        return self.draws / self.games if self.games else 0.0


def summaries(
    rows: Sequence[GameRecord], claims: sprt.Claims | None = None, anchor: str = ""
) -> list[Summary]:
    """One summary for each game and board size that was played, in order of appearance. `claims` are those of
    a test (engine/results/sprt), `anchor` the engine whose rating is 0. ValueError when it played none of
    them."""
    kinds: dict[tuple[str, int, int], list[GameRecord]] = {}
    for row in rows:
        kinds.setdefault((row.game, row.size, len(row.players)), []).append(row)
    if anchor and not any(anchor in row.seats for row in rows):
        raise ValueError(f"no engine is called {anchor!r}")
    return [summary(games, claims, anchor) for games in kinds.values()]


def summary(rows: Sequence[GameRecord], claims: sprt.Claims | None = None, anchor: str = "") -> Summary:
    """The summary of games of one kind and size."""
    count = [row for row in rows if not row.void]
    # Which game ended first is chance, and who began the first one is not.
    names = list(
        dict.fromkeys(name for row in sorted(rows, key=lambda row: row.number) for name in row.seats)
    )
    every = [reward for row in count for reward in row.rewards]
    played = {name for row in count for name in row.seats if len(set(row.seats)) > 1}
    pairs = [pairing(a, b, count, claims) for a, b in combinations(names, 2)]
    whole = [
        (row.match, row.seats, row.start, *(ply.move for ply in row.plies)) for row in count if not row.fault
    ]
    return Summary(
        game=rows[0].game,
        size=rows[0].size,
        seats=rows[0].players,
        games=len(count),
        void=len(rows) - len(count),
        draws=sum(row.rewards.count(max(row.rewards)) > 1 for row in count),
        equal=sum(every) / len(every) if every else 1 / len(rows[0].players),
        repeats=len(whole) - len(set(whole)),
        plies=mean([len(row.plies) for row in count]),
        overhead=mean([row.overhead for row in rows for _ in row.plies]),
        worst_overhead=max(row.overhead for row in rows),
        engines=tuple(engine(name, rows) for name in names),
        pairings=tuple(found for found in pairs if found),
        ratings=ratings.rate(bouts(count), anchor if anchor in played else "") if played else None,
        by_seat=tuple(seat_rows(names, rows[0].players, count)),
        by_opening=tuple(opening_rows(names[0], count)),
        faults=tuple(fault_row(row) for row in rows if row.void or row.fault),
        machines=tuple(machines(rows)),
    )


def engine(name: str, rows: Sequence[GameRecord]) -> Engine:
    """An engine's row."""
    count = [row for row in rows if not row.void]
    wins, draws, losses = outcomes(sittings(name, count))
    rewards = grouped(count, lambda row: [row.rewards[seat] for seat in seats_of(name, row)])
    places = grouped(
        count,
        lambda row: [rank_share(row, seat) for seat in seats_of(name, row) if len(row.players) > 2],
    )
    faults = Counter(row.end for row in rows if row.fault and row.fault.engine == name and row.end in LOSSES)
    return Engine(
        name,
        next((row.programs[name] for row in reversed(rows) if name in row.programs), ""),
        wins + draws + losses,
        wins,
        draws,
        losses,
        elo.estimate(rewards) if rewards else None,
        mean_rank(places, len(count[0].players)) if places else None,
        pace(name, rows),
        dict(faults),
        sum(row.end == "resigned" and not row.rewards[seat] for seat, row in sittings(name, count)),
    )


def pace(name: str, rows: Sequence[GameRecord]) -> Pace:
    """The time of the moves that the engine was asked for, void games included; a forced pass is none."""
    took = sorted(
        ply.seconds for row in rows for ply in row.plies if ply.seconds and row.seats[ply.player] == name
    )
    if not took:
        return Pace(0, 0.0, 0.0, 0.0, 0.0)
    slow = took[max(0, -int(-PACE_SHARE * len(took) // 1) - 1)]
    return Pace(len(took), sum(took), mean(took), slow, took[-1])


def pairing(a: str, b: str, rows: Sequence[GameRecord], claims: sprt.Claims | None) -> Pairing | None:
    """Two engines' games with each other, None where there are none."""
    met = [row for row in rows if score(a, b, row)]
    if not met:
        return None
    groups = grouped(met, lambda row: score(a, b, row))
    found = elo.estimate(groups)
    values = [score(a, b, row)[0] for row in met]
    wins, losses = (sum(value > 0.5 for value in values), sum(value < 0.5 for value in values))
    size = len(met[0].players)
    return Pairing(
        a,
        b,
        len(met),
        wins,
        len(met) - wins - losses,
        losses,
        found,
        elo.elo_of(found),
        elo.superiority(found),
        elo.pentanomial(groups) if size == 2 else None,
        sprt.tested(groups, size, claims) if claims else None,
        course(a, b, met),
    )


def course(a: str, b: str, met: Sequence[GameRecord]) -> tuple[tuple[int, elo.Estimate], ...]:
    """A's score after each of some numbers of games, at most as many as a chart can show."""
    step = max(1, -(-len(met) // MOST_POINTS))
    groups: dict[tuple[str, int], list[float]] = {}
    points = []
    for number, row in enumerate(met, 1):
        groups.setdefault((row.match, row.opening), []).extend(score(a, b, row))
        if number % step == 0 or number == len(met):
            points.append((number, elo.estimate(list(groups.values()))))
    return tuple(points)


def seat_rows(names: Sequence[str], players: Sequence[str], rows: Sequence[GameRecord]) -> list[SeatRow]:
    """The rewards of each engine in each seat."""
    found = []
    for name in names:
        for seat, player in enumerate(players):
            taken = [(seat, row) for row in rows if row.seats[seat] == name]
            if taken:
                got = mean([row.rewards[seat] for _, row in taken])
                found.append(SeatRow(name, player, len(taken), *outcomes(taken), got))
    return found


def opening_rows(first: str, rows: Sequence[GameRecord]) -> list[OpeningRow]:
    """The results of each opening, whatever the match it was played in."""
    openings: dict[tuple[str, str], list[GameRecord]] = {}
    for row in rows:
        moves = " ".join(ply.move for ply in row.plies if ply.book)
        openings.setdefault((row.opening_name or str(row.opening), moves), []).append(row)
    found = []
    for (name, moves), games in openings.items():
        seats = range(len(games[0].players))
        rewards = tuple(mean([row.rewards[seat] for row in games]) for seat in seats)
        own = [row.rewards[seat] for row in games for seat in seats_of(first, row)]
        found.append(OpeningRow(name, moves, len(games), rewards, mean(own) if own else None))
    return found


def fault_row(row: GameRecord) -> FaultRow:
    """A fault in a game."""
    name, reason = row.fault or ("", row.void)
    return FaultRow(row.match, row.number, name, row.end, row.void or reason)


def machines(rows: Sequence[GameRecord]) -> list[Machine]:
    """The games of each machine, and its programs."""
    found = []
    for name in dict.fromkeys(row.machine for row in rows):
        here = [row for row in rows if row.machine == name]
        programs = dict.fromkeys(what for row in here for what in row.programs.values())
        void = sum(bool(row.void) for row in here)
        seconds = sum(row.seconds for row in here)
        found.append(Machine(name, len(here) - void, void, seconds, tuple(programs)))
    return found
