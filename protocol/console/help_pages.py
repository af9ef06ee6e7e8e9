"""The help pages: the front page, those of gtp, nboard and levels, and the layout of all others.

Every page is laid out for 80 columns. Nothing here is imported before somebody asks for help, or a subcommand
reads its arguments.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from outflank.engine import options as techniques
from outflank.protocol import settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

WIDTH = 80
MOST_USED = ("game", "size", "level", "visits", "seconds", "threads", "ponder", "book", "log")
"""The options that the front page lists."""
NOT_NBOARD = ("game", "size", "columns", "live_gfx", "resign", "resign_moves", "resign_from", "quiet")
"""The options that say nothing to NBoard: the record that a client sends sets the board."""
HELP = ("-h, --help", "Show this page.")
FRONT = """Outflank plays Othello, Rolit, SOS and PolyClash over GTP and NBoard.

usage: outflank [--OPTION VALUE ...]
       outflank SUBCOMMAND [ARGUMENT ...]

Without a subcommand it serves one client on stdin and stdout. The first line
selects the protocol: NBoard if it begins with nboard or ping, otherwise GTP.
"""
MORE = """examples:
  outflank                              then type genmove black, showboard, quit
  outflank --game SOS --level hard
  outflank nboard --threads 4 --ponder 60
  outflank match level:5 level:6 --games 20 --folder five-six

more help:
  outflank gtp --help                   all options, those of the search too
  outflank config --help                a file with your own defaults
  outflank SUBCOMMAND --help            the page of any other subcommand
"""
GTP = """usage: outflank [gtp] [--OPTION VALUE ...]

Serve a GTP client on stdin and stdout: the command help lists the GTP commands.
`--OPTION=VALUE` works too; the last of several values for one option counts.
"""
NBOARD = """usage: outflank nboard [--OPTION VALUE ...]

Serve an NBoard client (Othello on 6x6, 8x8 or 10x10) on stdin and stdout.
`--OPTION=VALUE` works too; the last of several values for one option counts.
"""
SEARCH = """The options of the search (outflank gtp --help) are taken too.
"""
LEVELS = """usage: outflank levels [-h]

List the levels of play, one on a line: the name that --level takes, the limits
of one search, how moves are chosen, and the strength measured in Othello.
"""


def front(subcommands: Iterable[tuple[str, str, str]]) -> str:
    """The page of `outflank --help`, with these subcommands: name, target and text."""
    names = table("subcommands:", [(name, about) for name, _, about in subcommands])
    chosen = [row_of(option) for option in settings.OPTIONS if option.name in MOST_USED]
    chosen += [HELP, ("--version", "Show the version.")]
    return "\n".join([FRONT, names, table("most used options:", chosen), MORE])


def gtp() -> str:
    """The page of `outflank gtp --help`."""
    options = [*map(row_of, settings.OPTIONS), HELP]
    search = [technique_row(row) for row in techniques.TECHNIQUES]
    title = "options of the search (N counts the visits of a node, n those of a move):"
    return "\n".join([GTP, table("options:", options), table(title, search)])


def nboard() -> str:
    """The page of `outflank nboard --help`."""
    options = [row_of(option) for option in settings.OPTIONS if option.name not in NOT_NBOARD]
    return "\n".join([NBOARD, table("options:", [*options, HELP]), SEARCH])


def levels() -> str:
    """The page of `outflank levels --help`."""
    return "\n".join([LEVELS, table("options:", [HELP])])


def row_of(option: settings.Option) -> tuple[str, str]:
    """The row of an option of the program: name and value, then text, range and default."""
    if option.kind is bool:
        return f"--{option.name}", f"{option.about} [default off]."
    values = f"{_range(option)}; " if option.kind is not str else ""
    usual = option.usual or _value(option.default)
    return f"--{option.name} {option.word}", f"{option.about} [{values}default {usual}]."


def technique_row(row: Any) -> tuple[str, str]:
    """The row of an option of the search, with the games whose default is another one."""
    word = "WORD" if row.words else "INT" if isinstance(row.default, int) else "X"
    values = " or ".join(", ".join(row.words).rsplit(", ", 1)) if row.words else _range(row)
    places: dict[str, list[str]] = {}
    for game, value in row.games.items():
        places.setdefault(_value(value), []).append(_board(game))
    others = "".join(f"; {value} in {', '.join(games)}" for value, games in places.items())
    about = row.told[0].upper() + row.told[1:]
    return f"--{row.name} {word}", f"{about} [{values}; default {_value(row.default)}{others}]."


def table(title: str, rows: Sequence[tuple[str, str]]) -> str:
    """A title and its rows: the texts stand in one column, at least two blanks behind the longest name."""
    column = max(len(name) for name, _ in rows) + 4
    lines = [title]
    for name, text in rows:
        lines += textwrap.wrap(
            text,
            WIDTH,
            initial_indent=f"  {name}".ljust(column),
            subsequent_indent=" " * column,
            break_on_hyphens=False,
        )
    return "\n".join([*lines, ""])


def layout(prog: str) -> argparse.HelpFormatter:
    """The layout of the pages that argparse writes; its width leaves the last two columns free."""
    import argparse

    return argparse.RawDescriptionHelpFormatter(prog, width=WIDTH - 2)


def new_parser(name: str, about: str, epilog: str | None = None) -> argparse.ArgumentParser:
    """The parser of a subcommand."""
    from outflank.protocol.console.arguments import Parser

    return Parser(prog=f"outflank {name}", description=about, epilog=epilog, formatter_class=layout)


def add_kind(kinds: Any, name: str, about: str, epilog: str | None = None) -> argparse.ArgumentParser:
    """Add what stands second on a command line, as `match` in `outflank lab match`, and return its parser."""
    title = f"{about[0].upper()}{about[1:]}."
    parser: argparse.ArgumentParser = kinds.add_parser(
        name, help=about, description=title, epilog=epilog, formatter_class=layout
    )
    return parser


def _range(row: Any) -> str:
    """The values that an option takes, in few digits: the highest may be one less than a power of two."""
    if (row.low, row.high) == (0, 1) and isinstance(row.default, int):
        return "0 or 1"
    high = f"2^{row.high.bit_length()} - 1" if row.high > 10**9 else f"{row.high:.7g}"
    return f"{row.low:g} to {high}"


def _value(value: settings.Value) -> str:
    """A default as one would type it."""
    return f"{value:g}" if isinstance(value, float) else f"{value}"


def _board(game: str) -> str:
    """A game, or its board of one size, in words."""
    name, _, size = game.rpartition(" ")
    return f"{name} {size}x{size}" if name == "Othello" else game
