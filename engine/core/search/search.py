# cython: language_level=3, cdivision=True
"""Monte Carlo tree search: a tree, the threads that work on it, and when they stop.

After N simulations every edge below the root holds how often it was taken and the sum of the rewards that
followed for the player who took it; the move to play is the most visited one. Rewards are one per player, so
games that alternate, games in which a player may move again and games for more than two are searched by one
rule (max^n), and a forced pass is an edge like any other. README.md beside this file tells the whole of it.

Workers are threads without the GIL on one shared tree (tree parallelisation, Chaslot et al. 2008), or on one
tree each (root parallelisation). The same seed and one worker give the same tree. What is decided here is how
long they work; a move is chosen by who reads the rows.
"""

import threading
from time import thread_time

import cython
from cython.cimports.cpython.exc import PyErr_CheckSignals

from ..base.workers import CROWDED, SHORT, start_threads
from . import inspect, leads, roots

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import search`")


class Search:
    """A search of positions of one game, whose tree is kept from one to the next.

    `options` are all of engine/options.py, {name: value}. Set a root before you run it.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        pool: Pool,
        options: dict,
        seed: int = 1,
        threads: int = 1,
        leaf_solver: LeafSolver = None,
    ):
        self.tree = Tree(evaluator, pool, options, seed, threads, leaf_solver)
        self.rules = evaluator.rules
        self.pool = pool
        self.share = 1.0

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
        rings, or the outcome is proven and no move banned; at least once. Between slices of that many seconds
        signals are served and `pause()` is asked, if given, whether that is enough. Returns the number of
        simulations. Where the core is shared with others a short search is left to one worker."""
        began: cython.double = seconds_now()
        used: cython.double = thread_time()
        helped: cython.bint = seconds >= SHORT or self.share > CROWDED
        if self.tree.root == 0:
            raise ValueError("no position to search")
        self.goal = max(1, visits)
        self.most_nodes = self.nodes + nodes
        self.end = began + seconds
        self.bell = bell
        shared_store64(cython.address(self.done), 0)
        while True:
            stopped = self.work_together(pause, slice, helped)
            # A full pool is no reason to stop as long as there is time to make room in it.
            if stopped or self.why_stop(self.tree.workers[0], True) != POOL_FULL or not self.make_room():
                self.share = share_after(self.share, seconds_now() - began, thread_time() - used)
                return self.made

    def why_stop(self, worker, look_at_clock):
        """The reason for all workers to stop, GO_ON where there is none; that of a full pool comes last, as
        room can be made. Every limit that is looked at while workers run is looked at here."""
        if shared_load64(cython.address(self.done)) >= self.goal:
            return ENOUGH
        if shared_is_set(cython.address(self.bell.rung)):
            return RUNG
        if self.tree.ban_plies == 0 and is_proven(node_at(self.pool, worker.root)):
            return ALL_PROVEN
        if shared_load64(cython.address(self.pool.nodes)) + worker.chunk.nodes >= self.most_nodes:
            return ENOUGH
        if look_at_clock and seconds_now() >= self.end:
            return TIME_OVER
        if shared_is_set(cython.address(self.pool.full)):
            return POOL_FULL
        return GO_ON

    def work_together(self, pause, slice: cython.double, helped: cython.bint) -> bool:
        """Have all workers work until there is a reason to stop; true when that is because `pause` says
        so."""
        worker: Worker
        shared_set_flag(cython.address(self.halt), False)
        for worker in self.tree.workers:
            worker.depth = 0
        worker = self.tree.workers[0]
        helpers = []
        try:
            if helped:
                self.call_helpers(helpers)
            while True:
                until: cython.double = min(self.end, seconds_now() + slice)
                with cython.nogil:
                    self.work(worker, until)
                PyErr_CheckSignals()
                stopped = seconds_now() >= self.end or (pause is not None and pause())
                if stopped or shared_is_set(cython.address(self.halt)):
                    return bool(stopped)
        finally:
            shared_set_flag(cython.address(self.halt), True)
            for helper in helpers:
                if helper.ident is not None:
                    helper.join()

    def work(self, worker, until):
        """Simulate until that moment, or until there is a reason for every worker to halt. Several workers
        count together, where there are many simulations to count in steps."""
        step: cython.int = 1 if self.tree.alone or self.goal <= FEW_VISITS else CHECK_EVERY
        count: cython.int = 0
        counted: cython.int = 0
        # What was deferred at checkpoints from before has been flushed, and their losses taken back.
        resume(self.tree, worker)
        while True:
            simulate(self.tree, worker)
            count += 1
            if count - counted == step:
                add(self.tree, cython.address(self.done), step)
                counted = count
            if self.why_stop(worker, False) != GO_ON:
                shared_set_flag(cython.address(self.halt), True)
            if shared_is_set(cython.address(self.halt)):
                break
            if count % CHECK_EVERY == 0 and seconds_now() >= until:
                break
        flush(self.tree, worker, 0)
        add(self.tree, cython.address(self.done), count - counted)

    def call_helpers(self, helpers: list):
        """List the other workers' threads and start those that can be; they work until `halt` is set."""
        for worker in self.tree.workers[1:]:
            helpers.append(threading.Thread(target=self.help_out, args=(worker,), daemon=True))
        start_threads(helpers)

    def help_out(self, worker: Worker):
        with cython.nogil:
            self.work(worker, self.end)

    def make_room(self) -> bool:
        """Collect what the roots do not need, the least visited too if that is not enough; false when there
        was no time to finish, and the next run goes on."""
        starts: uint32_t[MOST_WORKERS]
        worker: Worker
        count: cython.int = len(self.tree.workers)
        least: uint32_t = 0
        for i in range(count):
            worker = self.tree.workers[i]
            starts[i] = worker.root
            self.pool.close(cython.address(worker.chunk))
        while True:
            if not self.pool.collecting and not self.pool.begin(starts, count, least):
                raise MemoryError("no memory to make room in the tree")
            while not self.pool.mark(MARK_STEP):
                if shared_is_set(cython.address(self.bell.rung)) or seconds_now() >= self.end:
                    return False
            least = self.pool.threshold() if least == 0 else 0
            if least == 0:
                return True

    @property
    def made(self) -> int:
        """The simulations of the run that is under way, or of the last one; while several workers are at it,
        as of a moment ago."""
        return shared_load64(cython.address(self.done))

    # What others may do with the tree, by the modules that do it.

    def set_root(self, position: Position, moves=None) -> int:
        """Make a position the root, with all moves or some, and return the visits it has (see
        roots.set_root)."""
        return roots.set_root(self.tree, position, moves)

    def start_from(self, nodes: list) -> list:
        """Read the tree from these nodes, one a worker, and return those before (see roots.start_from)."""
        return roots.start_from(self.tree, nodes)

    def forget(self):
        """Give up everything that was learnt."""
        roots.forget(self.tree)

    def ban(self, bans: dict):
        """Let nobody make some moves before a ply: {(player, move): ply} (see roots.ban)."""
        roots.ban(self.tree, bans)

    @property
    def nodes(self) -> int:
        """The number of nodes the tree has ever been given."""
        return inspect.count_nodes(self.tree)

    @property
    def mover(self) -> int:
        """The player to move at the root."""
        return inspect.mover(self.tree)

    @property
    def proven(self) -> bool:
        """Whether the result at the root is proven."""
        return inspect.proven(self.tree)

    @property
    def bounds(self) -> tuple:
        """Bounds of player 0's margin at the root, None for no bound."""
        return inspect.bounds(self.tree)

    @property
    def outcome(self) -> tuple | None:
        """Each player's reward at the root where it is proven, else None."""
        return inspect.outcome(self.tree)

    def rows(self) -> list:
        """The moves at the root with their statistics (see inspect.rows)."""
        return inspect.rows(self.tree)

    def rows_at(self, index: int) -> list:
        """The moves at a node, with sums of rewards in place of means (see inspect.rows_at)."""
        return inspect.rows_at(self.tree, index)

    def known(self, position: Position, some=None) -> int:
        """The most visited node of a position, 0 for none (see inspect.find_node)."""
        return inspect.find_node(self.tree, position, some)

    def line(self, move: int, longest: int = 20) -> list:
        """The moves the tree expects, beginning with this one at the root."""
        return inspect.line(self.tree, move, longest)

    def subtree(self, depth: int, least: int, most: int) -> list:
        """The nodes below the root, the most visited first (see inspect.subtree)."""
        return inspect.subtree(self.tree, depth, least, most)

    def leads(self, start: Position) -> dict:
        """The lead to expect of each move that was visited (see leads.leads)."""
        return leads.leads(self.tree, start)
