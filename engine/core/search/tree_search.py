# cython: language_level=3
"""The interface of tree searches to engine/analysis/session.py, whatever their trees are made of.

The work is done by two modules of each search, which stand beside its tree: `roots` moves the root, `inspect`
reads what was found.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import tree_search`")


class TreeSearch(Crew):
    """A search with a tree, which `roots` and `inspect` take as their first argument. It proves nothing and
    tells no leads, unless a class derived from it does."""

    def __init__(self, tree, roots, inspect):
        self._tree = tree
        self._roots = roots
        self._inspect = inspect

    def set_root(self, position: Position, moves=None) -> int:
        """Make a position the root, with all moves or some, and return the visits it has."""
        return self._roots.set_root(self._tree, position, moves)

    def start_from(self, nodes: list) -> list:
        """Read the tree from these nodes, one for each tree of its own, and return those before."""
        return self._roots.start_from(self._tree, nodes)

    def forget(self):
        """Give up everything that was learnt."""
        self._roots.forget(self._tree)

    def ban(self, bans: dict):
        """Ban some moves before a ply, counted from the root: {(player, move): ply}."""
        self._roots.ban(self._tree, bans)

    def known(self, position: Position, some=None) -> int:
        """The most visited node of a position, 0 for none; `some` are the moves it has where not all."""
        return self._roots.find_node(self._tree, position, some)

    @property
    def mover(self) -> int:
        """The player to move at the root."""
        return self._inspect.mover(self._tree)

    def rows(self) -> list:
        """The moves at the root with their statistics (see the module's `rows`)."""
        return self._inspect.rows(self._tree)

    def rows_at(self, index: int) -> list:
        """The moves at a node, with sums of rewards in place of means."""
        return self._inspect.rows_at(self._tree, index)

    def line(self, move: int, longest: int = 20) -> list:
        """The moves the tree expects, beginning with this one at the root."""
        return self._inspect.line(self._tree, move, longest)

    def subtree(self, depth: int, least: int, most: int) -> list:
        """The nodes below the root, the most visited first."""
        return self._inspect.subtree(self._tree, depth, least, most)

    @property
    def proven(self) -> bool:
        """Tell whether the result at the root is proven."""
        return False

    @property
    def bounds(self) -> tuple:
        """Bounds of player 0's margin at the root, None for no bound."""
        return (None, None)

    @property
    def outcome(self) -> tuple | None:
        """Each player's reward at the root where it is proven, else None."""
        return None

    def leads(self, start: Position) -> dict:
        """The lead to expect of each move that was visited."""
        return {}

    def expected(self) -> dict:
        """Scores and ranks to expect of each move: none where the game tells no scores."""
        return {}
