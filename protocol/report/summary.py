"""A match in the few lines that stand at its end: the figures about its first engine."""

from __future__ import annotations

from collections.abc import Sequence

from outflank.engine.results import elo, sprt
from outflank.engine.results.match_summary import MatchSummary
from outflank.engine.results.summary import FaultRow
from outflank.protocol.console.outbox import plain

LONGEST_NAME = 80
LONGEST_LINE = 500
"""Characters of a name and of a reason: they may come from files, and be of any length."""
SHOWN = 5
"""Faults and void games that are told one by one."""


def as_text(
    found: MatchSummary, claims: sprt.Claims | None = None, called: tuple[str, str] | None = None
) -> str:
    """The summary in lines. The engines may be called otherwise than in their games."""
    a, b = (plain(name, LONGEST_NAME) for name in called or found.names)
    counts = f"{a} won {found.wins}, shared {found.draws}, lost {found.losses}"
    lines = [f"{a} against {b}: {found.games} games (void {found.void}): {counts}"]
    if found.repeats:
        lines.append(f"{found.repeats} of them repeat another one move for move, and prove nothing more")
    lines += _scores(found, a)
    if found.better is not None:
        lines.append(f"{a} is the better one with likelihood {found.better:.3f}")
    if found.test and claims:
        lines.append(test_line(found.test, claims))
    for name, shown in zip(found.names, (a, b), strict=True):
        pace = found.pace[name]
        figures = f"{1000 * pace.mean:.3g} ms a move, {1000 * pace.longest:.3g} ms the longest"
        lines.append(f"{shown}: {pace.moves} moves, {figures}")
    lines.append(f"runner: {1000 * found.overhead:.3f} ms a move")
    ends = ", ".join(f"{end} {count}" for end, count in sorted(found.ends.items()))
    lines.append(f"{found.plies:.1f} plies a game; ends: {ends}")
    return "\n".join([*lines, *_faults(found)]) + "\n"


def _scores(found: MatchSummary, a: str) -> list[str]:
    """The score of A, in games for two as Elo too."""
    if found.score is None or found.first is None:
        return []
    line = f"score {interval(found.score)}"
    if found.elo is None or found.pairs is None:
        lines = [f"{line}, {found.equal:.3f} for equals"]
        lines.append(f"first places of {a} {interval(found.first)}, {found.chance:.3f} by chance")
        return [*lines, *([f"mean rank {interval(found.rank)}"] if found.rank else [])]
    elos = found.elo
    return [
        line,
        f"Elo {elos.value:+.1f} ({elos.low:+.1f} to {elos.high:+.1f}, 95 %)",
        f"openings with 0, 1/2, 1, 3/2, 2 points: {' '.join(map(str, found.pairs))}",
    ]


def test_line(test: sprt.Test, claims: sprt.Claims) -> str:
    """The standing of a test."""
    accepted = {"elo0": f"{claims.elo0:g} Elo", "elo1": f"{claims.elo1:g} Elo", "": "neither"}[test.accepted]
    how = f"log-likelihood ratio {test.llr:+.2f} in {test.lower:.2f} to {test.upper:.2f}, {test.groups} pairs"
    return f"of {claims.elo0:g} and {claims.elo1:g} Elo accepted: {accepted} ({how})"


def interval(found: elo.Estimate) -> str:
    """An estimate with its 95 % interval."""
    return f"{found.mean:.3f} ({found.low:.3f} to {found.high:.3f}, 95 %)"


def _faults(found: MatchSummary) -> list[str]:
    """The numbers of games that engines broke off, and the first reasons."""
    lines = [
        f"{plain(name, LONGEST_NAME)} lost by {end}: {count}"
        for name, faults in sorted(found.faults.items())
        for end, count in sorted(faults.items())
    ]
    return [*lines, *trouble_lines(found.troubles)]


def trouble_lines(rows: Sequence[FaultRow]) -> list[str]:
    """The games with a fault, then the void ones, as far as they are told."""
    reasons = [f"  game {row.number}: {row.engine} {row.reason}" for row in rows if row.engine]
    reasons += [f"  game {row.number} is void: {row.reason}" for row in rows if not row.engine]
    more = [f"  and {len(reasons) - SHOWN} more"] if len(reasons) > SHOWN else []
    return [*(plain(reason, LONGEST_LINE) for reason in reasons[:SHOWN]), *more]
