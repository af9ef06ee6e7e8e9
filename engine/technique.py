"""An option of the search: its meaning, its range, its default in each game, and where it has an effect."""

from __future__ import annotations

from outflank.engine.games import GAMES, require_game
from outflank.engine.names import nearest
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias, TypeVar

    from outflank.engine.variant import Variant

    T = TypeVar("T")
    Value: TypeAlias = int | float | str
    Options: TypeAlias = dict[str, Value]
    Needs: TypeAlias = Mapping[str, tuple[Value, ...] | None]


class Technique(NamedTuple):
    """An option: a number from `low` to `high`, or a text that is one of the `words`.

    Games with another default say so in their row (engine/games.py). It has an effect `only` on the boards
    that a fact of a row lists, such as `learned`, unless that is empty; only in games where chance moves or
    something is `hidden`, or only in others, unless that is None; and where the options in `needs` have one
    of these values: {name: values}, None for any but 0. A value of `off` asks for nothing."""

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
        """Its meaning, and where it has an effect."""
        board = [f"only {self.where}"] if self.where else []
        needed = [
            f"with {name} {'above 0' if values is None else ' or '.join(map(str, values))}"
            for name, values in self.needs.items()
        ]
        return self.about + (f" ({', '.join([*board, *needed])})" if board or needed else "")

    @property
    def where(self) -> str:
        """The games in which it has an effect, as `in Othello 8x8`; empty where that is all of them."""
        if self.hidden is not None:
            return "where something is hidden" if self.hidden else "where nothing is hidden"
        everywhere = all(self.sizes_in(variant) == variant.sizes for variant in GAMES)
        return "" if everywhere else f"in {self.boards}"

    @property
    def boards(self) -> str:
        """The games, or boards of some sizes as `Othello 8x8`, in which it has an effect at all."""
        names = []
        for variant in GAMES:
            sizes = self.sizes_in(variant)
            everywhere = sizes == variant.sizes
            names += [variant.name] if everywhere else [variant.board_name(size) for size in sizes]
        return ", ".join(names)

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
        """The reason why a value has no effect in a game on a board of that size, among these options. Empty
        where it has one, or is the default."""
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
        """Tell whether it has an effect at all in a game on a board of that size, if that is known."""
        sizes = self.sizes_in(variant)
        if not sizes or size not in (None, *sizes):
            return False
        return self.hidden is None or self.hidden == variant.hidden

    def default_in(self, game: str, size: int | None = None) -> Value:
        """The default in a game, on a board of that size if it matters."""
        value: Value = require_game(game).search_options(size).get(self.name, self.default)
        return value

    def sizes_in(self, variant: Variant) -> tuple[int, ...]:
        """Sizes of the boards of a game on which it has an effect at all."""
        sizes: tuple[int, ...] = getattr(variant, self.only) if self.only else variant.sizes
        return sizes

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
