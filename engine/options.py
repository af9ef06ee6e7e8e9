"""The search's options: one row each, with what it means, its range and its default in each game.

Whoever sets, shows or tries an option reads this table.
"""

from __future__ import annotations

from outflank.engine.games import GAMES, require_game
from outflank.engine.names import advice, nearest
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import TypeAlias, TypeVar

    T = TypeVar("T")

    from outflank.engine.games import Variant

    Value: TypeAlias = int | float | str
    Options: TypeAlias = dict[str, Value]
    Needs: TypeAlias = Mapping[str, tuple[Value, ...] | None]


class Technique(NamedTuple):
    """A number lies from `low` to `high`; a text is one of the `words`. Games with another default say so in
    their row (engine/games.py). It has an effect `only` on the boards that a fact of a row lists, such as
    `learned`, unless that is empty; only in games where chance moves or something is `hidden`, or only in
    others, unless that is None; and where the options in `needs` have one of these values: {name: values},
    None for any but 0. A value of `off` asks for nothing."""

    name: str
    default: Value
    low: float
    high: float
    about: str
    only: str
    needs: Needs
    off: Value | None
    words: tuple[str, ...] = ()
    hidden: bool | None = None

    @property
    def told(self) -> str:
        """What it means, and where it has an effect."""
        board = [f"only {self.where}"] if self.where else []
        needed = [
            f"with {name} {'above 0' if values is None else ' or '.join(map(str, values))}"
            for name, values in self.needs.items()
        ]
        return self.about + (f" ({', '.join([*board, *needed])})" if board or needed else "")

    @property
    def where(self) -> str:
        """Where it has an effect, as `in Othello 8x8`; empty where that is everywhere."""
        if self.hidden is None:
            return f"in {self.boards}" if self.only else ""
        return "where something is hidden" if self.hidden else "where nothing is hidden"

    @property
    def boards(self) -> str:
        """The boards it is only for, as `Othello 8x8`; empty where those are all."""
        return ", ".join(variant.board_name(size) for variant in GAMES for size in self._listed(variant))

    @property
    def games(self) -> dict[str, Value]:
        """The defaults that differ: {name of the game, or of its board of one size: value}."""
        found: dict[str, Value] = {}
        for variant in GAMES:
            usual = self.default_in(variant.name)
            if usual != self.default:
                found[variant.name] = usual
            for size in variant.sizes:
                if (value := self.default_in(variant.name, size)) != usual:
                    found[variant.board_name(size)] = value
        return found

    def idle(self, value: Value, game: str, size: int | None, options: Mapping[str, Value]) -> str:
        """Why a value has no effect in a game on a board of that size, among these options; empty where it
        has one, or is what holds anyway."""
        if value in (self.off, self.default_in(game, size)):
            return ""
        if not self.concerns(require_game(game), size):
            return f"{self.name} has an effect only {self.where}"
        for name, values in self.needs.items():
            if options[name] in (values or ()) or (values is None and options[name]):
                continue
            return f"{self.name} has no effect with {name} {options[name]}"
        return ""

    def concerns(self, variant: Variant, size: int | None) -> bool:
        """Whether it has an effect at all in a game on a board of that size."""
        if self.only and size not in self._listed(variant):
            return False
        return self.hidden is None or self.hidden == variant.hidden

    def default_in(self, game: str, size: int | None = None) -> Value:
        """The default in a game, on a board of that size if it matters."""
        value: Value = require_game(game).search_options(size).get(self.name, self.default)
        return value

    def _listed(self, variant: Variant) -> tuple[int, ...]:
        listed: tuple[int, ...] = getattr(variant, self.only) if self.only else ()
        return listed

    def check(self, value: Value) -> Value:
        """The value as its type; ValueError when it is none this option takes."""
        if self.words:
            if value not in self.words:
                near = nearest(value, self.words)
                guess = f"; did you mean {near}?" if near else ""
                raise ValueError(f"{self.name} is one of {', '.join(self.words)}, not {value}{guess}")
            return value
        whole = isinstance(self.default, int)
        try:
            number = int(value) if whole else float(value)
        except ValueError:
            raise ValueError(f"{self.name} needs a {'whole ' if whole else ''}number, not {value}") from None
        if not self.low <= number <= self.high:
            raise ValueError(f"{self.name} lies from {self.low} to {self.high}, not at {value}")
        return number


