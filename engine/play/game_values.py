"""The value of each position of a game, from the last one back: what later positions have shown is used."""

from __future__ import annotations

from outflank.engine.analysis.discs import discs_of
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.plan import EXACT, REVIEW, plan_for
from outflank.engine.play.depth import USUAL_SECONDS, seconds_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from outflank.engine.analysis.report import Report
    from outflank.engine.core.game.position import Position
    from outflank.engine.play.player import Player

MOST_EMPTY = 18
"""Most empty squares of positions that are solved: nearly all of them are in USUAL_SECONDS; a judgement."""
DOUBT = 1.0
"""Where a search prefers the move that was made, another one counts for so many discs less than it says: what
the positions behind the move have shown is surer."""
VISITED = 0.05
"""Another move counts if it has this part of the preferred one's visits."""
MOST_LEADS = 5
"""So many moves of an ending have leads of the solver."""


class GameValues:
    """What each position of a player's game is worth for the first player, in discs: pairs (number, value) to
    be iterated over, the last position first. Where the bell ended an iteration another one goes on."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._left = len(list(player.game.plies())) + 1
        self._after: float | None = None

    @property
    def over(self) -> bool:
        """Whether all positions were valued."""
        return self._left == 0

    def __iter__(self) -> Iterator[tuple[int, float]]:
        # The same positions may have other rules by now, as where a draw is worth something else.
        game = self._player.game
        positions = [position for position, _, _ in game.plies()] + [game.position]
        moves = [move for _, move, _ in game.plies()] + [None]
        while self._left:
            number = self._left - 1
            value = self.value_of(positions[number], moves[number], self._after)
            if self._player.bell.rung:
                return
            self._left, self._after = number, value
            yield number, value

    def value_of(self, position: Position, made: int | None, after: float | None) -> float:
        """What a position is worth for the first player. The move that was made from it, if any, is worth
        what was found `after` it, and another one what a search says."""
        player = self._player
        draw = player.settings.contempt / 100
        sign = -1 if position.mover else 1
        if position.over:
            black, white = player.rules.scores(position)
            return float(black - white)
        most = player.variant.most_endings(player.size, MOST_EMPTY)
        for stage in plan_for(position, REVIEW, USUAL_SECONDS, most):
            if stage.kind == EXACT:
                for answer in player.analysis.exact_scores(position, 1, stage.seconds):
                    if answer.exact:
                        return float(sign * answer.low) or draw
        report = self._report(position)
        least = max(1.0, VISITED * report.best.visits)
        values = [
            discs_of(row, position.empties, sign * draw)
            for row in report.rows
            if row.visits >= least and (row.move != made or after is None)
        ]
        if after is None:
            return float(sign * values[0])
        doubt = DOUBT if report.best.move == made else 0.0
        return float(sign * max([sign * after, *(value - doubt for value in values)]))

    def _report(self, position: Position) -> Report:
        """A report of as many visits as the player's depth stands for, those that are known among them, or of
        as much time as it has."""
        player = self._player
        limits = Limits(player.settings.bounds.visits, seconds_at(player.settings.depth or 0))
        known = player.search_session.recall(position)
        if known is not None and limits.visits is not None:
            limits = limits._replace(visits=limits.visits - known.searched)
        if known is None or limits.visits is None or limits.visits > 0:
            known = player.analysis.assess(position, limits)
        report: Report = player.analysis.in_discs(known, position, MOST_LEADS)
        return report
