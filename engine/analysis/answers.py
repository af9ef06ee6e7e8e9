"""Answers of the endgame solver: read, limited by what is proven, and told as reports."""

from __future__ import annotations

from outflank.engine.analysis.discs import share_of
from outflank.engine.analysis.report import Report, Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.core.solver.endgame import Answer

LEAST_LEAD = 2
"""Discs of the smallest win: leads are even."""


def move_of(answer: Answer) -> int:
    """The move of an answer about a position that is not over."""
    if answer.move is None:
        raise ValueError("there is no move when the game is over")
    return answer.move


def likely_of(answer: Answer) -> int:
    """The likely lead of an answer that has one."""
    if answer.likely is None:
        raise ValueError("no search came to its end")
    return answer.likely


def on_side(lead: int, outcome: int) -> int:
    """A lead of whom an outcome (1, 0 or -1) says wins: the least one where it is another's."""
    if outcome == 0:
        return 0
    return max(lead, LEAST_LEAD) if outcome > 0 else min(lead, -LEAST_LEAD)


def lost(likely: Answer, high: int) -> Answer:
    """Limits a likely answer to a proven upper bound of the lead, which is less than 0."""
    return likely._replace(high=high, likely=min(likely_of(likely), high))


def report_of(position: Position, answer: Answer, seconds: float) -> Report:
    """An answer as the report of a search that looked at nothing but the best move. It is exact, or has a
    certain winner, or else a likely lead."""
    sign = -1 if position.mover else 1
    lead = answer.low if answer.exact or answer.likely is None else answer.likely
    decided = answer.exact or answer.low > 0 or answer.high < 0
    first = reward(position.rules, sign * answer.low) if decided else share_of(sign * lead, position.empties)
    rewards = first, 1 - first
    share = rewards[position.mover]
    row = Row(
        move_of(answer),
        max(answer.nodes, 1),
        share,
        1.0,
        share if decided else None,
        answer.low if answer.exact else None,
        answer.line,
        float(lead),
        None if answer.exact or answer.likely is None else answer.level,
    )
    low, high = sorted((sign * answer.low, sign * answer.high))
    if not decided:
        return Report((row,), answer.nodes, 0, seconds, False, (None, None), None, 0, 0)
    return Report((row,), answer.nodes, 0, seconds, True, (low, high), rewards, 0, 0)


def reward(rules: Rules, lead: float) -> float:
    """The first player's reward for a lead."""
    return rules.draw if lead == 0 else float(lead > 0)
