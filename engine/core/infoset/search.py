# cython: language_level=3, cdivision=True
"""Information-set Monte Carlo tree search: for games with chance, or in which something is hidden.

What is searched is what one seat knows of a position, and nothing else: each simulation plays in a world
that the seat cannot tell from the true one. After N simulations every move at the root holds how often it
was made and the sum of the rewards that followed; the one to play is the most visited. README.md beside
this file tells the whole of it. It has the face of the tree search beside it, and proves nothing.
"""

import cython

from . import inspect, roots

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.infoset import search`")


class InfosetSearch(Crew):
    """A search of positions of one game, whose arms are kept from one to the next.

    `options` are all of engine/options.py, {name: value}. Set a root before you run it.
    """

    def __init__(self, evaluator: Evaluator, pool: ArmTable, options: dict, seed: int = 1, threads: int = 1):
        self.tree = InfosetTree(evaluator, pool, options, seed, threads)
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

    def set_root(self, position: Position, moves=None) -> int:
        """Make a position the root, with all moves or some, and return the visits it has (see
        roots.set_root)."""
        return roots.set_root(self.tree, position, moves)

    def start_from(self, nodes: list) -> list:
        """Read the tree from these nodes, which are one, and return those before (see roots.start_from)."""
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
        return self.pool.nodes

    @property
    def mover(self) -> int:
        """The player to move at the root."""
        return 0 if self.tree.root is None else self.tree.root.mover

    @property
    def proven(self) -> bool:
        """Never true: what is sampled proves nothing."""
        return False

    @property
    def bounds(self) -> tuple:
        """Bounds of player 0's margin at the root: none."""
        return (None, None)

    @property
    def outcome(self) -> tuple | None:
        """Each player's certain reward at the root: not known."""
        return None

    def rows(self) -> list:
        """The moves at the root with their statistics (see inspect.rows)."""
        return inspect.rows(self.tree)

    def expected(self) -> dict:
        """Means of how simulations ended, for each move at the root (see inspect.expected)."""
        return inspect.expected(self.tree)

    def rows_at(self, index: int) -> list:
        """The moves at a node, with sums of rewards in place of means (see inspect.rows_at)."""
        return inspect.rows_at(self.tree, index)

    def known(self, position: Position, some=None) -> int:
        """The node of a position, 0 for none (see roots.find_node)."""
        return roots.find_node(self.tree, position)

    def line(self, move: int, longest: int = 20) -> list:
        """The moves the tree expects, beginning with this one at the root."""
        return inspect.line(self.tree, move, longest)

    def subtree(self, depth: int, least: int, most: int) -> list:
        """The nodes below the root, the most visited first (see inspect.subtree)."""
        return inspect.subtree(self.tree, depth, least, most)

    def leads(self, start: Position) -> dict:
        """Leads to expect of each move: no evaluator of such a game tells any."""
        return {}
