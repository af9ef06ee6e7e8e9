"""Every option: its name, type, default, range and help. Whoever reads options reads this table."""

from __future__ import annotations

from collections.abc import Sequence

from engine import techniques

Value = str | int | float | None


class BadSetting(ValueError):
    """An option that is unknown, without a value, or with one it cannot take; the text says which."""


class Option:
    """One row of the table. A number lies between `low` and `high`, both included."""

    __slots__ = ("name", "kind", "default", "low", "high", "about")

    def __init__(
        self, name: str, kind: type, default: Value, low: float | None, high: float | None, about: str
    ) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.low = low
        self.high = high
        self.about = about

    def read(self, word: str) -> Value:
        """The value that a word stands for. BadSetting when it is not one this option takes."""
        if self.kind is str:
            if not word:
                raise BadSetting(f"--{self.name} needs a value")
            return word
        noun = "a whole number" if self.kind is int else "a number"
        try:
            value: int | float = self.kind(word if word.isascii() else "")
        except ValueError:
            raise BadSetting(f"--{self.name} needs {noun}, not {word!r}") from None
        if self.low is None or self.high is None or not self.low <= value <= self.high:
            raise BadSetting(f"--{self.name} must be {self.low} to {self.high}, not {word}")
        return value


OPTIONS = (
    Option("game", str, "Othello", None, None, "the game, by a name that list_games gives"),
    Option("size", int, None, 3, 302, "size of the board (the usual one of the game)"),
    Option("level", str, "master", None, None, "how strongly to play: a name that `outflank levels` lists"),
    Option("visits", int, None, 1, 2**31 - 1, "most visits for a move (what the level has)"),
    Option("seconds", float, None, 0.001, 86400, "most time for a move (what the level has)"),
    Option("nodes", int, None, 1, 2**31 - 1, "most nodes added to the tree for a move (no limit)"),
    Option("threads", int, 1, 1, 64, "threads to think with"),
    Option("ponder", float, 0.0, 0.0, 86400, "seconds to think on in the other's time after a move (0)"),
    Option("lag", float, 0.1, 0.0, 10.0, "seconds that a reply is on its way, kept back from the clock"),
    Option("seed", int, None, 0, 2**64 - 1, "makes the play repeatable (different each time)"),
    Option("memory", int, 256, 1, 32000, "room for the search tree in MB"),
    Option(
        "contempt", int, 0, -100, 100, "what a draw in Othello is: 100 a win for Black, -100 for White (0)"
    ),
    Option(
        "book", str, None, None, None, "file of what `learn` has learnt (the user's own); off: no book at all"
    ),
    Option("live_gfx", int, 0, 0, 1, "1 draws each search on stderr for GoGui, once a second (0)"),
    Option("log", str, None, None, None, "file for the dialogue (none)"),
)
# The search's own options: one a technique, unset unless given.
TECHNIQUES = tuple(
    Option(row.name, str, None, None, None, f"{row.about} ({row.default})") for row in techniques.TECHNIQUES
)
NAMES = {option.name: option for option in (*OPTIONS, *TECHNIQUES)}


def read_words(words: Sequence[str]) -> dict[str, Value]:
    """The value of every option after `--name value` and `--name=value`; of two values for one option the
    later holds. BadSetting at anything else."""
    values = {option.name: option.default for option in NAMES.values()}
    rest = list(words)
    while rest:
        name, equals, word = rest.pop(0).partition("=")
        option = find(name)
        if not equals:
            if not rest:
                raise BadSetting(f"--{option.name} needs a value")
            word = rest.pop(0)
        values[option.name] = option.read(word)
    return values


def find(word: str) -> Option:
    """The option that `--name` names. BadSetting says which one is nearest."""
    option = NAMES.get(word.removeprefix("--")) if word.startswith("--") else None
    if option is None:
        import difflib

        near = difflib.get_close_matches(word.lstrip("-"), NAMES, n=1, cutoff=0.5)
        known = ", ".join(f"--{row.name}" for row in OPTIONS)
        advice = f"did you mean --{near[0]}?" if near else f"options: {known}"
        raise BadSetting(f"unknown option {word}; {advice}")
    return option


def chosen(values: dict[str, Value]) -> dict[str, Value]:
    """The search's own options that were given."""
    return {option.name: values[option.name] for option in TECHNIQUES if values[option.name] is not None}
