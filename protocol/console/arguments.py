"""The parser of a subcommand: argparse with errors of one line, our pages, and groups of shared arguments."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from outflank.engine.names import nearest
from outflank.protocol.console import pages
from outflank.protocol.console.errors import UserError
from outflank.protocol.console.subcommand import Subcommand

CHOICE = re.compile(r"invalid choice: '(.*)' \(choose from (.*)\)", re.DOTALL)
OPTION = re.compile(r"-[A-Za-z]|--[\w-]+")
GREATEST_SEED = 2**64 - 1
HUGE = 2**31 - 1
"""The greatest of numbers without another bound: what the engine counts in 32 bits."""

Options = argparse._ActionsContainer
"""A parser, or a group of its options."""


class Parser(argparse.ArgumentParser):
    """The parser of one subcommand. Its errors are UserError, with the nearest known name."""

    def __init__(self, name: str, command: Subcommand) -> None:
        super().__init__(name, description=command.about, add_help=False)
        self.command = command
        for add in command.arguments:
            add(self)
        # Both are looked for before the words are parsed: a page needs no other argument.
        self.add_argument("-h", "--help", action="store_true", help="Show this page.")
        self.add_argument("-V", "--version", action="store_true", help="Show the version.")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse, but the error for an unknown option has the name that was probably meant, and names
        may be written with _ for -."""
        words = [self._spelled(word) for word in args]
        end = words.index("--") if "--" in words else len(words)
        for word in words[:end]:
            name = word.partition("=")[0]
            known = any(option.startswith(name) for option in self._option_string_actions)
            if OPTION.fullmatch(name) and not known:
                # Before argparse asks for arguments that are missing because of it.
                self._refuse(name)
        return super().parse_known_args(words, namespace)

    def _spelled(self, word: str) -> str:
        """An option's name as it is declared."""
        name, equals, value = word.partition("=")
        declared = name.replace("_", "-")
        known = self._option_string_actions
        return declared + equals + value if name not in known and declared in known else word

    def _refuse(self, name: str) -> NoReturn:
        by_name = {word.lstrip("-"): word for word in self._option_string_actions if word.startswith("--")}
        near = nearest(name.lstrip("-"), by_name)
        self.error(f"unknown option {name}" + (f"; did you mean {by_name[near]}?" if near else ""))

    def error(self, message: str) -> NoReturn:
        """Raise UserError in place of argparse's usage and exit."""
        message = re.sub(r"^argument (?:-\w/)?(?=\S)", "", message)
        message = message.replace("unrecognized arguments", "unknown argument")
        choice = CHOICE.search(message)
        near = nearest(choice[1], re.findall(r"[\w:-]+", choice[2])) if choice else None
        raise UserError(f"{message}; did you mean {near}?" if near else message)

    def format_help(self) -> str:
        """The page of this subcommand."""
        return pages.page(self.prog, self.command, groups_of(self))

    def rows(self) -> list[argparse.Action]:
        """The arguments that a page lists; those that are kept for old scripts are not among them."""
        return [action for action in self._actions if action.help != argparse.SUPPRESS]


def parsed(command: Subcommand, names: Sequence[str], words: Sequence[str]) -> argparse.Namespace:
    """The options that these words set for the subcommand of this name, and `command`, the line itself.
    UserError when they cannot be."""
    parser = Parser(" ".join(["outflank", *names]), command)
    options = parser.parse_args(list(words))
    if command.check is not None:
        command.check(parser, options)
    options.command_line = " ".join([parser.prog, *words])
    return options


def groups_of(parser: Parser) -> list[pages.Group]:
    """The groups of a parser's arguments as a page shows them."""
    groups = []
    for group in parser._action_groups:
        title = {"positional arguments": "arguments", "options": "options"}.get(str(group.title), group.title)
        rows = [
            (name_of(action), about_of(action), action.required)
            for action in group._group_actions
            if action.help != argparse.SUPPRESS
        ]
        if rows:
            groups.append(pages.Group(str(title), tuple(rows)))
    return groups


def name_of(action: argparse.Action) -> str:
    """An argument as its row begins."""
    word = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    if action.nargs == 0:
        word = ""
    if not action.option_strings:
        return {"?": f"[{word}]", "+": f"{word} [{word} ...]", "*": f"[{word} ...]"}.get(
            str(action.nargs), word
        )
    word = f"[{word}]" if action.nargs == "?" else word
    names = ", ".join(name for name in action.option_strings)
    return f"{names} {word}".rstrip()


def about_of(action: argparse.Action) -> str:
    """The text of a row, with its default."""
    return (action.help or "") % {"default": action.default}


