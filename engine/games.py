"""The table of games: one row each (engine/variant.py), and rows found by name.

Build, protocols, levels, benchmarks and generic tests read this table. A compiled module is loaded when its
game is first played.
"""

from __future__ import annotations

from outflank.engine.names import advice
from outflank.engine.variant import Board, Lab, Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from outflank.engine.core.game.rules import Rules
    from outflank.engine.variant import Build, Load, Part


def _made(module: str, name: str) -> Part:
    """A maker of an object of a compiled class for rules."""
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
        records=("game", "script"),
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
    records=("sgf", "ggf", "wthor", "pgn", "transcript"),
    sgf_number=2,
    nboard=(6, 8),
    heuristic=_made("othello.heuristic", "OthelloHeuristic"),
    options={"exploration": 0.7, "solve_at": 8, "policy": 1, "static_weight": 0.5},
    learned=(8,),
    learned_options={"exploration": 1.2, "first_play_loss": 0.15, "solve_at": 12, "transpositions": 1},
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
        options={"minimax": 0.3, "transpositions": 1, "policy": 1, "static_weight": 0.4},
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
GAMES += ACQUIRE


def families() -> list[str]:
    """The names of the games, those for other numbers of players left out."""
    names = [variant.name for variant in GAMES]
    return [name for name in names if not any(name.startswith(f"{other} ") for other in names)]


def listed(words: Sequence[object], last: str) -> str:
    """Words as a list in a sentence, with `and` or `or` before the last."""
    *head, tail = map(str, words)
    return f"{', '.join(head)} {last} {tail}" if head else tail


def solved_boards() -> str:
    """The boards whose endings engine/core/solver solves, in words."""
    return listed([variant.board_name(size) for variant in GAMES for size in variant.endgame], "and")


def sizes_text() -> str:
    """The sizes of all boards, in words."""
    found: dict[str, str] = {}
    for name in families():
        sizes = sorted(require_game(name).sizes)
        run = len(sizes) > 2 and sizes == list(range(sizes[0], sizes[-1] + 1))
        found[name] = f"{sizes[0]} to {sizes[-1]}" if run else listed(sizes, "or")
    return ", ".join(f"{sizes} in {name}" for name, sizes in found.items())


def unknown_game(name: str) -> str:
    """The error about a name that no game has, with the nearest one."""
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
