"""Thinking about a position: one tree, kept as long as the game, the level and the options stay the same."""

from __future__ import annotations

import math
import time

from outflank.engine import core
from outflank.engine.analysis import tree_file
from outflank.engine.analysis.limits import StopRule
from outflank.engine.analysis.report import drawn
from outflank.engine.analysis.symmetry import twins
from outflank.engine.analysis.watching import SLICE, Pause, Reporter
from outflank.engine.games import require_game
from outflank.engine.new_search import new_search
from outflank.engine.options import defaults
from outflank.engine.technique import number as number_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from outflank.engine.analysis.limits import Limits
    from outflank.engine.analysis.memory import Share
    from outflank.engine.analysis.report import Report, Row
    from outflank.engine.analysis.symmetry import Twins
    from outflank.engine.analysis.watching import Bans, Watch
    from outflank.engine.core.base.stop import Bell
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.new_search import AnySearch
    from outflank.engine.technique import Value

NAP = 0.002
"""Seconds of sleep at a time where there is nothing left to search."""
FOR_EVER = 1 << 62
TELLING = 0.005
"""Seconds of work that say what share of a core it is given."""


class SearchSession:
    """A search with its options and a tree that is kept. It takes `memory` MB, a part of its `room`
    (engine/analysis/memory.py) if that is given. Nothing costly is built before the first search."""

    def __init__(
        self,
        game: str,
        rules: Rules,
        options: Mapping[str, Value],
        bell: Bell,
        seed: int = 1,
        memory: float = 256,
        threads: int = 1,
        room: Share | None = None,
    ) -> None:
        self.game = game
        self.rules = rules
        self.options = {**defaults(game, getattr(rules, "size", None), options), **options}
        self.bell = bell
        self.seed = seed
        self.most: float = memory
        self.memory: float = memory
        self.threads = threads
        self.room = room
        self.looks = 0
        self.last: Report | None = None
        self._search: AnySearch | None = None
        self._seen: Position | None = None
        self._loaded = False
        self._share: float | None = None
        self.delay: float | None = None
        self._drawn = core.load("base.rng").sample(seed, 1 << 30, 400)

    @property
    def search(self) -> AnySearch:
        """The search itself, built now if need be. MemoryError without room for its tree."""
        if self._search is None:
            self._search = self._new_search()
        if self._share is not None:
            self._search.share, self._share = self._share, None
        return self._search

    @property
    def held(self) -> float:
        """The MB that the tree has been given, 0 before the first thought."""
        return 0 if self._search is None else self._search.pool.bytes / (1 << 20)

    def get_ready(self) -> AnySearch:
        """Build everything that the first search needs. MemoryError without room for its tree."""
        return self.search

    def note_share(self, seconds: float, used: float) -> None:
        """Note that work of `seconds` used a core for `used` of them. Until a search has measured it, that is
        the share of a core it counts on."""
        if seconds >= TELLING:
            self._share = used / seconds

    @property
    def touched(self) -> float:
        """The MB of that which the system has had to give so far at most."""
        return 0 if self._search is None else self._search.pool.touched_bytes / (1 << 20)

    @property
    def crowded(self) -> bool:
        """Tell whether the tree fills its memory, so that parts of it are given up for others."""
        return self._search is not None and self._search.pool.crowded

    def bound(self, memory: float) -> bool:
        """Take no more than `memory` MB from now on, of those there were at the beginning. False, and nothing
        has changed, when the tree has grown beyond."""
        if self._search is not None and not self._search.pool.bound(memory):
            return False
        self.memory = memory
        return True

    def alike(self, seed: int, memory: float | None = None) -> SearchSession:
        """A new session with the same settings, a seed of its own and no tree, perhaps in less memory."""
        memory = self.most if memory is None else memory
        return SearchSession(
            self.game, self.rules, self.options, self.bell, seed, memory, self.threads, self.room
        )

    def forget(self) -> None:
        """Give up the tree, and begin with the seed again."""
        self._search = None
        self._seen = None
        self._loaded = False
        self.last = None
        self.looks += 1

    def save_tree(self, size: int, komi: float) -> Iterator[bytes | bytearray]:
        """The tree as the pieces of a file (engine/analysis/tree_file.py), all of them to be taken before the
        next thought. NoTree when there is none, or it is one that no file keeps."""
        self._require_open(tree_file.NoTree)
        dump = None if self._search is None else core.load("search.dump").Dump(self._search)
        if dump is None or dump.nodes == 0:
            raise tree_file.NoTree("nothing has been searched yet")
        return tree_file.write(self._terms(size, komi), dump)

    def load_tree(self, data: bytes, size: int, komi: float) -> None:
        """Replace the tree by the one in a file's bytes. BadTree, and nothing has changed, when they hold
        none of this game, board and meaning, or one that is too large for the memory.

        Where several workers had a tree each, the most visited one of a position goes on, as it does from one
        search to the next."""
        self._require_open(tree_file.BadTree)
        head = tree_file.read_head(data)
        tree_file.compare(head.terms, self._terms(size, komi))
        store = core.load("search.dump")
        search = self._new_search() if self._search is None else self._search
        if not store.fits(search, head.units):
            needed, there = store.megabytes(head.units), self.memory
            if self.room is not None:
                needed, there = self.room.needed(needed), self.room.asked
            raise tree_file.BadTree(f"it needs {needed} MB, there are {there}")
        nodes = tree_file.read_nodes(data, head)
        try:
            store.restore(search, nodes, head.nodes)
        except ValueError as error:
            raise tree_file.BadTree(f"it holds {error}") from None
        self._search = search
        self._loaded = True
        self.last = self._seen = None
        self.looks += 1

    def _require_open(self, kind: type[tree_file.NoTree] | type[tree_file.BadTree]) -> None:
        """Refuse what cannot be done with the tree of what one seat knows."""
        if require_game(self.game).hidden:
            raise kind(f"no file keeps a tree of {self.game}: it is of what one seat knows")

    def think(
        self,
        position: Position,
        limits: Limits,
        soft: float | None = None,
        hard: float | None = None,
        watch: Watch | None = None,
        bans: Bans | None = None,
    ) -> Report:
        """Search a position that is not over until a limit is reached or the bell rings. A clock gives the
        time that the root is worth, between `soft` and `hard`. The report is returned and kept; `watch` is
        called in between. `bans` are moves left out: {(player, move): up to which ply}. `delay` is by how
        much a slice of it ended too late at the most, None where none was ever full."""
        # Building the search takes its part of the time.
        began = time.monotonic()
        search = self.search
        kept = self._look_at(position, bans)
        reporter = self._reporter(position, kept, began, bans)
        rule = StopRule(limits, soft, hard, bool(self.options["early_stop"]), bool(reporter.twins))
        pause = Pause(reporter, rule, watch)
        left = max(0.0, rule.seconds - (time.monotonic() - began))
        visits = FOR_EVER if limits.visits is None else limits.visits
        nodes = FOR_EVER if limits.nodes is None else limits.nodes
        search.ban(bans or {})
        try:
            asked = pause if rule.looks or watch else None
            done = search.run(visits, left, self.bell, asked, SLICE, nodes)
        finally:
            search.ban({})
            self.delay = pause.delay
        self.last = reporter.report(done)
        return self.last

    def reports(
        self,
        position: Position,
        every: float,
        bans: Bans | None = None,
        visits: int = FOR_EVER,
        seconds: float = math.inf,
    ) -> Iterator[Report]:
        """The reports of a search of a position that is not over, one about every `every` seconds, at least
        one. It ends when the bell rings, `visits` of the position are known, those of earlier searches among
        them, or after `seconds`. `bans` as in `think`."""
        search = self.search
        began = time.monotonic()
        kept = self._look_at(position, bans)
        reporter = self._reporter(position, kept, began, bans)
        done, told = 0, False
        search.ban(bans or {})
        try:
            while not (told and self.bell.rung):
                now = time.monotonic()
                due = min(now + every, began + seconds)
                wanted = max(0, visits - kept - done)
                done += search.run(wanted, max(0.0, due - now), self.bell, None, SLICE) if wanted else 0
                if kept + done >= visits or time.monotonic() >= began + seconds:
                    self.last = reporter.report(done)
                    yield self.last
                    return
                # Where the outcome is certain the search has ended early. Once that is told nothing is left
                # but to wait.
                while told and (left := due - time.monotonic()) > 0 and not self.bell.rung:
                    time.sleep(min(NAP, left))
                if not (told and self.bell.rung):
                    self.last = reporter.report(done)
                    told = True
                    yield self.last
        finally:
            search.ban({})

    def ponder(self, position: Position, seconds: float, nodes: int | None = None) -> None:
        """Search on in idle time, for `seconds`, until the bell rings or the tree has grown by `nodes`."""
        if not position.over and not self.bell.rung:
            self._look_at(position)
            self.search.run(FOR_EVER, seconds, self.bell, None, SLICE, FOR_EVER if nodes is None else nodes)

    def recall(self, position: Position) -> Report | None:
        """A report of a position from the tree, without a search; None where the tree has none. The tree
        stays as it is, and so does its root."""
        search = self._search
        if search is None or position.over:
            return None
        known = self._known_node(search, position)
        if not known:
            return None
        began = time.monotonic()
        elsewhere = self._seen is None or self._seen.key != position.key
        roots = search.start_from([known] * self.threads) if elsewhere else None
        try:
            kept = sum(row[1] for row in search.rows())
            return self._reporter(position, kept, began).report(0) if kept else None
        finally:
            if roots is not None:
                search.start_from(roots)

    def _look_at(self, position: Position, bans: Bans | None = None) -> int:
        """Make a position the root, and return the simulations that are known of it. Of moves that are mirror
        images of each other one is searched, unless there are bans."""
        kept = self.search.set_root(position, None if bans else self.different(position))
        self._seen = position
        self.looks += 1
        return kept

    def _twins(self, position: Position) -> Twins:
        """The moves of a position that are another one's mirror image (engine/analysis/symmetry.py)."""
        return twins(position) if require_game(self.game).symmetric else {}

    def different(self, position: Position) -> list[int] | None:
        """The moves of a position without those that are another one's mirror image; None where that is
        all."""
        images = self._twins(position)
        return [move for move in position.moves() if move not in images] if images else None

    def _known_node(self, search: AnySearch, position: Position) -> int:
        """The most visited node of a position; 0 when there is none."""
        different = self.different(position)
        nodes = [search.known(position)] + ([] if different is None else [search.known(position, different)])
        return max(nodes, key=lambda node: sum(row[1] for row in search.rows_at(node)) if node else -1)

    def choice(self, report: Report, turn: int) -> Row:
        """The row to play: the preferred one, or at a temperature one that is drawn. The number that draws is
        fixed for the seed and the turn."""
        number = self._drawn[turn % len(self._drawn)] / (1 << 30)
        return drawn(report.rows, number_of(self.options["temperature"]), number)

    def _new_search(self) -> AnySearch:
        options = self.options
        variant = require_game(self.game)
        cache_bits = None if self.room is None else self.room.bits
        search = new_search(
            variant, self.rules, options, self.most, self.seed, self.threads, cache_bits=cache_bits
        )
        search.pool.bound(self.memory)
        return search

    def _terms(self, size: int, komi: float) -> tree_file.Terms:
        return tree_file.terms(self.game, size, komi, self.rules, self.options)

    def _reporter(self, position: Position, kept: int, began: float, bans: Bans | None = None) -> Reporter:
        twins = {} if bans else self._twins(position)
        return Reporter(self.search, position, kept, began, bans, twins, trusted=not self._loaded)
