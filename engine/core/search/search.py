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


class Search(Crew):
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

    # The face of a search to engine/analysis/session.py, which core/infoset has too: each line hands on to
    # the module of the tree that does the work.

    def set_root(self, position: Position, moves=None) -> int:
        """Make a position the root, with all moves or some, and return the visits it has (see
        roots.set_root)."""
        return roots.set_root(self.tree, position, moves)

    def start_from(self, nodes: list) -> list:
        """Read the tree from these nodes, one a worker, and return those before (see roots.start_from)."""
        return roots.start_from(self.tree, nodes)

    def forget(self):
        """Give up the tree."""
        roots.forget(self.tree)

    def ban(self, bans: dict):
        """Ban some moves before a ply: {(player, move): ply} (see roots.ban)."""
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
        """Tell whether the result at the root is proven."""
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

    def expected(self) -> dict:
        """Scores and ranks to expect of each move: told of no game that this search plays."""
        return {}

    def leads(self, start: Position) -> dict:
        """The lead to expect of each move that was visited (see leads.leads)."""
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
