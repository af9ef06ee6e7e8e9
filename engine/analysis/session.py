"""Thinking about a position: one tree, kept as long as the game, the level and the options stay the same."""

from __future__ import annotations

import math
import time

from outflank.engine import core
from outflank.engine.analysis import tree_file
from outflank.engine.analysis.limits import StopRule
from outflank.engine.analysis.report import Report, drawn, preferred, when_settled, with_images
from outflank.engine.analysis.symmetry import twins
from outflank.engine.games import require_game
from outflank.engine.new_search import new_search
from outflank.engine.options import defaults, number as number_of
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import TypeAlias

    from outflank.engine.analysis.limits import Limits
    from outflank.engine.analysis.memory import Share
    from outflank.engine.analysis.report import Row
    from outflank.engine.analysis.symmetry import Twins
    from outflank.engine.core.base.stop import Bell
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.core.search.inspect import Row as Found
    from outflank.engine.new_search import AnySearch
    from outflank.engine.options import Value

    Bans: TypeAlias = dict[tuple[int, int], int]

SLICE = 0.01
"""Seconds of search between two looks at what else happened: signals are served in between."""
NAP = 0.002
"""Seconds of sleep at a time where there is nothing left to search."""
FOR_EVER = 1 << 62
TELLING = 0.005
"""Seconds of work that say what share of a core it is given."""


class Watch(NamedTuple):
    """Somebody to call with a report, about every so many seconds of a search."""

    every: float
    tell: Callable[[Report], object]


