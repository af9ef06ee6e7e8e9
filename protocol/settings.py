"""Every option: its name, type, default, range and help. Whoever reads options reads this table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from outflank.engine import options as techniques
from outflank.engine.games import GAMES, listed, sizes_text
from outflank.engine.names import nearest
from outflank.engine.record import NamedTuple
from outflank.protocol.console.errors import UserError
from outflank.protocol.formats.notation import SPELLINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.technique import Options

Value = str | int | float | None
FLAGS = {"0": False, "1": True, "false": False, "true": True}
"""What a flag may be set to; none of them is 1."""
MOST_EMPTY = 40
"""outflank.engine.analysis.plan.MOST_LIKELY: this table is read where the engine cannot be loaded."""
ONE_WORD = re.compile(r"[!-~]{1,40}")
"""A name that NBoard takes for one."""


class BadSetting(UserError):
    """An option that is unknown, without a value, or with one it cannot take; the text says which."""


class Option(NamedTuple):
    """One row of the table. A number lies between `low` and `high`, both included; a text is one of `choices`
    if there are some. For the help page `word` stands for the value, and `usual` says the default where that
    is not one value."""

    name: str
    kind: type
    default: Value
    low: float | None
    high: float | None
    about: str
    word: str = ""
    usual: str = ""
    choices: Sequence[str] = ()

    @property
    def metavar(self) -> str:
        """The word that stands for the value on a page."""
        return "" if self.kind is bool else self.word or {str: "TEXT", int: "N", float: "S"}[self.kind]

    def read(self, word: str) -> Value:
        """The value that a word stands for. BadSetting when it is not one this option takes."""
        if self.kind is bool:
            if word not in ("", *FLAGS):
                raise BadSetting(f"--{self.name} is 0 or 1, not {word}")
            return FLAGS.get(word, True)
        if self.kind is str:
            if not word:
                raise BadSetting(f"--{self.name} needs a value")
            if self.choices and word not in self.choices:
                raise BadSetting(f"--{self.name} is one of {', '.join(self.choices)}, not {word}")
            if self.name == "name" and not ONE_WORD.fullmatch(word):
                raise BadSetting(f"--name is one word of at most 40 ASCII characters, not {word!r}")
            return word
        noun = "a whole number" if self.kind is int else "a number"
        try:
            value: int | float = self.kind(word if word.isascii() else "")
        except ValueError:
            raise BadSetting(f"--{self.name} needs {noun}, not {word!r}") from None
        if self.low is None or self.high is None or not self.low <= value <= self.high:
            raise BadSetting(f"--{self.name} must be {self.low} to {self.high}, not {word}")
        return value


def _quoted(name: str) -> str:
    """A name as a shell needs it."""
    return f'"{name}"' if " " in name else name


OPTIONS = (
    Option(
        "game",
        str,
        GAMES[0].name,
        None,
        None,
        f"Game to begin with: {listed([_quoted(variant.name) for variant in GAMES], 'or')}",
        "NAME",
    ),
    Option(
        "size",
        int,
        None,
        min(min(variant.sizes) for variant in GAMES),
        max(max(variant.sizes) for variant in GAMES),
        f"Size of the board: {sizes_text()}",
        usual="8, PolyClash 302",
    ),
    Option("level", str, "master", None, None, "Playing strength: a name from `outflank levels`", "NAME"),
    Option("visits", int, None, 1, 2**31 - 1, "Limit for one move in simulations", usual="the level's"),
    Option(
        "seconds",
        float,
        None,
        0.001,
        86400,
        "Limit for one move in seconds, besides the level's",
        usual="none",
    ),
    Option("nodes", int, None, 1, 2**31 - 1, "Limit for one move in new nodes of the tree", usual="none"),
    Option("threads", int, 1, 1, 64, "Threads of the search"),
    Option(
        "ponder",
        float,
        0.0,
        0.0,
        86400,
        "Seconds to search in the opponent's time after each move of its own",
    ),
    Option(
        "ponder_nodes", int, None, 1, 2**31 - 1, "Limit of that search in new nodes of the tree", usual="none"
    ),
    Option("lag", float, 0.1, 0.0, 10.0, "Seconds held back from the clock for a reply's way to the client"),
    Option(
        "seed",
        int,
        None,
        0,
        2**64 - 1,
        "Seed of all random numbers; with one thread, --visits and --seed a game can be repeated",
        usual="random",
    ),
    Option(
        "memory",
        int,
        256,
        1,
        32000,
        "Memory in MB for search trees, the table of endings and the evaluation cache",
        word="MB",
    ),
    Option(
        "contempt", int, 0, -100, 100, "Value of a draw in Othello: 100 is a win for Black, -100 for White"
    ),
    Option(
        "solve_empties",
        int,
        None,
        0,
        MOST_EMPTY,
        "Empty squares from which Othello 8x8 is solved at every level, where a move has the time; "
        "without any limit in seconds a solution may take 60",
        usual="the level's",
    ),
    Option(
        "resign",
        float,
        0.0,
        0.0,
        0.5,
        "Win probability at which genmove answers resign in a game for two; 0 is never",
        "P",
    ),
    Option("resign_moves", int, 3, 1, 100, "Moves in a row that must be as bad before it resigns"),
    Option(
        "resign_from", int, 20, 0, 1000, "Turns of the game, of both players, before which it never resigns"
    ),
    Option(
        "book",
        str,
        None,
        None,
        None,
        "File of the book that NBoard's `learn` writes; `off` for no book at all, not even the program's own",
        "FILE",
        "the user's own, off with --seed",
    ),
    Option(
        "columns",
        str,
        "auto",
        None,
        None,
        "Column letters beyond H in moves: `gtp` skips I, `plain` does not, `auto` does as the client",
        "LETTERS",
        choices=SPELLINGS,
    ),
    Option("live_gfx", int, 0, 0, 1, "1 draws each search on stderr for GoGui, once a second"),
    Option(
        "name", str, "Outflank", None, None, "Name to be known by, to tell two copies apart: one word", "WORD"
    ),
    Option(
        "quiet", bool, False, None, None, "Leave out the line `outflank: ready` that gtp writes to stderr"
    ),
    Option("log", str, None, None, None, "File to write the dialogue to", "FILE", "none"),
    Option(
        "config",
        str,
        None,
        None,
        None,
        "File of options in TOML, read before the command line; `off` for none, not even the user's own",
        "FILE",
        "the user's own: see outflank config",
    ),
)
# The search's own options: one a technique, unset unless given.
TECHNIQUES = tuple(Option(row.name, str, None, None, None, row.told) for row in techniques.TECHNIQUES)
NAMES = {option.name: option for option in (*OPTIONS, *TECHNIQUES)}
CLEARABLE = ("visits", "seconds", "nodes", "seed", "solve_empties", "ponder_nodes")
"""Options that may have no value."""


def read_words(words: Sequence[str]) -> dict[str, Value]:
    """The value of every option after `--name value`; of two values for one option the later holds.
    `--name=value` is the same. BadSetting at anything else."""
    return {**defaults(), **read_given(words)}


def defaults() -> dict[str, Value]:
    """The value of every option without words."""
    return {option.name: option.default for option in NAMES.values()}


def read_given(words: Sequence[str]) -> dict[str, Value]:
    """The values of the options that the words set, as in `read_words`."""
    values: dict[str, Value] = {}
    rest = list(words)
    while rest:
        name, equals, word = rest.pop(0).partition("=")
        option = find(name)
        if not equals and option.kind is not bool:
            if not rest:
                raise BadSetting(f"--{option.name} needs a value")
            word = rest.pop(0)
        values[option.name] = option.read(word)
    return values


def checked(option: Option, word: str) -> Value:
    """The value that a word stands for, of the search's options too, which are words until a game is known.
    BadSetting when it is none."""
    value = option.read(word)
    row = techniques.NAMES.get(option.name)
    if row is not None:
        try:
            row.check(word)
        except ValueError as error:
            raise BadSetting(str(error)) from None
    return value


def named(name: str) -> Option | None:
    """The option of a name, or of a former one; None when there is none."""
    return NAMES.get(techniques.current_name(name))


def find(word: str) -> Option:
    """The option that `--name` names. BadSetting says which one is nearest."""
    # Subcommands write their own options with a hyphen, so a hyphen is understood here too.
    option = named(word[2:].replace("-", "_")) if word.startswith("--") else None
    if option is None:
        near = nearest(word.lstrip("-"), NAMES)
        known = ", ".join(f"--{row.name}" for row in OPTIONS)
        advice = f"did you mean --{near}?" if near else f"options: {known}"
        raise BadSetting(f"unknown option {word}; {advice}")
    return option


def chosen(values: dict[str, Value]) -> Options:
    """The search's own options that were given."""
    return {row.name: value for row in TECHNIQUES if (value := values[row.name]) is not None}