def whole(value: Value | None) -> int:
    """A value that is a whole number."""
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is not a whole number")
    return value


def number(value: Value | None) -> float:
    """A value that is a number."""
    if not isinstance(value, int | float):
        raise TypeError(f"{value!r} is not a number")
    return value


def word(value: Value | None) -> str:
    """A value that is a word."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a word")
    return value


def optional(kind: Callable[[Value | None], T], value: Value | None) -> T | None:
    """A value of a kind, or none."""
    return None if value is None else kind(value)


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
        "positions are judged by heuristics, or as learned from games",
        "learned",
        off="heuristic",
    ),
    _row(
        "steepness",
        1.4,
        0.1,
        10.0,
        "factor on the slope of the learned odds to win",
        only="learned",
        needs=LEARNED,
    ),
    _row(
        "prior_spread",
        6.0,
        0.1,
        1000.0,
        "discs by which a move's learned prior falls to 1/e",
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
        "a move never tried comes first, or counts as its parent's value less first_play_loss",
    ),
    _row(
        "first_play_loss",
        0.0,
        -1.0,
        1.0,
        "what a move never tried counts less than its parent",
        needs={"first_play": ("parent",)},
    ),
    _row(
        "expand_at", 2, 1, 1000, "visits at which a leaf gets a node: 1 expands in full at once, more is lazy"
    ),
    _row("priors", 1, 0, 1, "order and weigh moves by what the game knows about them"),
    _row("bias", 0.0, 0.0, 100.0, "progressive bias: bias * P / (n + 1) is added"),
    _row(
        "widening",
        0.0,
        0.0,
        1000.0,
        "only the first widening * N^widening_power moves are looked at, at least one; 0 is all",
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
        "new nodes with at most so many empty squares are solved",
        "endgame",
        {"prove": ("result", "score")},
        0,
    ),
    _row(
        "share",
        0,
        0,
        1,
        "positions reached in several ways share their statistics",
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
        "0: a world of its own for each simulation; else so many fixed ones with a tree each, nothing hidden",
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
        "playouts, if any, by the game's simple heuristic player instead of at random",
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
        needs=BY_THUMB,
    ),
    _row("noise", 0.0, 0.0, 1.0, "the share of random noise in the root's priors", hidden=False),
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
    "share": 0,
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
    """Every option's default in a game, on a board of that size, beside what was chosen: what holds for a
    size holds where positions are judged as they usually are on it."""
    usual = NAMES["evaluation"].default_in(game, size)
    if (chosen or {}).get("evaluation", usual) != usual:
        size = None
    own = require_game(game).search_options(size)
    return {technique.name: own.get(technique.name, technique.default) for technique in TECHNIQUES}


def is_learned(game: str, size: int | None, chosen: Mapping[str, Value]) -> bool:
    """Whether positions are judged by the learned evaluation with these options chosen."""
    return {**defaults(game, size, chosen), **chosen}["evaluation"] == "learned"


def changed(options: Mapping[str, Value], name: str, value: Value) -> Options:
    """The options with one of them changed; ValueError for an unknown name or a value it does not take."""
    if name not in NAMES:
        raise ValueError(f"there is no option {name}; {advice(name, NAMES)}")
    return {**options, name: NAMES[name].check(value)}


def effective(
    chosen: Mapping[str, Value], game: str, size: int | None, others: Mapping[str, Value] | None = None
) -> Options:
    """What of the options chosen has an effect in a game on a board of that size, beside others that hold
    there."""
    options = {**defaults(game, size, {**(others or {}), **chosen}), **(others or {}), **chosen}
    return {name: value for name, value in chosen.items() if not NAMES[name].idle(value, game, size, options)}


def require_effect(
    names: Iterable[str],
    chosen: Mapping[str, Value],
    game: str,
    size: int | None,
    others: Mapping[str, Value] | None = None,
) -> None:
    """ValueError when one of these options chosen would be ignored in a game on a board of that size, beside
    others that hold there."""
    options = {**defaults(game, size, {**(others or {}), **chosen}), **(others or {}), **chosen}
    for name in names:
        if why := NAMES[name].idle(chosen[name], game, size, options):
            raise ValueError(why)
