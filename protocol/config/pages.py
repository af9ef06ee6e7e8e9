"""The front page, and the declarations of gtp and nboard, whose options are the table of settings.

Sessions read their words without argparse (settings.py); what is declared here is for pages, completion and
the manual. Nothing imports this module before one of them is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from outflank.engine import options as techniques
from outflank.engine.games import families, listed
from outflank.engine.technique import Technique
from outflank.protocol import settings
from outflank.protocol.console.arguments import Options, Parser
from outflank.protocol.console.pages import number, table
from outflank.protocol.console.subcommand import Row, Subcommand

NOT_NBOARD = ("game", "size", "columns", "live_gfx", "resign", "resign_moves", "resign_from", "quiet")
"""The options that say nothing to NBoard: the record that a client sends sets the board."""
NOT_JSON = ("columns", "live_gfx", "name", "quiet")
"""The options that say nothing to a script."""
FRONT = """Outflank plays {games}.
It speaks GTP, NBoard and lines of JSON.

usage: outflank [OPTION ...]
       outflank SUBCOMMAND [ARGUMENT ...]

Without a subcommand it serves one client on stdin and stdout. The first line
selects the protocol: NBoard if it begins with nboard or ping, JSON if with {{,
otherwise GTP.
"""
GROUPS = (
    ("play:", ("play",)),
    ("serve a client:", ("gtp", "nboard", "json", "levels", "config")),
    ("play engines against each other:", ("match", "tournament", "report", "check")),
    ("review and convert games:", ("analyze", "convert")),
    ("develop the engine:", ("lab", "bench", "train")),
    ("set up the shell:", ("completion", "man")),
)
"""The subcommands on the front page."""
MORE = """examples:
  outflank                              then type genmove black, showboard, quit
  outflank --game SOS --level hard
  outflank nboard --threads 4 --ponder 60
  outflank match level=5 level=6 --games 20 --folder five-six

`outflank gtp --help` lists the options. `outflank SUBCOMMAND --help` shows the
page of a subcommand, `outflank --version` the version.
"""


def front(subcommands: Iterable[Row]) -> str:
    """The page of `outflank --help`, with these subcommands."""
    about = {row.name: row.about for row in subcommands}
    titles = [table(title, [(name, about[name]) for name in names]) for title, names in GROUPS]
    games = listed(families(), "and")
    return "\n".join([FRONT.format(games=games), *titles, MORE])


def add_settings(parser: Parser, leave_out: Sequence[str] = ()) -> None:
    """Add the program's own options but for some."""
    for option in settings.OPTIONS:
        if option.name not in leave_out:
            add_row(parser, option.name, *row_of(option), option.choices)


def add_nboard_settings(parser: Parser) -> None:
    """Add the options that NBoard has a use for."""
    add_settings(parser, NOT_NBOARD)


def add_json_settings(parser: Parser) -> None:
    """Add the options that scripts have a use for."""
    add_settings(parser, NOT_JSON)


def add_techniques(parser: Parser) -> None:
    """Add the options of the search."""
    title = "options of the search (N counts the visits of a node, n those of a move)"
    group = parser.add_argument_group(title)
    for row in techniques.TECHNIQUES:
        add_row(group, row.name, *technique_row(row), row.words)


def add_row(parser: Options, name: str, row: str, about: str, choices: Sequence[str]) -> None:
    """Add one option; `row` has its name and what stands for a value."""
    word = row.partition(" ")[2]
    how: dict[str, Any] = {"metavar": word, "choices": choices or None} if word else {"action": "store_true"}
    parser.add_argument(f"--{name}", help=about.replace("%", "%%"), **how)


def row_of(option: settings.Option) -> tuple[str, str]:
    """The row of an option of the program: name and value, then text, range and default."""
    if option.kind is bool:
        return f"--{option.name}", f"{option.about} [default off]."
    values = f"{_range(option)}; " if option.kind is not str else ""
    usual = option.usual or _value(option.default)
    return f"--{option.name} {option.metavar}", f"{option.about} [{values}default {usual}]."


def technique_row(row: Technique) -> tuple[str, str]:
    """The row of an option of the search, with the games whose default is another one."""
    word = "WORD" if row.words else "INT" if isinstance(row.default, int) else "X"
    values = " or ".join(", ".join(row.words).rsplit(", ", 1)) if row.words else _range(row)
    places: dict[str, list[str]] = {}
    for game, value in row.games.items():
        places.setdefault(_value(value), []).append(game)
    others = "".join(f"; {value} in {', '.join(games)}" for value, games in places.items())
    about = row.told[0].upper() + row.told[1:]
    return f"--{row.name} {word}", f"{about} [{values}; default {_value(row.default)}{others}]."


def _range(row: Any) -> str:
    """The values that an option takes, in few digits: the highest may be one less than a power of two."""
    if (row.low, row.high) == (0, 1) and isinstance(row.default, int):
        return "0 or 1"
    return f"{row.low:g} to {number(row.high)}"


def _value(value: settings.Value) -> str:
    """A default as one would type it."""
    return f"{value:g}" if isinstance(value, float) else f"{value}"


GTP = Subcommand(
    "Serve a GTP client on stdin and stdout: the command help lists the GTP commands.\n"
    "Of several values for one option the last counts.",
    arguments=(add_settings, add_techniques),
    examples="outflank gtp --level hard --threads 2\noutflank gtp --game SOS --size 6 --seconds 2",
    usage="[OPTION ...]",
    failed="replies cannot be written",
)
JSON = Subcommand(
    "Serve a script on stdin and stdout: a line is a request, an object of JSON, and\n"
    "so is an answer. Of several values for one option the last counts.",
    arguments=(add_json_settings, add_techniques),
    examples="outflank json --threads 2 < requests.jsonl > answers.jsonl",
    notes='A request: {"id": 1, "do": "analyze", "moves": ["D3"], "visits": 1000}.\n'
    "The request `hello` is answered by the names of all others, `schema` by their\n"
    "JSON Schema.",
    usage="[OPTION ...]",
    failed="answers cannot be written",
)
NBOARD = Subcommand(
    "Serve an NBoard client (Othello on 6x6, 8x8 or 10x10) on stdin and stdout.\n"
    "Of several values for one option the last counts.",
    arguments=(add_nboard_settings,),
    examples="outflank nboard --threads 4 --ponder 60",
    notes="The options of the search (outflank gtp --help) are taken too.",
    usage="[OPTION ...]",
    failed="replies cannot be written",
)
