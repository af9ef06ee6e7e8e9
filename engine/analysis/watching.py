"""Between two slices of a search: reports of its root, a watcher to tell, a rule that may stop it."""

from __future__ import annotations

import time

from outflank.engine.analysis.report import Expected, Report, preferred, when_settled, with_images
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from outflank.engine.analysis.limits import StopRule
    from outflank.engine.analysis.symmetry import Twins
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.search.inspect import Row as Found
    from outflank.engine.new_search import AnySearch

    Bans: TypeAlias = dict[tuple[int, int], int]

SLICE = 0.01
"""Seconds of search between two looks at what else happened: signals are served in between."""


class Watch(NamedTuple):
    """A function to call with a report, about every `every` seconds of a search."""

    every: float
    tell: Callable[[Report], object]


class Reporter(NamedTuple):
    """The root of a search as reports: one position, searched since `began`, of which `kept` simulations were
    known before. `bans` are the moves that are not searched, `twins` those that are another's mirror image.
    A tree is not `trusted` where it comes from a file, which may hold children that are other positions'."""

    search: AnySearch
    position: Position
    kept: int
    began: float
    bans: Bans | None
    twins: Twins
    trusted: bool

    def rows(self) -> list[Found]:
        """The search's rows of the root without the moves that are banned there."""
        mover = self.search.mover
        return [row for row in self.search.rows() if (mover, row[0]) not in (self.bans or {})]

    def report(self, done: int) -> Report:
        """The report after `done` simulations."""
        search = self.search
        ranked = when_settled(self.rows()) if search.proven and not self.bans else preferred(self.rows())
        leads = search.leads(self.position)
        estimated = not search.tree.evaluator.plays_out
        expected = {move: Expected(*means, estimated) for move, means in search.expected().items()}
        rows = tuple(
            row._replace(line=self._line(row.move), lead=leads.get(row.move), expected=expected.get(row.move))
            for row in ranked
        )
        return Report(
            with_images(rows, self.twins),
            done,
            self.kept,
            time.monotonic() - self.began,
            search.proven,
            search.bounds,
            search.outcome,
            search.pool.used_bytes,
            search.pool.collections,
        )

    def _line(self, move: int) -> tuple[int, ...]:
        """The moves that the tree expects from here on, this one first."""
        line = self.search.line(move) or [move]
        if self.trusted:
            return tuple(line)
        position = self.position
        for count, step in enumerate(line):
            if step not in position.moves():
                return tuple(line[:count])
            position = position.play(step)
        return tuple(line)


class Pause:
    """Answers a search between two slices whether to stop. It tells the watcher, measures the delays of the
    scheduler, and asks the rule. `delay` is by how much a slice ended too late at the most, None where none
    was ever full."""

    def __init__(self, reporter: Reporter, rule: StopRule, watch: Watch | None) -> None:
        self.delay: float | None = None
        self._reporter = reporter
        self._rule = rule
        self._watch = watch
        self._due = reporter.began + watch.every if watch else 0.0
        self._last = time.monotonic()

    def __call__(self) -> bool:
        reporter = self._reporter
        now = time.monotonic()
        if now - self._last >= SLICE:
            self.delay = max(self.delay or 0.0, now - self._last - SLICE)
        if self._watch and now >= self._due:
            self._due = now + self._watch.every
            self._watch.tell(reporter.report(reporter.search.made))
        rows = sorted((row[:3] for row in reporter.rows()), key=lambda row: -row[1])
        over = self._rule.is_met(time.monotonic() - reporter.began, rows, reporter.search.made)
        self._last = time.monotonic()
        return over
