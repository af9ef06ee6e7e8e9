"""What the games of a match come to, for whoever reads it at the end of a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine import elo
from protocol.arena.match import pairs
from protocol.arena.played import LOSSES, Played

SHOWN = 5
"""Faults and void games that are told one by one."""


class Pace(NamedTuple):
    """How many moves an engine was asked for, and the mean and the longest time of one, in seconds."""

    moves: int
    mean: float
    longest: float


class Verdict(NamedTuple):
    """Of one match. `score` is A's mean reward with its error, `equal` what an engine no better than the
    others gets; `elo` and `pairs` (openings in which A had 0, 1/2, 1, 3/2 and 2 points) are of games for two,
    `better` is the likelihood that A is; None where no game counts. `ends` counts games by how they ended,
    `faults` by (engine, end). `overhead` is the runner's own time in seconds a move."""

    names: tuple[str, str]
    games: int
    void: int
    wins: int
    draws: int
    losses: int
    score: elo.Estimate | None
    equal: float
    elo: elo.Elo | None
    pairs: tuple[int, ...] | None
    better: float | None
    ends: dict[str, int]
    faults: dict[tuple[str, str], int]
    pace: dict[str, Pace]
    overhead: float


def judge(games: Sequence[Played], names: tuple[str, str]) -> Verdict:
    """The verdict about engine A, the first of the names."""
    counting = [played for played in games if not played.void]
    groups = pairs(games, names[0])
    ranks = [rank(played, names[0]) for played in counting]
    every = [reward for played in counting for reward in played.rewards]
    equal = sum(every) / len(every) if every else 0.5
    score = elo.estimate(groups) if groups else None
    for_two = score is not None and len(counting[0].players) == 2
    moves = sum(len(played.plies) for played in games)
    return Verdict(
        names=names,
        games=len(counting),
        void=len(games) - len(counting),
        wins=ranks.count("win"),
        draws=ranks.count("draw"),
        losses=ranks.count("loss"),
        score=score,
        equal=equal,
        elo=elo.elo_of(score) if for_two else None,
        pairs=elo.pentanomial(groups) if for_two else None,
        better=elo.superiority(score, equal) if score else None,
        ends=dict(Counter(played.end for played in games)),
        faults=dict(Counter((row.fault.engine, row.end) for row in games if row.fault and row.end in LOSSES)),
        pace={name: _pace(games, name) for name in names},
        overhead=sum(played.overhead * len(played.plies) for played in games) / moves if moves else 0.0,
    )


def rank(played: Played, name: str) -> str:
    """Whether an engine won, shared the first place, or lost."""
    own = played.rewards[played.seats.index(name)]
    best = max(played.rewards)
    if own < best:
        return "loss"
    return "win" if played.rewards.count(best) == 1 else "draw"


def _pace(games: Sequence[Played], name: str) -> Pace:
    times = [
        ply.seconds
        for played in games
        for ply in played.plies
        if ply.seconds and played.seats[ply.player] == name
    ]
    return Pace(len(times), sum(times) / len(times) if times else 0.0, max(times, default=0.0))


def as_text(verdict: Verdict, games: Sequence[Played]) -> str:
    """The verdict in lines."""
    a, b = verdict.names
    counts = f"{a} won {verdict.wins}, shared {verdict.draws}, lost {verdict.losses}"
    lines = [f"{a} against {b}: {verdict.games} games (void {verdict.void}): {counts}"]
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
        lines.append(f"{name}: {pace.moves} moves, {figures}")
    lines.append(f"runner: {1000 * verdict.overhead:.3f} ms a move")
    lines.append("ends: " + ", ".join(f"{end} {count}" for end, count in sorted(verdict.ends.items())))
    return "\n".join([*lines, *_faults(verdict, games)]) + "\n"


def _faults(verdict: Verdict, games: Sequence[Played]) -> list[str]:
    """How often engines broke off, and the first reasons."""
    lines = [f"{name} lost by {end}: {count}" for (name, end), count in sorted(verdict.faults.items())]
    reasons = [
        f"  game {played.number}: {played.fault.engine} {played.fault.reason}"
        for played in games
        if played.fault
    ]
    reasons += [f"  game {played.number} is void: {played.void}" for played in games if played.void]
    more = [f"  and {len(reasons) - SHOWN} more"] if len(reasons) > SHOWN else []
    return [*lines, *reasons[:SHOWN], *more]


def as_dict(verdict: Verdict) -> dict[str, Any]:
    """The verdict for scripts; faults by engine, then by how games ended."""
    faults: dict[str, dict[str, int]] = {name: {} for name in verdict.names}
    for (name, end), count in verdict.faults.items():
        faults[name][end] = count
    return {**verdict._asdict(), "faults": faults}
