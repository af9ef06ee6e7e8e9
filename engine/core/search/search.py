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

import cython

from . import inspect, leads, roots

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import search`")


class Search(TreeSearch):
    """A search of positions of one game, whose tree is kept from one to the next.

    `options` are all of engine/options.py, {name: value}. Set a root before you run it.
    """

    def __init__(self, evaluator: Evaluator, pool: Pool, options: dict, seed=1, threads=1, leaf_solver=None):
        self.tree = Tree(evaluator, pool, options, seed, threads, leaf_solver)
        TreeSearch.__init__(self, self.tree, roots, inspect)
        self.rules = evaluator.rules
        self.pool = pool
        self.alone = self.tree.alone

    def hands(self) -> list:
        """The workers, none of which holds on to a checkpoint. ValueError without a root."""
        worker: Worker
        if self.tree.root == 0:
            raise ValueError("no position to search")
        for worker in self.tree.workers:
            worker.depth = 0
        return self.tree.workers

    def simulate_once(self, hand):
        simulate(self.tree, cython.cast(Worker, hand))

    def set_out(self, hand):
        """What was deferred at checkpoints from before has been flushed, and their losses taken back."""
        resume(self.tree, cython.cast(Worker, hand))

    def come_back(self, hand):
        flush(self.tree, cython.cast(Worker, hand), 0)

    def obstacle(self, hand):
        if self.tree.ban_plies == 0 and is_proven(node_at(self.pool, root_of(cython.cast(Worker, hand)))):
            return ALL_PROVEN
        if nodes_by(self.pool, cython.cast(Worker, hand)) >= self.most_nodes:
            return ENOUGH
        return FULL if shared_is_set(cython.address(self.pool.full)) else GO_ON

    def make_room(self) -> bool:
        """Collect the nodes that the roots do not need, and the least visited too if that is not enough.
        False when there was no time to finish, and the next run goes on."""
        starts: uint32_t[MOST_WORKERS]
        worker: Worker
        count: cython.int = len(self.tree.workers)
        least: uint32_t = 0
        for i in range(count):
            worker = self.tree.workers[i]
            starts[i] = worker.root
            self.pool.close(cython.address(worker.chunk))
            worker.depth = 0
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
    def nodes(self) -> int:
        """The number of nodes the tree has ever been given."""
        return inspect.count_nodes(self.tree)

    @property
    def proven(self) -> bool:
        return inspect.proven(self.tree)

    @property
    def bounds(self) -> tuple:
        return inspect.bounds(self.tree)

    @property
    def outcome(self) -> tuple | None:
        return inspect.outcome(self.tree)

    def leads(self, start: Position) -> dict:
        return leads.leads(self.tree, start)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def root_of(worker: Worker) -> uint32_t:
    """Where a worker's simulations begin."""
    return worker.root


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def nodes_by(pool: Pool, worker: Worker) -> uint64_t:
    """The nodes there have been as far as a worker knows."""
    return shared_load64(cython.address(pool.nodes)) + worker.chunk.nodes
