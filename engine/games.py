"""The games: one row each, which holds everything that is asked of a game outside its rules.

Build, protocols, levels, benchmarks and generic tests read this table. A row knows how its rules are built;
the compiled module is loaded when the game is first played. What a row does not say has a default that suits
a plain game: its name, players, sizes and how its rules are built are enough to play it everywhere.
"""

from __future__ import annotations

from outflank.engine import core
from outflank.engine.names import advice
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from outflank.engine.core.game.rules import Rules
    from outflank.engine.options import Value

    # Modules are told by their names here, so what they hold is not known to a type checker.
    Load = Callable[..., Any]
    Build = Callable[[Load, int, float], Rules]
    Part = Callable[[Load, Any], Any]


class Board(NamedTuple):
    """Signatures and benchmarks on a board of one size."""

    work: tuple[int, int, int] | None = None
    """Random games, depth of perft and playouts of a round of `bench games`, about half a second each; None
    where the board is not measured."""
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
    """What contestants are given beside their limits: the games of some are decided long before they end."""
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
    """By size, what is measured on a board."""


class Variant(NamedTuple):
    """A game as one may ask for it by name.

    `players` are their names, first to move first. `sizes` are the board sizes that can be asked for, the
    usual one first. `build(load, size, komi)` gives compiled rules; what a game has no use for it leaves
    alone.
    """

    name: str
    players: tuple[str, ...]
    sizes: tuple[int, ...]
    build: Build
    aliases: tuple[str, ...] = ()
    """Other names of the game."""
    rule_sets: Mapping[str, Build] = {}
    """Other rules that it is played by and how they are built, by the word that asks for them behind the
    name: `Acquire 3 house`."""
    komi: float = 0.0
    """What the second player is given at the end, in the game's own unit."""
    squares: bool = True
    """Whether the board is a square of cells, `size` on a side; else `size` is the number of its points."""
    hidden: bool = False
    """Whether chance moves or something is hidden: what a seat knows is searched (engine/core/infoset)."""
    symmetric: bool = False
    """Whether the moves of a position that is its own mirror image are searched once each."""
    unit: str = "share"
    """What the value of a move is told in: `discs` of a lead, or the `share` of a win."""
    draw_value: bool = False
    """Whether a draw can be given a value."""
    books: bool = False
    """Whether it has opening books (engine/book)."""
    records: tuple[str, ...] = ("sgf",)
    """The formats of its game records (protocol/formats)."""
    sgf_number: int = 0
    """The game's number in SGF; records of games without one have its name."""
    nboard: tuple[int, ...] = ()
    """Board sizes that NBoard's programs play."""
    heuristic: Part | None = None
    """`heuristic(load, rules)` gives what is known of good play (engine/evaluators.py)."""
    options: Mapping[str, Value] = {}
    """Options of the search (engine/options.py) whose default is another one in this game."""
    learned: tuple[int, ...] = ()
    """Board sizes with a learned evaluation."""
    learned_options: Mapping[str, Value] = {}
    """As `options`, where positions are judged by that."""
    endgame: tuple[int, ...] = ()
    """Board sizes whose endings engine/core/solver solves."""
    leaf_solver: Part | None = None
    """`leaf_solver(load, rules)` gives what solves short endings while a node is grown, or None."""
    solver: tuple[str, int] | None = None
    """A compiled module for two players whose `Solution(position).moves()` gives each move's value to its
    mover, and the most empty cells that it is asked about: with these it answers within a second, and cannot
    be stopped."""
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
            name=f"{self.name} {rule_set}", aliases=(), build=self.rule_sets[rule_set], rule_sets={}
        )

    def search_options(self, size: int | None = None) -> Mapping[str, Value]:
        """Options of the search whose default is another one in this game, on a board of that size."""
        found = {"select": "puct", **self.options} if self.heuristic else dict(self.options)
        return {**found, "evaluation": "learned", **self.learned_options} if size in self.learned else found

    def cells(self, size: int) -> int:
        """The number of cells of a board."""
        return size * size if self.squares else size

    def board_name(self, size: int) -> str:
        """The game with a size of its board, as `Othello 8x8`."""
        return f"{self.name} {size}x{size}" if self.squares else f"{self.name} {size}"

    def board(self, size: int) -> Board:
        """What is measured on a board."""
        return self.lab.boards.get(size, _PLAIN_BOARD)


