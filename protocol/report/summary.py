"""What a match came to, in the few lines that stand at its end: the figures about its first engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from outflank.engine.lab import elo
from outflank.protocol.console.outbox import plain
from outflank.protocol.formats.game_record import Played
from outflank.protocol.report.statistics import Pace, summary

LONGEST_NAME = 80
LONGEST_LINE = 500
"""Characters of a name and of a reason: they may come from files, and be of any length."""
SHOWN = 5
"""Faults and void games that are told one by one."""


class Verdict(NamedTuple):
    """Of one match. `score` is A's mean reward with its error, `equal` what an engine no better than the
    others gets; `elo` and `pairs` (openings in which A had 0, 1/2, 1, 3/2 and 2 points) are of games for two,
    `better` is the likelihood that A is; None where no game counts. `repeats` counts games that were another
    one once more, which prove nothing more. `ends` counts games by how they ended,
    `faults` each engine's lost games by their ends. `overhead` is the runner's own time in seconds a move."""

    names: tuple[str, str]
    games: int
    void: int
    repeats: int
    wins: int
    draws: int
    losses: int
    score: elo.Estimate | None
    equal: float
    elo: elo.Elo | None
    pairs: tuple[int, ...] | None
    better: float | None
    ends: dict[str, int]
    faults: dict[str, dict[str, int]]
    pace: dict[str, Pace]
    overhead: float


def judge(games: Sequence[Played], names: tuple[str, str]) -> Verdict:
    """The verdict about engine A, the first of the names, of at least one game."""
    found = summary(games)
    engines = {row.name: row for row in found.engines}
    a = engines[names[0]]
    every = [reward for played in games for reward in played.rewards]
    equal = sum(every) / len(every) if every else 0.5
    met = found.pairings[0] if found.pairings and len(found.seats) == 2 else None
    return Verdict(
        names=names,
        games=found.games,
        void=found.void,
        repeats=found.repeats,
        wins=a.wins,
        draws=a.draws,
        losses=a.losses,
        score=a.reward,
        equal=equal,
        elo=elo.elo_of(a.reward) if met else None,
        pairs=met.pairs[:: 1 if met.a == a.name else -1] if met and met.pairs else None,
        better=elo.superiority(a.reward, equal) if a.reward else None,
        ends=dict(Counter(played.end for played in games)),
        faults={name: engines[name].faults for name in names},
        pace={name: engines[name].pace for name in names},
        overhead=found.overhead,
    )


def as_text(verdict: Verdict, games: Sequence[Played]) -> str:
    """The verdict in lines."""
    a, b = (plain(name, LONGEST_NAME) for name in verdict.names)
    counts = f"{a} won {verdict.wins}, shared {verdict.draws}, lost {verdict.losses}"
    lines = [f"{a} against {b}: {verdict.games} games (void {verdict.void}): {counts}"]
    if verdict.repeats:
        lines.append(f"{verdict.repeats} of them repeat another one move for move, and prove nothing more")
    if verdict.score:
        found = verdict.score
        lines.append(f"score {found.mean:.3f} ({found.low:.3f} to {found.high:.3f}, 95 %)")
        if not verdict.elo:
            lines[-1] += f", {verdict.equal:.3f} for equals"
    if verdict.elo and verdict.pairs:
        elos = verdict.elo
        lines.append(f"Elo {elos.value:+.1f} ({elos.low:+.1f} to {elos.high:+.1f}, 95 %)")
        lines.append(f"openings with 0, 1/2, 1, 3/2, 2 points: {' '.join(map(str, verdict.pairs))}")
    if verdict.better is not None:
        lines.append(f"{a} is the better one with likelihood {verdict.better:.3f}")
    for name, pace in verdict.pace.items():
        figures = f"{1000 * pace.mean:.3g} ms a move, {1000 * pace.longest:.3g} ms the longest"
        lines.append(f"{plain(name, LONGEST_NAME)}: {pace.moves} moves, {figures}")
    lines.append(f"runner: {1000 * verdict.overhead:.3f} ms a move")
    lines.append("ends: " + ", ".join(f"{end} {count}" for end, count in sorted(verdict.ends.items())))
    return "\n".join([*lines, *_faults(verdict, games)]) + "\n"


def _faults(verdict: Verdict, games: Sequence[Played]) -> list[str]:
    """How often engines broke off, and the first reasons."""
    lines = [
        f"{plain(name, LONGEST_NAME)} lost by {end}: {count}"
        for name, faults in sorted(verdict.faults.items())
        for end, count in sorted(faults.items())
    ]
    reasons = [
        f"  game {played.number}: {played.fault.engine} {played.fault.reason}"
        for played in games
        if played.fault
    ]
    reasons += [f"  game {played.number} is void: {played.void}" for played in games if played.void]
    more = [f"  and {len(reasons) - SHOWN} more"] if len(reasons) > SHOWN else []
    return [*lines, *(plain(reason, LONGEST_LINE) for reason in reasons[:SHOWN]), *more]
