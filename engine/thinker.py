"""Thinking about a position: one tree, kept as long as the game, the level and the options stay the same."""

import time

from engine import core, techniques
from engine.limits import keep_thinking, settled
from engine.report import Report, drawn, preferred, when_settled

SLICE = 0.01
"""Seconds of search between two looks at what else happened: signals are served in between."""
FOR_EVER = 1 << 62
LONG = 1e9


class Thinker:
    """A search with its options. Nothing costly is built before the first thought."""

    def __init__(self, game, rules, options, bell, seed=1, memory=256, threads=1):
        self.game = game
        self.rules = rules
        self.options = {**techniques.defaults(game), **options}
        self.bell = bell
        self.seed = seed
        self.memory = memory
        self.threads = threads
        self.last = None
        self._search = None
        self._drawn = core.load("rng").sample(seed, 1 << 30, 400)

    @property
    def search(self):
        """The search itself, built now if need be. MemoryError when there is no room for its tree."""
        if self._search is None:
            options = self.options
            leaf = core.load("leaf").Leaf(
                options["playouts"], options["policy"], options["cut"], options["static_weight"]
            )
            pool = core.load("pool").Pool(self.memory)
            self._search = core.load("search").Search(
                self.rules, pool, leaf, options, self.seed, self.threads
            )
        return self._search

    def alike(self, seed):
        """Another one with the same settings, a seed of its own and nothing learnt."""
        return Thinker(self.game, self.rules, self.options, self.bell, seed, self.memory, self.threads)

    def forget(self):
        """Give up what was learnt, and begin with the seed again."""
        self._search = None
        self.last = None

    def think(self, position, limits, soft=None, hard=None):
        """Search a position that is not over until one of the limits is reached, the time between `soft` and
        `hard` that the root is worth is over, or the bell rings. Returns and keeps the report."""
        search = self.search
        began = time.monotonic()
        kept = search.look_at(position)
        seconds = min(LONG if limits.seconds is None else limits.seconds, LONG if hard is None else hard)
        visits = FOR_EVER if limits.visits is None else limits.visits
        pause = self._pause(began, visits, soft, hard, kept)
        left = max(0.0, seconds - (time.monotonic() - began))
        nodes = FOR_EVER if limits.nodes is None else limits.nodes
        done = search.run(visits, left, self.bell, pause, SLICE, nodes)
        self.last = self._report(done, kept, time.monotonic() - began)
        return self.last

    def ponder(self, position, seconds):
        """Search on while nothing else is to do, until the bell rings or for so long."""
        if not position.over and not self.bell.rung:
            self.search.look_at(position)
            self.search.run(FOR_EVER, seconds, self.bell, None, SLICE)

    def choice(self, report, turn):
        """The row to play: the preferred one, or at a temperature one drawn by a number that is fixed for the
        seed and the turn."""
        number = self._drawn[turn % len(self._drawn)] / (1 << 30)
        return drawn(report.rows, self.options["temperature"], number)

    def _pause(self, began, visits, soft, hard, kept):
        """What the search asks between slices: whether that is enough."""
        search = self.search
        early = self.options["early_stop"]
        earlier = []

        def enough():
            rows = sorted(((move, n, mean) for move, n, mean, *_ in search.rows()), key=lambda row: -row[1])
            done = sum(row[1] for row in rows) - kept
            if early and visits < FOR_EVER and settled(rows, visits - done):
                return True
            if hard is None:
                return False
            earlier.append(rows[0][2])
            before = earlier[3 * len(earlier) // 4]
            return not keep_thinking(time.monotonic() - began, soft, hard, rows, done, before)

        return enough if early or hard is not None else None

    def _report(self, done, kept, seconds):
        search = self.search
        rows = when_settled(search.rows()) if search.settled else preferred(search.rows())
        line = tuple(search.line(rows[0].move))
        return Report(
            rows,
            done,
            kept,
            seconds,
            search.settled,
            search.bounds,
            line,
            search.pool.used_bytes,
            search.pool.collections,
        )