_PLAIN_BOARD = Board()


def _made(module: str, name: str) -> Part:
    """What makes an object of a compiled class for rules."""
    return lambda load, rules: getattr(load(module), name)(rules)


def _othello(load: Load, size: int, komi: float) -> Rules:
    rules: Rules = (
        load("othello.othello10").Othello10() if size == 10 else load("othello.othello").Othello(size)
    )
    return rules


def _othello_leaf_solver(load: Load, rules: Any) -> Any:
    return load("solver.leaf_solver").OthelloLeafSolver() if rules.size == 8 else None


def _rolit(players: int) -> Build:
    return lambda load, size, komi: load("rolit.rolit").Rolit(players)


def _rolit_lab(batch: int, sides: tuple[str, str]) -> Lab:
    board = Board(work=(20_000, 8, 200_000), depths=(5, 7), middle=24, late=48, proven=52)
    return Lab(batch=batch, bench_visits=300_000, tree_visits=30_000, sides=sides, boards={8: board})


def _sos(load: Load, size: int, komi: float) -> Rules:
    rules: Rules = load("sos.sos").Sos(size)
    return rules


def _polyclash(load: Load, size: int, komi: float) -> Rules:
    rules: Rules = load("polyclash.polyclash").PolyClash(komi)
    return rules


def _acquire(players: int, house: bool = False) -> Build:
    return lambda load, size, komi: load("acquire.acquire").Acquire(players, house)


def _acquire_row(players: int) -> Variant:
    seats = ("red", "yellow", "green", "blue", "white", "black")[:players]
    usual = players == 4
    return Variant(
        "Acquire" if usual else f"Acquire {players}",
        seats,
        (108,),
        _acquire(players),
        aliases=("Acquire 4",) if usual else (),
        rule_sets={"house": _acquire(players, house=True)},
        squares=False,
        hidden=True,
        heuristic=_made("acquire.heuristic", "AcquireHeuristic"),
        options={"select": "ucb1", "exploration": 0.7, "policy": 1},
        bots=("random", "acquire-easy", "acquire-medium", "acquire-hard"),
        lab=Lab(
            opening_plies=0,
            plies=450,
            batch=10 * players,
            middle_perft=(1, 2),
            sides=("visits=40", "visits=30"),
            boards={108: Board(work=(500, 2, 20_000), depths=(1, 2), middle=200, late=350)},
        ),
    )


