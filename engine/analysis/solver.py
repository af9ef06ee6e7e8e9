"""Exact answers: by a game's own solver where it is fast enough, else by a search that proves."""

from __future__ import annotations

from outflank.engine import core
from outflank.engine.analysis.answers import reward
from outflank.engine.analysis.endings import new_solver
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.plan import ENUMERATION, EXACT, LEARNED_FROM, MOST_EMPTY, SOLUTION, plan_for
from outflank.engine.analysis.session import SearchSession
from outflank.engine.errors import Unsolved
from outflank.engine.games import require_game
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position


class Solution(NamedTuple):
    """The result of best play: rewards, the first player's lead, and the line. The lead is None where leads
    do not count; the line ends where it is not known."""

    rewards: tuple[float, ...]
    lead: float | None
    line: tuple[int, ...]


def solve(session: SearchSession, position: Position, seconds: float) -> Solution:
    """The solution of a position, found by the settings of a session but not in its tree. Unsolved when that
    takes longer than `seconds` or the session's bell rings."""
    rules = session.rules
    if position.over:
        scores = rules.scores(position)
        return Solution(position.rewards(), scores[0] - scores[1] if rules.has_margin else None, ())
    variant = require_game(session.game)
    module, own = variant.solver or ("", -1)
    most = variant.most_endings(getattr(rules, "size", None), MOST_EMPTY)
    (stage,) = plan_for(position, SOLUTION, seconds, most, own=own)
    if stage.kind == ENUMERATION:
        return enumerated(module, position)
    if stage.kind == EXACT:
        return solve_othello(session, position, seconds)
    options = {**session.options, "prove": "score", "noise": 0.0}
    prover = SearchSession(session.game, rules, options, session.bell, 1, session.most, session.threads)
    report = prover.think(position, Limits(None, seconds))
    low, high = report.bounds
    if report.outcome is None:
        raise Unsolved(f"not solved by {report.visits} simulations{known_lead(low, high)}")
    return Solution(report.outcome, low if low == high else None, report.line)


def known_lead(low: float | None, high: float | None) -> str:
    """The bounds of a lead, as the end of a sentence; either may be None."""
    known = [f"{word} {bound}" for word, bound in (("at least", low), ("at most", high)) if bound is not None]
    return f"; the first player's lead is {' and '.join(known)}" if known else ""


def solve_othello(session: SearchSession, position: Position, seconds: float) -> Solution:
    """The solution of a position of Othello 8x8. Unsolved as in `solve`."""
    empty = position.empties
    # A table that is larger than the question costs more than it saves.
    memory = min(session.most, 1 << max(0, empty - 16))
    endgame = new_solver(memory, session.threads, empty >= LEARNED_FROM)
    answer = endgame.solve(position, seconds=seconds, bell=session.bell)
    sign = -1 if position.mover else 1
    low, high = sorted((sign * answer.low, sign * answer.high))
    if low < high:
        shown = (low if low > -64 else None, high if high < 64 else None)
        raise Unsolved(f"not solved by {answer.nodes} nodes{known_lead(*shown)}")
    black = reward(position.rules, low)
    return Solution((black, 1 - black), low, answer.line)


def enumerated(module: str, position: Position) -> Solution:
    """The solution of a position with few empty cells, by the compiled module that is its game's own
    solver."""
    line: list[int] = []
    while not position.over:
        values = core.load(module).Solution(position).moves()
        line.append(max(values, key=values.__getitem__))
        position = position.play(line[-1])
    scores = position.rules.scores(position)
    return Solution(position.rewards(), scores[0] - scores[1], tuple(line))
