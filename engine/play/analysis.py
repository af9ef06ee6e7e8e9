"""Looking at positions for a player: reports of a search, answers of the solver, leads, and the tree
itself."""

from __future__ import annotations

import math

from outflank.engine import NotBuilt, core
from outflank.engine.analysis.report import with_leads
from outflank.engine.analysis.session import FOR_EVER
from outflank.engine.analysis.solver import solve
from outflank.engine.errors import Damaged, NoMemory, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    from outflank.engine.analysis.limits import Limits
    from outflank.engine.analysis.memory import Trees
    from outflank.engine.analysis.report import Report
    from outflank.engine.analysis.request import SearchRequest
    from outflank.engine.analysis.session import SearchSession
    from outflank.engine.analysis.solver import Solution
    from outflank.engine.analysis.watching import Watch
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.search.inspect import Listed
    from outflank.engine.core.solver.endgame import Answer
    from outflank.engine.play.player import Player

    Found = TypeVar("Found")

LEAD_SECONDS = 0.5
"""Most seconds for the leads of an ending that are told; a judgement."""


FULL = "the search tree fills its part of the memory of {} MB: what was visited least is given up"


class Analysis:
    """A player's analyses of positions. The game and the clock stay where they are."""

    def __init__(self, player: Player, trees: Trees) -> None:
        self._player = player
        self._trees = trees

    def analyse(self, request: SearchRequest, watch: Watch, visits: int = FOR_EVER) -> None:
        """Search and report until the bell rings or `visits` of the position are known. At once over without
        a choice of moves."""
        for report in self.reports(request, watch.every, visits):
            watch.tell(report)

    def reports(
        self, request: SearchRequest, every: float, visits: int = FOR_EVER, seconds: float = math.inf
    ) -> Iterator[Report]:
        """The reports of a search about every `every` seconds, until the bell rings or a limit is reached.
        The limits are known `visits` of the position and `seconds`. None without a choice of moves."""
        if request.position is None:
            return
        session, position = self.session_for(request), request.position

        def begin() -> tuple[Report, Iterator[Report]]:
            found = session.reports(position, every, request.banned, visits, seconds)
            return next(found), found

        try:
            # The tree is built, and its root made, before the first report.
            first, others = self.with_memory(begin)
            yield first
            yield from others
        finally:
            self._player.search_session.last = session.last

    def prepare(self, request: SearchRequest) -> None:
        """Have room for the search of a request. NoMemory when there is none."""
        if request.position is not None:
            self.with_memory(lambda: self.session_for(request).search)

    def permit(self, request: SearchRequest) -> None:
        """Refuse a request that leaves out moves where a named player chooses, who cannot."""
        level = self._player.settings.level
        if request.banned and level.named:
            raise Refused(f"{level.name} cannot leave out moves")

    def assess(self, position: Position, limits: Limits) -> Report:
        """The report of a search of any position that is not over, within these limits."""
        return self.with_memory(lambda: self._trees.alone().think(position, limits))

    def solve(self, seconds: float) -> Solution:
        """The result of best play from here (engine/analysis/solver.py). Unsolved when that takes longer than
        `seconds` or the bell rings."""
        # Nothing else is asked meanwhile: the solver may take the memory of the endings' table.
        self._player.endings.release()
        return self.with_memory(lambda: solve(self._trees.apart(1), self._player.position, seconds))

    def exact_scores(self, position: Position, count: int, seconds: float) -> Iterator[Answer]:
        """Exact answers for the best `count` moves of an ending, the best first
        (engine/analysis/endings.py)."""
        return self.with_memory(lambda: self._player.endings.scores(position, count, seconds))

    def likely_scores(
        self, position: Position, moves: list[int], level: int, seconds: float
    ) -> list[Answer] | None:
        """Likely answers for the best move of an ending and for others (engine/analysis/endings.py)."""
        return self.with_memory(lambda: self._player.endings.likely_scores(position, moves, level, seconds))

    def in_discs(
        self, report: Report, position: Position, most: int = 1, seconds: float = LEAD_SECONDS
    ) -> Report:
        """A report of a position with leads in discs, if the game is told in discs. In an ending the leads of
        its first `most` moves are the endgame solver's, as far as `seconds` suffice, if this player looks at
        endings."""
        player = self._player
        if player.variant.unit != "discs" or player.search_session.options["evaluation"] != "learned":
            return report
        moves = [row.move for row in report.rows[:most] if row.visits and row.margin is None]
        return with_leads(report, self.with_memory(lambda: player.endings.leads(position, moves, seconds)))

    def tree(self, depth: int, share: int, most: int) -> tuple[int, list[Listed]]:
        """The visits of the root last searched, and the tree below it (engine/core/search/inspect). It has
        moves down to a depth with at least a `share`-th of those visits, `most` of them."""
        search = self._trees.shown.search
        visits = sum(row[2] for row in search.subtree(1, 1, self._player.rules.actions))
        return visits, search.subtree(depth, max(1, visits // share), most)

    @property
    def shortages(self) -> dict[str, str]:
        """Resources that the player has to do without, {kind: text}."""
        missing = core.load("base.workers").MISSING[0]
        noun = "thread" if missing == 1 else "threads"
        found = {}
        if missing:
            found["threads"] = f"{missing} more {noun} cannot be started: the search goes on without"
        if self._player.search_session.crowded:
            found["memory"] = FULL.format(self._player.settings.memory)
        return found

    @property
    def tree_full(self) -> bool:
        """Tell whether the tree that was searched last fills its memory."""
        return self._trees.shown.crowded

    def recall(self) -> Report | None:
        """A report of the position now from the tree, without a search; None where the tree has none."""
        return self.with_memory(lambda: self._trees.shown.recall(self._player.position))

    def save_tree(self) -> Iterator[bytes | bytearray]:
        """The search tree as the pieces of a file, all of them to be taken before the next verb. NoTree when
        nothing has been searched yet."""
        return self.with_memory(lambda: self._trees.shown.save_tree(self._player.size, self._komi()))

    def load_tree(self, data: bytes) -> None:
        """Go on with the tree in a file's bytes instead of one's own; position and clock stay. BadTree when
        they hold none that is of use here."""
        self.with_memory(lambda: self._trees.alone().load_tree(data, self._player.size, self._komi()))

    def session_for(self, request: SearchRequest) -> SearchSession:
        """The session that searches a request. Where moves below the root are left out it is one apart, as
        its results do not hold for play with them."""
        below = any(plies > 1 for plies in request.banned.values())
        return self._trees.apart(self._player.search_session.seed) if below else self._trees.alone()

    def with_memory(self, search: Callable[[], Found]) -> Found:
        """The result of a search, which may find no room for its tree."""
        try:
            try:
                return search()
            except MemoryError:
                if not self._trees.give_way():
                    raise
                return search()
        except MemoryError:
            raise NoMemory(f"no memory for a tree of {self._player.settings.memory} MB") from None
        except NotBuilt as error:
            raise Damaged(str(error)) from None

    def _komi(self) -> float:
        """The komi that the rules count, 0 in games without."""
        return self._player.game.komi
