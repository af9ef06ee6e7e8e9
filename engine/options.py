"""The search's options: one row each, with its meaning, its range and its default in each game.

All that sets, shows or tries an option reads this table.
"""

from __future__ import annotations

from outflank.engine.games import require_game
from outflank.engine.names import advice
from outflank.engine.technique import Technique

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from outflank.engine.technique import Needs, Options, Value


def _row(
    name: str,
    default: Value,
    low: float | tuple[str, ...],
    high: float | None,
    about: str,
    only: str = "",
    needs: Needs | None = None,
    off: Value | None = None,
    hidden: bool | None = None,
) -> Technique:
    if isinstance(low, tuple):
        return Technique(name, default, 0, 0, about, only, needs or {}, off, low, hidden)
    most = 0 if high is None else high
    return Technique(name, default, low, most, about, only, needs or {}, off, (), hidden)


LEARNED: Needs = {"evaluation": ("learned",)}
BY_THUMB: Needs = {"evaluation": ("heuristic",)}


TECHNIQUES = (
    _row(
        "evaluation",
        "heuristic",
        ("heuristic", "learned"),
        None,
        "evaluation of positions: by heuristics, or learned from games",
        "learned",
        off="heuristic",
    ),
    _row(
        "value_slope",
        1.4,
        0.1,
        10.0,
        "factor on the slope of the learned odds to win",
        only="learned",
        needs=LEARNED,
    ),
    _row(
        "prior_temperature",
        6.0,
        0.1,
        1000.0,
        "difference in discs by which a learned prior falls to 1/e",
        only="learned",
        needs=LEARNED,
    ),
    _row(
        "select",
        "ucb1",
        ("ucb1", "ucb1-2ln", "puct"),
        None,
        "selection by value + C sqrt(ln N / n), the same with 2 ln N, or value + C P sqrt(N) / (1 + n)",
    ),
    _row("exploration", 1.0, 0.0, 100.0, "the constant C of select"),
    _row(
        "first_play",
        "parent",
        ("first", "parent"),
        None,
        "value of an untried move: above all others, or its parent's less first_play_loss",
    ),
    _row(
        "first_play_loss",
        0.0,
        -1.0,
        1.0,
        "loss of an untried move against its parent's value",
        needs={"first_play": ("parent",)},
    ),
    _row(
        "expand_at", 2, 1, 1000, "visits at which a leaf gets a node: 1 expands in full at once, more is lazy"
    ),
    _row("priors", 1, 0, 1, "order and weigh moves by their priors", "with_heuristic"),
    _row("bias", 0.0, 0.0, 100.0, "progressive bias: bias * P / (n + 1) is added"),
    _row(
        "widening",
        0.0,
        0.0,
        1000.0,
        "progressive widening to the first widening * N^widening_power moves, at least one; 0 for all",
    ),
    _row(
        "widening_power",
        0.5,
        0.0,
        1.0,
        "the exponent in widening * N^widening_power",
        needs={"widening": None},
    ),
    _row(
        "rave",
        0.0,
        0.0,
        1e6,
        "RAVE: weight sqrt(rave / (3 N + rave)) of the all-moves-as-first value; 0 is off",
        needs={"rave_weight": (0.0,)},
        hidden=False,
    ),
    _row(
        "rave_weight",
        0.0,
        0.0,
        1.0,
        "a constant RAVE weight in place of what rave gives; 0 is off",
        hidden=False,
    ),
    _row(
        "minimax",
        0.0,
        0.0,
        1.0,
        "implicit minimax: the share of the minimax of static values in a move's value",
        hidden=False,
    ),
    _row(
        "prove",
        "result",
        ("off", "result", "score"),
        None,
        "proven values through the tree: none, win draw or loss, or exact margins",
        off="off",
        hidden=False,
    ),
    _row(
        "solve_at",
        0,
        0,
        12,
        "most empty squares with which a new node is solved",
        "endgame",
        {"prove": ("result", "score")},
        0,
    ),
    _row(
        "transpositions",
        0,
        0,
        1,
        "shared statistics of positions that are reached in several ways",
        hidden=False,
    ),
    _row(
        "view",
        "public",
        ("public", "seat", "mover"),
        None,
        "a node is what all players can see, what the seat at the root knows, or what its own mover knows",
        needs={"worlds": (0,)},
        hidden=True,
    ),
    _row(
        "worlds",
        0,
        0,
        1000,
        "fixed worlds, each with a tree in which nothing is hidden; 0 draws one for each simulation",
        hidden=True,
    ),
    _row(
        "virtual_loss",
        1,
        0,
        100,
        "visits without reward that each of several threads leaves on its way, for each simulation to come",
    ),
    _row(
        "parallel",
        "tree",
        ("tree", "root"),
        None,
        "several threads share one tree, or each has its own and their visits are added",
    ),
    _row(
        "playouts",
        1,
        1,
        64,
        "playouts at a leaf; Othello and Rolit play four side by side",
        needs=BY_THUMB,
    ),
    _row(
        "policy",
        0,
        0,
        1,
        "policy of playouts: the game's simple heuristic player in place of random moves",
        only="with_heuristic",
        needs=BY_THUMB,
    ),
    _row(
        "cut",
        0,
        0,
        1000,
        "plies after which a playout is broken off and counted as it stands; 0 plays on",
        needs=BY_THUMB,
    ),
    _row(
        "static_weight",
        0.0,
        0.0,
        1.0,
        "the share of the game's static value in a leaf's",
        only="with_heuristic",
        needs=BY_THUMB,
    ),
    # UCB1 reads no priors but for a bias, and takes untried moves in an order that noise does not change.
    _row(
        "noise",
        0.0,
        0.0,
        1.0,
        "the share of random noise in the root's priors",
        needs={"select": ("puct",)},
        hidden=False,
    ),
    _row("early_stop", 1, 0, 1, "stop when the leading move cannot be caught any more"),
    _row(
        "temperature",
        0.0,
        0.0,
        100.0,
        "the move is drawn with weight visits^(1/temperature); 0 takes the most visited",
    ),
)
NAMES = {technique.name: technique for technique in TECHNIQUES}
OLD_NAMES = {"share": "transpositions", "steepness": "value_slope", "prior_spread": "prior_temperature"}
"""Former names of options, {old: new}: read wherever an option is, and listed nowhere."""
TEXTBOOK_UCT: Options = {
    "evaluation": "heuristic",
    "select": "ucb1",
    "exploration": 1.414,
    "first_play": "first",
    "expand_at": 2,
    "priors": 0,
    "bias": 0.0,
    "widening": 0.0,
    "rave": 0.0,
    "rave_weight": 0.0,
    "minimax": 0.0,
    "prove": "off",
    "solve_at": 0,
    "transpositions": 0,
    "playouts": 1,
    "policy": 0,
    "cut": 0,
    "static_weight": 0.0,
    "noise": 0.0,
    "early_stop": 0,
    "temperature": 0.0,
}
"""UCT as textbooks have it (Kocsis & Szepesvari 2006), whatever a game's defaults are: UCB1 with C sqrt 2,
every move once before any a second time, one random playout from a leaf, no knowledge of the game, nothing
proven."""


