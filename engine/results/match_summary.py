"""Summary of a match for its first engine: at the end, and after every game on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from outflank.engine.results import elo, sprt
from outflank.engine.results.game_record import GameRecord
from outflank.engine.results.outcomes import first_place, grouped, outcomes
from outflank.engine.results.summary import FaultRow, Pace, summary


class MatchSummary(NamedTuple):
    """The figures of one match about engine A, the first of the names.

    `first` is A's share of first places, where `chance` is that of an engine no better than the others, and
    `score` its mean reward, where `equal` is theirs; for two players both are the same. `rank` is its mean
    place in games for more than two. `elo` and `pairs` (openings in which A had 0, 1/2, 1, 3/2 and 2 points)
    are of games for two, `better` is the likelihood that A is; all these are None where no game counts.
    `test` is None without claims. `repeats` counts games that were another one once more, which prove nothing
    more. `ends` counts games by how they ended, `faults` each engine's lost games by their ends. `overhead`
    is the runner's own time in seconds a move. `troubles` are the games with a fault, or void.
    """

    names: tuple[str, str]
    games: int
    void: int
    repeats: int
    wins: int
    draws: int
    losses: int
    first: elo.Estimate | None
    chance: float
    score: elo.Estimate | None
    equal: float
    rank: elo.Estimate | None
    elo: elo.Elo | None
    pairs: tuple[int, ...] | None
    better: float | None
    test: sprt.Test | None
    plies: float
    ends: dict[str, int]
    faults: dict[str, dict[str, int]]
    pace: dict[str, Pace]
    overhead: float
    troubles: tuple[FaultRow, ...]


def summarize(
    games: Sequence[GameRecord], names: tuple[str, str] | None = None, claims: sprt.Claims | None = None
) -> MatchSummary:
    """The summary of at least one game of a match, or of its other side by the names turned round."""
    names = names or names_of(games[0])
    found = summary(games)
    engines = {row.name: row for row in found.engines}
    a = engines[names[0]]
    players = len(found.seats)
    count = [record for record in games if not record.void]
    shares = grouped(
        count,
        lambda record: [
            first_place(record, seat) for seat, name in enumerate(record.seats) if name == a.name
        ],
    )
    score = a.reward
    two = players == 2
    return MatchSummary(
        names=names,
        games=found.games,
        void=found.void,
        repeats=found.repeats,
        wins=a.wins,
        draws=a.draws,
        losses=a.losses,
        first=elo.estimate(shares) if shares else None,
        chance=1 / players,
        score=score,
        equal=found.equal,
        rank=a.rank,
        elo=elo.elo_of(score) if score and two else None,
        pairs=elo.pentanomial(shares) if two and shares else None,
        better=elo.superiority(score, found.equal) if score else None,
        test=sprt.tested(shares, 2, claims) if two and claims else None,
        plies=found.plies,
        ends=dict(Counter(record.end for record in games)),
        faults={name: engines[name].faults for name in names},
        pace={name: engines[name].pace for name in names},
        overhead=found.overhead,
        troubles=found.faults,
    )


def names_of(record: GameRecord) -> tuple[str, str]:
    """The names of engines A and B of a match, by one of its games."""
    first = record.seats[record.own]
    return first, next((name for name in record.seats if name != first), first)


class Running:
    """Standing of engine A of a match, game by game."""

    def __init__(self, claims: sprt.Claims | None = None) -> None:
        self._claims = claims
        self._groups: dict[int, list[float]] = {}
        self._counts = [0, 0, 0]
        self._players = 0

    def add(self, record: GameRecord) -> None:
        """Count a further game."""
        if not record.void:
            self._players = len(record.players)
            self._counts[:] = map(sum, zip(self._counts, outcomes([(record.own, record)]), strict=True))
            self._groups.setdefault(record.opening, []).append(first_place(record, record.own))

    @property
    def accepted(self) -> str:
        """The claim that is clear ("elo0" or "elo1"), nothing while none is."""
        if self._claims is None or self._players != 2:
            return ""
        return sprt.tested([*self._groups.values()], 2, self._claims).accepted

    def __str__(self) -> str:
        text = "-".join(map(str, self._counts))
        if self._players != 2:
            return text
        return f"{text}  Elo {elo.elo_of(elo.estimate([*self._groups.values()])).value:+.0f}"
