# cython: language_level=3, cdivision=True
"""Information-set Monte Carlo tree search: for games with chance, or in which something is hidden.

What is searched is what one seat knows of a position, and nothing else: each simulation plays in a world
that the seat cannot tell from the true one. After N simulations every move at the root holds how often it
was made and the sum of the rewards that followed; the one to play is the most visited. README.md beside
this file tells the whole of it. It proves nothing.
"""

import cython

from . import inspect, roots

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.infoset import search`")


class InfosetSearch(TreeSearch):
    """A search of positions of one game, whose arms are kept from one to the next.

    `options` are all of engine/options.py, {name: value}. Set a root before you run it.
    """

    def __init__(self, evaluator: Evaluator, pool: ArmTable, options: dict, seed: int = 1, threads: int = 1):
        self.tree = InfosetTree(evaluator, pool, options, seed, threads)
        TreeSearch.__init__(self, self.tree, roots, inspect)
        self.rules = evaluator.rules
        self.pool = pool
        self.alone = self.tree.alone

    def hands(self) -> list:
        """The workers. ValueError without a root."""
        if self.tree.root is None:
            raise ValueError("no position to search")
        return self.tree.workers

    def simulate_once(self, hand):
        simulate(self.tree, cython.cast(Worker, hand))

    def obstacle(self, hand):
        if shared_load64(cython.address(self.pool.made)) >= self.most_nodes:
            return ENOUGH
        return FULL if self.pool.wants_room() else GO_ON

    def make_room(self) -> bool:
        """Double the table."""
        self.pool.grow()
        return True

    @property
    def nodes(self) -> int:
        """The number of nodes the tree has ever been given."""
        return self.pool.nodes

    def expected(self) -> dict:
        """Means of how simulations ended, for each move at the root (see inspect.expected)."""
        return inspect.expected(self.tree)