class SearchSession:
    """A search with its options, in so many MB of memory, which are a part of its `room`
    (engine/analysis/memory.py) if that is given. Nothing costly is built before the first thought."""

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
        """The search itself, built now if need be. MemoryError when there is no room for its tree."""
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
        """Have what the first thought needs. MemoryError when there is no room for its tree."""
        return self.search

    def note_share(self, seconds: float, used: float) -> None:
        """So many seconds of work took so much of a core: until a search has measured it, the share of a core
        that it will be given."""
        if seconds >= TELLING:
            self._share = used / seconds

    @property
    def touched(self) -> float:
        """The MB of that which the system has had to give so far at most."""
        return 0 if self._search is None else self._search.pool.touched_bytes / (1 << 20)

    @property
    def crowded(self) -> bool:
        """Whether the tree fills its memory, so that parts of it are given up for others."""
        return self._search is not None and self._search.pool.crowded

    def bound(self, memory: float) -> bool:
        """Take no more than so many MB from now on, of those there were at the beginning; false, and nothing
        has changed, when the tree has grown beyond."""
        if self._search is not None and not self._search.pool.bound(memory):
            return False
        self.memory = memory
        return True

    def alike(self, seed: int, memory: float | None = None) -> SearchSession:
        """Another one with the same settings, a seed of its own and nothing learnt, perhaps in less
        memory."""
        memory = self.most if memory is None else memory
        return SearchSession(
            self.game, self.rules, self.options, self.bell, seed, memory, self.threads, self.room
        )

    def forget(self) -> None:
        """Give up what was learnt, and begin with the seed again."""
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
        """Give up what was learnt for the tree in a file's bytes. BadTree, and nothing has changed, when they
        hold none of this game, board and meaning, or one that is too large for the memory.

        Where several workers had a tree each, the most visited one of a position goes on, as it does from one
        thought to the next."""
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
        """Search a position that is not over until one of the limits is reached, the time between `soft` and
        `hard` that the root is worth is over, or the bell rings. Returns and keeps the report. Who watches
        is told in between. `bans` are moves that are not looked at: {(player, move): up to which ply}.
        `delay` is by how much a slice of it ended too late at the most, None where none was ever full."""
        # What has to be built first takes its part of the time.
        began = time.monotonic()
        search = self.search
        kept = self._look_at(position, bans)
        twins = {} if bans else self._twins(position)
        rule = StopRule(limits, soft, hard, bool(self.options["early_stop"]), bool(twins))
        pause = self._pause(position, began, kept, rule, watch, bans)
        left = max(0.0, rule.seconds - (time.monotonic() - began))
        visits = FOR_EVER if limits.visits is None else limits.visits
        nodes = FOR_EVER if limits.nodes is None else limits.nodes
        search.ban(bans or {})
        self.delay = None
        try:
            done = search.run(visits, left, self.bell, pause, SLICE, nodes)
        finally:
            search.ban({})
        self.last = self._report(position, done, kept, began, bans)
        return self.last

    def reports(
        self,
        position: Position,
        every: float,
        bans: Bans | None = None,
        visits: int = FOR_EVER,
        seconds: float = math.inf,
    ) -> Iterator[Report]:
        """The reports of a search of a position that is not over, about every so many seconds and at least
        once, until the bell rings, so many visits of it are known, those of earlier searches among them, or
        so many seconds have gone. `bans` as in `think`."""
        search = self.search
        began = time.monotonic()
        kept = self._look_at(position, bans)
        done, told = 0, False
        search.ban(bans or {})
        try:
            while not (told and self.bell.rung):
                now = time.monotonic()
                due = min(now + every, began + seconds)
                wanted = max(0, visits - kept - done)
                done += search.run(wanted, max(0.0, due - now), self.bell, None, SLICE) if wanted else 0
                if kept + done >= visits or time.monotonic() >= began + seconds:
                    self.last = self._report(position, done, kept, began, bans)
                    yield self.last
                    return
                # Where the outcome is certain the search has ended early. Once that is told nothing is left
                # but to wait.
                while told and (left := due - time.monotonic()) > 0 and not self.bell.rung:
                    time.sleep(min(NAP, left))
                if not (told and self.bell.rung):
                    self.last = self._report(position, done, kept, began, bans)
                    told = True
                    yield self.last
        finally:
            search.ban({})

    def ponder(self, position: Position, seconds: float, nodes: int | None = None) -> None:
        """Search on while nothing else is to do, until the bell rings, for so long, or until the tree has
        grown by so many nodes."""
        if not position.over and not self.bell.rung:
            self._look_at(position)
            self.search.run(FOR_EVER, seconds, self.bell, None, SLICE, FOR_EVER if nodes is None else nodes)

    def recall(self, position: Position) -> Report | None:
        """A report of what is known of a position without a search; None when that is nothing. The tree
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
            return self._report(position, 0, kept, began) if kept else None
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
        """The row to play: the preferred one, or at a temperature one drawn by a number that is fixed for the
        seed and the turn."""
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

    def _pause(
        self,
        position: Position,
        began: float,
        kept: int,
        rule: StopRule,
        watch: Watch | None,
        bans: Bans | None,
    ) -> Callable[[], bool] | None:
        """What the search asks between slices: whether that is enough."""
        due = [began + watch.every] if watch else []
        last = [time.monotonic()]

        def enough() -> bool:
            now = time.monotonic()
            if now - last[0] >= SLICE:
                self.delay = max(self.delay or 0.0, now - last[0] - SLICE)
            if watch and now >= due[0]:
                due[0] = now + watch.every
                watch.tell(self._report(position, self.search.made, kept, began, bans))
            rows = sorted((row[:3] for row in self._known(bans)), key=lambda row: -row[1])
            over = rule.is_met(time.monotonic() - began, rows, self.search.made)
            last[0] = time.monotonic()
            return over

        return enough if rule.looks or watch else None

    def _known(self, bans: Bans | None) -> list[Found]:
        """The search's rows of the root without the moves that are banned there."""
        mover = self.search.mover
        return [row for row in self.search.rows() if (mover, row[0]) not in (bans or {})]

    def _line(self, position: Position, move: int) -> tuple[int, ...]:
        """What the tree expects to follow on a position, this move first."""
        line = self.search.line(move) or [move]
        if not self._loaded:
            return tuple(line)
        # A file may hold children that are other positions', and the search has not passed all of them yet.
        for count, step in enumerate(line):
            if step not in position.moves():
                return tuple(line[:count])
            position = position.play(step)
        return tuple(line)

    def _report(
        self, position: Position, done: int, kept: int, began: float, bans: Bans | None = None
    ) -> Report:
        search = self.search
        ranked = (
            when_settled(self._known(bans)) if search.proven and not bans else preferred(self._known(bans))
        )
        leads = search.leads(position)
        rows = tuple(
            row._replace(line=self._line(position, row.move), lead=leads.get(row.move)) for row in ranked
        )
        if not bans:
            rows = with_images(rows, self._twins(position))
        return Report(
            rows,
            done,
            kept,
            time.monotonic() - began,
            search.proven,
            search.bounds,
            search.outcome,
            search.pool.used_bytes,
            search.pool.collections,
        )