def defaults(game: str, size: int | None = None, chosen: Mapping[str, Value] | None = None) -> Options:
    """Every option's default in a game, on a board of that size, beside the chosen ones. The defaults of a
    size hold where positions are judged as they usually are on it."""
    usual = NAMES["evaluation"].default_in(game, size)
    if (chosen or {}).get("evaluation", usual) != usual:
        size = None
    own = require_game(game).search_options(size)
    return {technique.name: own.get(technique.name, technique.default) for technique in TECHNIQUES}


def is_learned(game: str, size: int | None, chosen: Mapping[str, Value]) -> bool:
    """Tell whether positions are judged by the learned evaluation with these options chosen."""
    return {**defaults(game, size, chosen), **chosen}["evaluation"] == "learned"


def current_name(name: str) -> str:
    """The name of an option today, for a former one too."""
    return OLD_NAMES.get(name, name)


def changed(options: Mapping[str, Value], name: str, value: Value) -> Options:
    """The options with one of them changed; ValueError for an unknown name or a value it does not take."""
    name = current_name(name)
    if name not in NAMES:
        raise ValueError(f"there is no option {name}; {advice(name, NAMES)}")
    return {**options, name: NAMES[name].check(value)}


def effective(
    chosen: Mapping[str, Value], game: str, size: int | None, others: Mapping[str, Value] | None = None
) -> Options:
    """The chosen options that have an effect in a game on a board of that size. `others` hold there beside
    them."""
    options = {**defaults(game, size, {**(others or {}), **chosen}), **(others or {}), **chosen}
    return {name: value for name, value in chosen.items() if not NAMES[name].idle(value, game, size, options)}


def require_effect(
    names: Iterable[str],
    chosen: Mapping[str, Value],
    game: str,
    size: int | None,
    others: Mapping[str, Value] | None = None,
) -> None:
    """Raise ValueError when one of these options would be ignored in a game on a board of that size. `others`
    hold there beside the chosen ones."""
    options = {**defaults(game, size, {**(others or {}), **chosen}), **(others or {}), **chosen}
    for name in names:
        if why := NAMES[name].idle(chosen[name], game, size, options):
            raise ValueError(why)
