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
"""Discs taken off another move's value where a search prefers the move that was made. The values of the
positions behind that are surer."""
VISITED = 0.05
"""Another move counts if it has this part of the preferred one's visits."""
MOST_LEADS = 5
"""Most moves of an ending with leads of the solver."""


class GameValues:
    """The value of each position of a player's game for the first player, in discs. Pairs (number, value) are
    to be iterated over, the last position first. Where the bell ended an iteration another one goes on."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._left = len(list(player.game.plies())) + 1
        self._after: float | None = None

    @property
    def over(self) -> bool:
        """Tell whether all positions have values."""
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
        """The value of a position for the first player. The move that was made from it, if any, has the value
        found `after` it, and another one the search's."""
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
        """A report of the visits that the player's depth stands for, known ones among them. Without a depth
        it is one of the time that the player has."""
        player = self._player
        limits = Limits(player.settings.bounds.visits, seconds_at(player.settings.depth or 0))
        known = player.search_session.recall(position)
        if known is not None and limits.visits is not None:
            limits = limits._replace(visits=limits.visits - known.searched)
        if known is None or limits.visits is None or limits.visits > 0:
            known = player.analysis.assess(position, limits)
        report: Report = player.analysis.in_discs(known, position, MOST_LEADS)
        return report
