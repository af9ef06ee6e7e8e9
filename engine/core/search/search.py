# cython: language_level=3, cdivision=True
"""Monte Carlo tree search: the root, the workers, and when they stop.

What is computed: after N simulations every edge below the root holds how often it was taken and the sum of
the rewards that followed for the player who took it. At each node the edge with the highest

    value / visits + C sqrt(ln N / visits)           (UCB1; in the other convention 2 ln N), or
    value / visits + C P sqrt(N) / (1 + visits)      (PUCT, P the prior)

is taken (engine/core/search/expand), by the node's own mover for himself. Rewards are one per player, so
games that alternate, games in which a player may move again and games for more than two are searched by one
rule (max^n), and a forced pass is an edge like any other. What else changes the choice is an option
(engine/options.py).

A node whose outcome is certain is settled: its rewards are exact, and nobody searches below it. A settled
child that wins settles its parent, and so do children that are all settled.

What one simulation does is engine/core/search/simulate. The same seed and one worker give the same tree.
"""

import threading
from time import thread_time

import cython
from cython.cimports.cpython.exc import PyErr_CheckSignals

from ..base.workers import CROWDED, SHORT, start_threads

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import search`")

MARK_STEP = 2000
"""Nodes a collection follows between two looks at the clock."""


class Search(Survey):
    """A tree, its workers and the options they work by."""

    def __init__(
        self,
        evaluator: Evaluator,
        pool: Pool,
        options: dict,
        seed: int = 1,
        threads: int = 1,
        leaf_solver: LeafSolver = None,
    ):
        if not 1 <= threads <= MOST_WORKERS:
            raise ValueError(f"a search has 1 to {MOST_WORKERS} threads, not {threads}")
        Survey.__init__(self, evaluator, pool, options, seed, threads, leaf_solver)
        self.own_trees = options["parallel"] == "root" and threads > 1
        self.share = 1.0
        self.noise_share = options["noise"]
        self.noise = None
        if self.noise_share > 0:
            from random import Random

            self.noise = Random(seed)

    def look_at(self, position: Position, moves=None) -> int:
        """Make a position that is not over the root, and return the simulations the tree already has of it:
        what was learnt of a position is found again as long as there is room. Where only some `moves` are
        named, the others are not looked at: each is one of these in a mirror."""
        if position.rules is not self.rules:
            raise ValueError("a position of other rules")
        if position.over:
            raise ValueError("nothing to search: the game is over")
        while self.pool.collecting:
            self.pool.mark(MARK_STEP)
        roots = self.seats(position, moves)
        if 0 in roots:
            # No room for a new one beside what there is.
            self.forget()
            roots = self.seats(position, moves)
        if 0 in roots:
            raise MemoryError("the pool is too small for one node")
        worker: Worker
        for worker, root in zip(self.workers, roots, strict=True):
            worker.root = root
        self.root = roots[0]
        self.root_position = position.copy()
        self.doubt()
        self.shake()
        return sum([row[1] for row in self.rows()])

    def forget(self):
        """Give up everything that was learnt."""
        worker: Worker
        self.pool.clear()
        self.root = 0
        self.root_position = None
        for worker in self.workers:
            worker.chunk.at = worker.chunk.end = worker.chunk.nodes = 0
            worker.root = 0

    def run(
        self,
        visits: cython.longlong,
        seconds: cython.double,
        bell: Bell,
        pause=None,
        slice: cython.double = 0.01,
        nodes: cython.longlong = 1 << 62,
    ) -> int:
        """Simulate until `visits` more are done, the tree has grown by `nodes`, the time is over, the bell
        rings, or the outcome is certain and no move banned; at least once. Between slices of that many
        seconds signals are served and `pause()` is asked, if given, whether that is enough. Returns the
        number of simulations. Where the core is shared with others a short search is left to one worker."""
        worker: Worker
        end: cython.double = seconds_now() + seconds
        began = (seconds_now(), thread_time())
        helped: cython.bint = seconds >= SHORT or self.share > CROWDED
        if self.root == 0:
            raise ValueError("no position to search")
        self.goal = max(1, visits)
        self.most_nodes = self.nodes + nodes
        shared_store64(cython.address(self.done), 0)
        while True:
            shared_set_flag(cython.address(self.halt), False)
            for worker in self.workers:
                worker.camped = 0
            worker = self.workers[0]
            helpers = []
            try:
                if helped:
                    self.call_helpers(helpers, end, bell)
                while True:
                    part: cython.double = min(end, seconds_now() + slice)
                    with cython.nogil:
                        self.work(worker, part, bell)
                    PyErr_CheckSignals()
                    enough = seconds_now() >= end or (pause is not None and pause())
                    if enough or shared_is_set(cython.address(self.halt)):
                        break
            finally:
                shared_set_flag(cython.address(self.halt), True)
                for helper in helpers:
                    if helper.ident is not None:
                        helper.join()
            enough = enough or self.made >= self.goal or shared_is_set(cython.address(bell.rung))
            enough = enough or (self.settled and not self.ban_plies)
            full = shared_is_set(cython.address(self.pool.full))
            if enough or not full or not self.make_room(end, bell):
                self.note_share(*began)
                return self.made

    def note_share(self, began: cython.double, used: cython.double):
        """Note what share of a core this thread was given since a moment at which it had `used` so much."""
        self.share = share_after(self.share, seconds_now() - began, thread_time() - used)

    @property
    def made(self) -> int:
        """The simulations of the run that is under way, or of the last one; while several workers are at it,
        as of a moment ago."""
        return shared_load64(cython.address(self.done))

    def call_helpers(self, helpers: list, end: cython.double, bell: Bell):
        """List the other workers and start those that can be; they work until `halt` is set."""
        for worker in self.workers[1:]:
            terms = worker, end, bell
            helpers.append(threading.Thread(target=self.help_out, args=terms, daemon=True))
        start_threads(helpers)

    def help_out(self, worker: Worker, end: cython.double, bell: Bell):
        with cython.nogil:
            self.work(worker, end, bell)

    def make_room(self, end: cython.double, bell: Bell) -> bool:
        """Collect what the roots do not need, the least visited too if that is not enough; false when there
        was no time to finish, and the next run goes on."""
        roots: uint32_t[MOST_WORKERS]
        worker: Worker
        count: cython.int = len(self.workers)
        least: uint32_t = 0
        for i in range(count):
            worker = self.workers[i]
            roots[i] = worker.root
            self.pool.close(cython.address(worker.chunk))
        while True:
            if not self.pool.collecting and not self.pool.begin(roots, count, least):
                raise MemoryError("no memory to make room in the tree")
            while not self.pool.mark(MARK_STEP):
                if shared_is_set(cython.address(bell.rung)) or seconds_now() >= end:
                    return False
            least = self.pool.threshold() if least == 0 else 0
            if least == 0:
                return True

    def seats(self, position: Position, moves=None) -> list:
        """For each worker the node of a position that it starts from, 0 where there is no room for one: the
        one that is known, or else a new one, and where each worker has his own tree new ones for the rest."""
        first = self.known(position, moves) or self.plant(position, moves)
        return [first] + [self.plant(position, moves) if self.own_trees else first for _ in self.workers[1:]]

    def look_from(self, roots: list) -> list:
        """Let the workers, while none runs, begin at these nodes, and return where they began so far. Only to
        look from there: the position that they play on from is not changed."""
        worker: Worker
        earlier = []
        for worker, root in zip(self.workers, roots, strict=True):
            earlier.append(worker.root)
            worker.root = root
        self.root = roots[0]
        return earlier

    def plant(self, position: Position, moves=None) -> int:
        """A new node for a position, with all its moves or some; 0 when there is no room."""
        worker: Worker = self.workers[0]
        self.rules.copy(worker.state.state, position.state)
        index: uint32_t = self.grow(worker.state.state, cython.address(worker.chunk), worker.scratch)
        if index == 0 or moves is None:
            return index
        rows = self.rows_at(index)
        if sum([row[1] for row in rows]):
            # It is part of the tree already.
            index = self.pool.take(cython.address(worker.chunk), len(rows))
            if index:
                self.leave(index, rows, position, moves)
                self.pool.insert(index)
            return index
        self.leave(index, rows, position, moves)
        return index

    def leave(self, index: uint32_t, rows: list, position: Position, moves: list):
        """Make a node that was never searched, with room for all these rows, one of only some `moves`, whose
        priors make up for the rest; what is left of its room becomes a gap."""
        node: cython.pointer(Node) = node_at(self.pool, index)
        edges: cython.pointer(Edge) = edges_of(node)
        gap: cython.pointer(Node)
        whole: uint32_t = units_of(self.pool, len(rows))
        kept = [row for row in rows if row[0] in moves]
        total = sum([row[3] for row in kept])
        node.key = position.key
        node.mover = self.rules.mover(position.state)
        node.flags = 0
        node.low = -UNBOUNDED
        node.high = UNBOUNDED
        for i in range(MOST_PLAYERS):
            node.backed[i] = PRIOR_ONE // 2
        node.edges = len(kept)
        for i in range(len(kept)):
            edges[i].stat = 0
            edges[i].child = 0
            edges[i].move = kept[i][0]
            edges[i].prior = max(1, int(kept[i][3] / total * PRIOR_ONE))
        if self.amaf:
            for i in range(len(kept)):
                amaf_of(node)[i] = 0
        if len(kept) < len(rows):
            gap = node_at(self.pool, index + units_of(self.pool, len(kept)))
            gap.edges = GAP
            gap.next = whole - units_of(self.pool, len(kept))

    def doubt(self):
        """Let a certain root be proven anew when a collection has given up the move that proves it."""
        node: cython.pointer(Node) = node_at(self.pool, self.root)
        edges: cython.pointer(Edge) = edges_of(node)
        child: cython.pointer(Node)
        if not is_sure(node):
            return
        for i in range(node.edges):
            child = node_at(self.pool, edges[i].child)
            if edges[i].child == 0 or not is_sure(child):
                continue
            best = child.backed[node.mover] == node.backed[node.mover]
            if best and (self.prove != PROVE_SCORE or child.low == node.low):
                return
        node.flags = 0
        node.low = -UNBOUNDED
        node.high = UNBOUNDED

    def shake(self):
        """Mix random numbers into the root's priors, about ten moves' worth."""
        self.noisy = self.noise_share > 0
        if not self.noisy:
            return
        rows = self.rows_at(self.root)
        numbers = [self.noise.gammavariate(10.0 / len(rows), 1.0) for _ in rows]
        total = sum(numbers) or 1.0
        for i in range(len(rows)):
            self.root_priors[i] = (1 - self.noise_share) * rows[i][3] + self.noise_share * numbers[i] / total

    def work(self, worker, end, bell):
        """Simulate until the end, or until there is a reason for every worker to halt. Several workers count
        together, where there are many to count in steps."""
        step: cython.int = 1 if self.alone or self.goal <= FEW_VISITS else CHECK_EVERY
        count: cython.int = 0
        counted: cython.int = 0
        i: cython.int
        if not self.alone:
            # Camps from before have been paid, and their losses taken back.
            for i in range(worker.camped):
                self.announce(worker, i)
        while True:
            self.simulate(worker)
            count += 1
            if count - counted == step:
                self.add(cython.address(self.done), step)
                counted = count
                if shared_load64(cython.address(self.done)) >= self.goal:
                    shared_set_flag(cython.address(self.halt), True)
            if self.must_end(worker, bell):
                shared_set_flag(cython.address(self.halt), True)
            if shared_is_set(cython.address(self.halt)) or count % CHECK_EVERY == 0 and seconds_now() >= end:
                break
        self.pay(worker, 0)
        self.add(cython.address(self.done), count - counted)

    def must_end(self, worker, bell):
        """Whether there is a reason, other than the goal and the time, for every worker to halt."""
        if shared_is_set(cython.address(bell.rung)) or shared_is_set(cython.address(self.pool.full)):
            return True
        if self.ban_plies == 0 and is_sure(node_at(self.pool, worker.root)):
            return True
        return shared_load64(cython.address(self.pool.nodes)) + worker.chunk.nodes >= self.most_nodes