OTHELLO = Variant(
    "Othello",
    ("black", "white"),
    (8, 6, 10),
    _othello,
    aliases=("Reversi",),
    symmetric=True,
    unit="discs",
    draw_value=True,
    books=True,
    records=("sgf", "ggf", "wthor", "transcript"),
    sgf_number=2,
    nboard=(6, 8),
    heuristic=_made("othello.heuristic", "OthelloHeuristic"),
    options={"exploration": 0.7, "solve_at": 8, "policy": 1, "static_weight": 0.5},
    learned=(8,),
    learned_options={"exploration": 1.2, "first_play_loss": 0.15, "solve_at": 12, "share": 1},
    endgame=(8,),
    leaf_solver=_othello_leaf_solver,
    bots=("random", "greedy", "positional", "alphabeta"),
    lab=Lab(
        opening_plies=8,
        batch=200,
        bench_visits=400_000,
        tree_visits=40_000,
        sides=("visits=60", "visits=40 exploration=1.0"),
        boards={
            8: Board(work=(20_000, 11, 400_000), depths=(7, 9), middle=20, late=44),
            6: Board(work=(40_000, 10, 400_000), depths=(7, 9), middle=10, late=20, proven=24),
            # Its evaluation costs a hundred times as much as that of the small boards.
            10: Board(work=(4_000, 9, 40_000), depths=(6, 8), middle=30, late=76, slow=5),
        },
    ),
)
"""The game that NBoard, WTHOR and GGF are about, and books know."""
GAMES: list[Variant] = [
    OTHELLO,
    Variant(
        "Rolit",
        ("red", "yellow", "green", "blue"),
        (8,),
        _rolit(4),
        aliases=("Rolit 4",),
        heuristic=_made("rolit.heuristic", "RolitHeuristic"),
        bots=("random", "greedy", "positional"),
        lab=_rolit_lab(40, ("visits=40", "visits=30 exploration=0.5"))._replace(top_batch=200),
    ),
    Variant(
        "Rolit 3",
        ("red", "yellow", "green"),
        (8,),
        _rolit(3),
        heuristic=_made("rolit.heuristic", "RolitHeuristic"),
        bots=("random", "greedy", "positional"),
        lab=_rolit_lab(42, ("visits=40", "visits=30 exploration=0.5")),
    ),
    Variant(
        "Rolit 2",
        ("red", "green"),
        (8,),
        _rolit(2),
        heuristic=_made("rolit.heuristic", "RolitHeuristic"),
        options={"widening": 2.0, "widening_power": 0.3, "policy": 1},
        bots=("random", "greedy", "positional"),
        lab=_rolit_lab(40, ("visits=40", "level=3")),
    ),
    Variant(
        "SOS",
        ("black", "white"),
        (8, 3, 4, 5, 6, 7, 9, 10),
        _sos,
        heuristic=_made("sos.heuristic", "SosHeuristic"),
        options={"minimax": 0.3, "share": 1, "policy": 1, "static_weight": 0.4},
        solver=("sos.solver", 14),
        lab=Lab(
            bench_visits=150_000,
            tree_visits=8000,
            middle_perft=(1, 2),
            sides=("visits=30", "visits=20 minimax=0.0"),
            boards={
                8: Board(work=(20_000, 3, 100_000), proven=54),
                3: Board(depths=(4, 6)),
                4: Board(depths=(3, 5), proven=9),
            },
        ),
    ),
    Variant(
        "PolyClash",
        ("black", "white"),
        (302,),
        _polyclash,
        komi=0.025,
        squares=False,
        heuristic=_made("polyclash.heuristic", "PolyClashHeuristic"),
        options={"widening": 2.0, "widening_power": 0.7, "rave": 1000.0},
        bots=("random", "greedy", "random-no-eyes", "polyclash-current", "polyclash-designed"),
        lab=Lab(
            opening_plies=10,
            plies=600,
            batch=12,
            pace="hurry=0.97",
            slow=4,
            slow_playouts=20,
            middle_perft=(1, 2),
            sides=("visits=6", "visits=4 exploration=0.5"),
            boards={302: Board(work=(20, 2, 10_000), depths=(1, 2), middle=60)},
        ),
    ),
]

ACQUIRE = [_acquire_row(players) for players in (4, 3, 5, 6)]
"""Not among the games yet: no search looks at chance and hidden tiles."""


def families() -> list[str]:
    """The names of the games, those for other numbers of players left out."""
    names = [variant.name for variant in GAMES]
    return [name for name in names if not any(name.startswith(f"{other} ") for other in names)]


def listed(words: Sequence[object], last: str) -> str:
    """Words as a list in a sentence, with `and` or `or` before the last."""
    *head, tail = map(str, words)
    return f"{', '.join(head)} {last} {tail}" if head else tail


def sizes_text() -> str:
    """The sizes of all boards, in words."""
    found: dict[str, str] = {}
    for name in families():
        sizes = sorted(require_game(name).sizes)
        run = len(sizes) > 2 and sizes == list(range(sizes[0], sizes[-1] + 1))
        found[name] = f"{sizes[0]} to {sizes[-1]}" if run else listed(sizes, "or")
    return ", ".join(f"{sizes} in {name}" for name, sizes in found.items())


def unknown_game(name: str) -> str:
    """What is wrong with a name that no game has."""
    names = [name for variant in GAMES for name in (variant.name, *variant.aliases)]
    return f"unknown game {name!r}; {advice(name, names)}"


def find_game(name: str) -> Variant | None:
    """The game of that name or alias, in any case and with any blanks between its words, or None. The word
    of a rule set may follow.

    >>> from outflank.engine import find_game
    >>> find_game("reversi").players
    ('black', 'white')
    """
    wanted = " ".join(name.lower().split()) if name.isascii() else ""
    for variant in GAMES:
        if wanted in (word.lower() for word in (variant.name, *variant.aliases)):
            return variant
    front, _, word = wanted.rpartition(" ")
    usual = find_game(front) if front else None
    return usual.under(word) if usual is not None and word in usual.rule_sets else None


def require_game(name: str) -> Variant:
    """The game of that name or alias. ValueError when there is none."""
    variant = find_game(name)
    if variant is None:
        raise ValueError(unknown_game(name))
    return variant
