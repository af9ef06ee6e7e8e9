"""Hints: values of the best moves of a position by a player's search and solver, ever surer."""

from __future__ import annotations

import time

from outflank.engine.analysis.answers import report_of
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.plan import (
    ALONE,
    EXACT,
    HINTS,
    LEVELS,
    MARGIN,
    OTHERS,
    SEARCH,
    Stage,
    plan_for,
)
from outflank.engine.analysis.session import FOR_EVER
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from outflank.engine.analysis.report import Report
    from outflank.engine.book.book import Line
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.solver.endgame import Answer
    from outflank.engine.play.player import Player

LONGEST = 600.0
"""Seconds after which hints rest that the client has not taken back; a judgement."""
MOST_LEADS = 5
"""Most moves of an ending with leads of the solver while the search goes on. More would keep it waiting."""


class Hint(NamedTuple):
    """A round of hints. `percent` says how sure the leads of a report by the solver are, 100 where they are
    exact, and is None for a report of the search; `last` where no round follows."""

    report: Report
    percent: int | None = None
    last: bool = False


class Hints:
    """The rounds of hints about a position of a player, to be iterated over. Where the bell ended an
    iteration another one goes on. A search reports about every `every` seconds; a round that would come
    sooner than `soonest` seconds after another one is left out, unless it is the last."""

    def __init__(self, player: Player, moves: int, since: float, every: float, soonest: float) -> None:
        self._player = player
        self._position = player.position
        self._moves = moves
        self._end = since + LONGEST
        self._every = every
        self._soonest = soonest
        self._told = float("-inf")
        self._rounds = 0
        self._level = -1
        self._lines: dict[int, tuple[int, ...]] = {}
        self.book: dict[int, Line] = {}
        """The book's lines of the moves, {move: line}, as of the last beginning."""
        self.over = False
        """True after the last round was told."""

    def __iter__(self) -> Iterator[Hint]:
        # The same position may have other rules by now, as where a draw is worth something else.
        player, position = self._player, self._player.position
        self._position = position
        if player.book is not None:
            player.book.look()
            self.book = {line.move: line for line in player.book.lines(position)}
        plan = plan_for(position, HINTS, self._left, player.settings.endings)
        rounds = self._searched() if plan == ALONE else self._solved(plan)
        for hint in rounds:
            self.over = hint.last
            yield hint
            if hint.last:
                return
        self.over = plan != ALONE and not player.bell.rung

    @property
    def _left(self) -> float:
        return max(0.0, self._end - time.monotonic())

    def _searched(self) -> Iterator[Hint]:
        """Rounds of the search, until the outcome is proven or a limit is reached. The limits are the
        player's visits and a long time. A report from the tree is told at once."""
        player = self._player
        visits = player.settings.bounds.visits
        enough = FOR_EVER if visits is None else visits
        known = player.analysis.recall() if self._rounds == 0 else None
        if known is not None:
            yield from self._round(known, self._is_last(known, enough))
        for report in player.analysis.reports(player.request(self._position.mover), self._every, enough):
            yield from self._round(report, self._is_last(report, enough))

    def _is_last(self, report: Report, enough: int) -> bool:
        """Tell whether a search would find nothing more."""
        return report.settled or report.kept + report.visits >= enough or not self._left

    def _round(self, report: Report, last: bool = False) -> Iterator[Hint]:
        """The round of a search's report, if it is time for one, with leads of the solver."""
        if self._is_time(last):
            told = min(self._moves, MOST_LEADS)
            report = self._player.analysis.in_discs(report, self._position, told, self._every)
            self._lines.update((row.move, row.line) for row in report.rows)
            yield Hint(report, None, last)

    def _solved(self, plan: tuple[Stage, ...]) -> Iterator[Hint]:
        """Rounds by the stages of a plan: looks of the search, longer and longer tries of the solver. The
        tries find a likely margin, then an exact score; from the first one on come the exact scores of the
        best moves."""
        player, position = self._player, self._position
        self._began, self._nodes, found = time.monotonic(), 0, False
        shown = self._rounds > 0
        for stage in plan:
            if player.bell.rung or (stage.kind != OTHERS and (found or not self._left)):
                continue
            if stage.kind == SEARCH and self._level < 0 and not shown:
                yield from self._round(player.analysis.assess(position, Limits(None, stage.seconds)))
            elif stage.kind == MARGIN and self._may_guess():
                yield from self._likely(stage.seconds)
            elif stage.kind in (MARGIN, EXACT):
                for answer in player.analysis.exact_scores(position, 1, min(stage.seconds, self._left)):
                    found = answer.exact
                    self._nodes += answer.nodes
            elif stage.kind == OTHERS:
                yield from self._exact()
            shown = shown and stage.kind == SEARCH

    def _may_guess(self) -> bool:
        """Tell whether a level of selective search is left that says more than the tree search. A winner
        proven by that is more than a likely one."""
        known = self._player.analysis.recall()
        return self._level < LEVELS[-1] and not (known and known.settled)

    def _likely(self, seconds: float) -> Iterator[Hint]:
        """Rounds of likely leads, level by level; the last level begins within `seconds`."""
        player, position = self._player, self._position
        known = player.analysis.recall()
        moves = [row.move for row in known.rows] if known else position.moves()
        began, took, nodes = time.monotonic(), 0.0, 0
        while self._level < LEVELS[-1] and took < seconds:
            answers = player.analysis.likely_scores(
                position, moves[: self._moves], self._level + 1, self._left
            )
            if answers is None:
                break
            self._level += 1
            took = time.monotonic() - began
            nodes += sum(answer.nodes for answer in answers)
            if self._is_time(self._level == LEVELS[-1]):
                told = [answer._replace(line=self._longest(answer.line)) for answer in answers]
                yield Hint(report_of_all(position, told, nodes, took), percent_of(self._level))
        self._nodes += nodes

    def _exact(self) -> Iterator[Hint]:
        """Rounds of the exact scores of the best moves, one after the other."""
        player, position = self._player, self._position
        for answer in player.analysis.exact_scores(position, self._moves, self._left):
            if answer.exact:
                seconds = time.monotonic() - self._began
                yield Hint(report_of_all(position, [answer], self._nodes + answer.nodes, seconds), 100)

    def _longest(self, line: Sequence[int]) -> tuple[int, ...]:
        """A likely line as far as the tree goes on from its end. It is the last one that was told of its
        first move where that is longer."""
        line, position = tuple(line), self._position
        for move in line:
            position = position.play(move)
        known = self._player.search_session.recall(position)
        if known is not None:
            line += tuple(known.line)
        before = self._lines.get(line[0], ())
        self._lines[line[0]] = longest = before if len(before) > len(line) else line
        return longest

    def _is_time(self, last: bool) -> bool:
        """Tell whether a round is to be told now."""
        now = time.monotonic()
        if not last and now - self._told < self._soonest:
            return False
        self._told = now
        self._rounds += 1
        return True


def percent_of(level: int) -> int:
    """The share of a level's likely leads that are right, in percent."""
    from outflank.engine.core.solver import selectivity

    return selectivity.TABLE[level].percent


def report_of_all(position: Position, answers: Sequence[Answer], nodes: int, seconds: float) -> Report:
    """The solver's answers for moves of a position, the best first, as the report of a search."""
    reports = [report_of(position, answer, seconds) for answer in answers]
    return reports[0]._replace(rows=tuple(report.best for report in reports), visits=nodes)