def whole(low: int, high: int = HUGE) -> Callable[[str], int]:
    """A reader of whole numbers between two bounds, both included."""

    def read(text: str) -> int:
        try:
            value = int(text) if text.isascii() and len(text) < 30 else None
        except ValueError:
            value = None
        if value is None:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"it must be {bounds(low, high)}, not {value}")
        return value

    return read


def number(low: float, high: float = float("inf"), above: bool = False) -> Callable[[str], float]:
    """A reader of numbers between two bounds, of which the lower one may be excluded."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
        inside = low < value if above else low <= value
        if not (inside and value <= high and abs(value) < float("inf")):
            wanted = f"more than {low:g}" if above else bounds(low, high)
            raise argparse.ArgumentTypeError(f"it must be {wanted}, not {text}")
        return value

    return read


def bounds(low: float, high: float) -> str:
    """Two bounds in words."""
    if high in (HUGE, float("inf")):
        return "a number" if low == -float("inf") else f"{low:g} or more"
    return f"{low:g} to {pages.number(high)}"


def add_whole(
    parser: Options, name: str, usual: int, about: str, low: int = 1, high: int = HUGE, metavar: str = "N"
) -> None:
    """An option that takes a whole number. Its page tells the bounds and the default behind `about`."""
    text = f"{about} [{bounds(low, high)}; default %(default)s]."
    parser.add_argument(name, type=whole(low, high), default=usual, metavar=metavar, help=text)


def add_number(
    parser: Options,
    name: str,
    usual: float,
    about: str,
    low: float = 0.0,
    high: float = float("inf"),
    metavar: str = "S",
) -> None:
    """An option that takes a number, most often of seconds, as `add_whole` has it."""
    text = f"{about} [{bounds(low, high)}; default %(default)s]."
    parser.add_argument(name, type=number(low, high), default=usual, metavar=metavar, help=text)


def add_output(parser: Parser) -> None:
    """Options of the report and of what is said meanwhile."""
    add_json(parser)
    add_quiet(parser)


def add_json(parser: Parser) -> None:
    """The option of a report for scripts."""
    parser.add_argument("--json", action="store_true", help="Write the report as JSON.")


def add_quiet(parser: Parser) -> None:
    """The option of commands that show how far they are."""
    parser.add_argument("--quiet", action="store_true", help="Show no progress on stderr.")


def add_board(parser: Parser) -> None:
    """Options of what is played."""
    add_game(parser, "Game to play")
    parser.add_argument("--size", type=whole(1), metavar="N", help="Size of the board [default the game's].")


def add_game(parser: Parser, about: str, every: bool = False) -> None:
    """The option of one game; without it Othello, or all."""
    usual = "all" if every else "%(default)s"
    parser.add_argument(
        "--game", default=None if every else "Othello", metavar="NAME", help=f"{about} [default {usual}]."
    )


def add_seed(parser: Parser, about: str = "Seed of all random numbers", high: int = GREATEST_SEED) -> None:
    """The option of the seed."""
    parser.add_argument(
        "--seed",
        type=whole(0, high),
        default=1,
        metavar="N",
        help=f"{about} [0 to {pages.number(high)}; default %(default)s].",
    )


def add_jobs(parser: Parser, usual: int | None, text: str = "%(default)s", what: str = "Games") -> None:
    """The option of how much goes on at a time."""
    parser.add_argument(
        "--jobs",
        type=whole(1, 4096),
        default=usual,
        metavar="N",
        help=f"{what} at a time [1 to 4096; default {text}].",
    )


def add_threads(parser: Parser) -> None:
    """The option of how many threads search."""
    add_whole(parser, "--threads", 1, "Threads of the search", high=64)


def add_cluster(parser: Parser) -> None:
    """The option of machines to play on."""
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="Ray cluster to play on: ray://HOST:PORT, HOST:PORT, auto, or local for this machine "
        "[default none].",
    )


def add_anchor(parser: Parser) -> None:
    """The option of whose rating the others are measured from."""
    parser.add_argument(
        "--anchor",
        metavar="NAME",
        default="",
        help="Engine whose rating is 0 [default none: the mean is 0].",
    )


def add_force(parser: Parser, what: str) -> None:
    """The option that overwrites files of other kinds."""
    parser.add_argument("--force", action="store_true", help=f"Overwrite {what}.")


def given(options: argparse.Namespace, parser: Parser) -> Sequence[str]:
    """The options that have another value than their default, as they are written."""
    return [
        action.option_strings[-1] if action.option_strings else action.dest
        for action in parser.rows()
        if getattr(options, action.dest, action.default) != action.default
    ]
