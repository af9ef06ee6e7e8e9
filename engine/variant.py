"""The row of a game: everything that is asked of it outside its rules.

A row knows how its rules are built. All other facts have a default that suits a plain game: its name,
players, sizes and how its rules are built are enough to play it everywhere.
"""

from __future__ import annotations

from outflank.engine import core
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from outflank.engine.core.game.rules import Rules
    from outflank.engine.technique import Value

    # Modules are told by their names here, so their contents are not known to a type checker.
    Load = Callable[..., Any]
    Build = Callable[[Load, int, float], Rules]
    Part = Callable[[Load, Any], Any]


class Board(NamedTuple):
    """Signatures and benchmarks on a board of one size."""

    work: tuple[int, int, int] | None = None
    """A round of `bench games`, about half a second each: random games, depth of perft, playouts. None where
    the board is not measured."""
    depths: tuple[int, int] = (2, 3)
    """Depths of perft from the start, in a quick run of signatures and in a full one."""
    middle: int | None = None
    """Random plies to the middle of a game; a third of the cells if not said."""
    late: int | None = None
    """Random plies to a late position; two thirds of the cells if not said."""
    proven: int | None = None
    """Random plies to a position whose outcome is proven, None where none is."""
    slow: int = 1
    """Divides the simulations of the usual board."""


class Lab(NamedTuple):
    """Experiments with a game: how matches open, and how dear they are."""

    opening_plies: int = 6
    """Random plies before the contestants of a match take over."""
    plies: int = 60
    """About as many plies has a game."""
    batch: int = 40
    """Games between two looks of the ladder, a multiple of the number of players."""
    top_batch: int = 0
    """The same for the highest level, where five usual batches do not suffice; 0 is as usual."""
    pace: str = ""
    """Words added to the limits of contestants: some games are decided long before they end."""
    bench_visits: int = 20_000
    """Simulations of a round of `bench search`."""
    tree_visits: int = 3000
    """Simulations of a full signature of a tree."""
    slow: int = 1
    """Divides the simulations of signatures that are the same for all games."""
    slow_playouts: int = 1
    """Divides their playouts."""
    middle_perft: tuple[int, int] = (3, 5)
    """Depths of perft from the middle of a game, in a quick run and in a full one."""
    sides: tuple[str, str] = "visits=30", "visits=20"
    """Both sides of the games whose signature is taken, by few simulations a move."""
    boards: Mapping[int, Board] = {}
    """Measurements on a board, by size."""


USUAL_RULES = "published"
"""The word for the rules that a game is usually played by."""


class Variant(NamedTuple):
    """A game as one may ask for it by name.

    `players` are their names, first to move first. `sizes` are the board sizes that can be asked for, the
    usual one first. `build(load, size, komi)` gives compiled rules; arguments without a use in the game are
    left alone.
    """

    name: str
    players: tuple[str, ...]
    sizes: tuple[int, ...]
    build: Build
    aliases: tuple[str, ...] = ()
    """Other names of the game."""
    rule_sets: Mapping[str, Build] = {}
    """Other rules that it is played by and their builders, by the word that asks for them behind the name:
    `Acquire 3 house`."""
    rule_set: str = ""
    """The word of the rule set where it is not the usual one."""
    komi: float = 0.0
    """The second player's compensation at the end, in the game's own unit."""
    squares: bool = True
    """True where the board is a square of cells, `size` on a side; else `size` is the number of its
    points."""
    hidden: bool = False
    """True where chance moves or something is hidden: the search is of what a seat knows
    (engine/core/infoset)."""
    symmetric: bool = False
    """True where the moves of a position that is its own mirror image are searched once each."""
    unit: str = "share"
    """The unit of a move's value: `discs` of a lead, or the `share` of a win."""
    draw_value: bool = False
    """True where a draw can be given a value."""
    books: bool = False
    """True where it has opening books (engine/book)."""
    records: tuple[str, ...] = ("sgf",)
    """The formats of its game records (protocol/formats)."""
    sgf_number: int = 0
    """The game's number in SGF; records of games without one have its name."""
    nboard: tuple[int, ...] = ()
    """Board sizes that NBoard's programs play."""
    heuristic: Part | None = None
    """Builds the game's heuristic, by `heuristic(load, rules)` (engine/evaluators.py)."""
    options: Mapping[str, Value] = {}
    """Options of the search (engine/options.py) whose default is another one in this game."""
    learned: tuple[int, ...] = ()
    """Board sizes with a learned evaluation."""
    learned_options: Mapping[str, Value] = {}
    """Options whose default is another one where positions are judged by the learned evaluation."""
    endgame: tuple[int, ...] = ()
    """Board sizes whose endings engine/core/solver solves."""
    leaf_solver: Part | None = None
    """`leaf_solver(load, rules)` gives what solves short endings while a node is grown, or None."""
    solver: tuple[str, int] | None = None
    """The game's own solver: a compiled module for two players, and most empty cells that it is asked about.
    Its `Solution(position).moves()` gives each move's value to its mover within a second, and cannot be
    stopped."""
    bots: tuple[str, ...] = ("random", "greedy")
    """The players without a search (engine/play/bots.py) that know the game."""
    lab: Lab = Lab()

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __hash__(self) -> int:
        return hash(self.name)

    def rules(self, size: int | None = None, komi: float | None = None, load: Load = core.load) -> Rules:
        """The compiled rules, for one of the sizes; the first and the usual komi unless others are given."""
        return self.build(load, self.sizes[0] if size is None else size, self.komi if komi is None else komi)

    def under(self, rule_set: str) -> Variant:
        """The game by another of its rule sets, whose word its name ends with."""
        return self._replace(
            name=f"{self.name} {rule_set}", aliases=(), build=self.rule_sets[rule_set], rule_set=rule_set
        )

    @property
    def rule_names(self) -> tuple[str, ...]:
        """The words for its rule sets, the usual one first."""
        return (USUAL_RULES, *self.rule_sets)

    @property
    def usual_name(self) -> str:
        """The name of the game by its usual rules."""
        return self.name.removesuffix(f" {self.rule_set}") if self.rule_set else self.name

    def search_options(self, size: int | None = None) -> Mapping[str, Value]:
        """Options of the search whose default is another one in this game, on a board of that size."""
        found = {"select": "puct", **self.options} if self.heuristic else dict(self.options)
        return {**found, "evaluation": "learned", **self.learned_options} if size in self.learned else found

    @property
    def with_heuristic(self) -> tuple[int, ...]:
        """Board sizes with a heuristic: all of the game's, or none."""
        return self.sizes if self.heuristic else ()

    def is_learned(self, rules: Rules) -> bool:
        """Tell whether there is a learned evaluation of the board that rules of this game play on."""
        return getattr(rules, "size", None) in self.learned

    def most_endings(self, size: int | None, most: int) -> int:
        """Most empty cells with which engine/core/solver is asked on a board, where `most` are wanted. -1,
        which no position has, where it does not solve the board's endings."""
        return most if size in self.endgame else -1

    def cells(self, size: int) -> int:
        """The number of cells of a board."""
        return size * size if self.squares else size

    def board_name(self, size: int) -> str:
        """The game with a size of its board, as `Othello 8x8`."""
        return f"{self.name} {size}x{size}" if self.squares else f"{self.name} {size}"

    def board(self, size: int) -> Board:
        """The measurements on a board."""
        return self.lab.boards.get(size, _PLAIN_BOARD)


_PLAIN_BOARD = Board()
