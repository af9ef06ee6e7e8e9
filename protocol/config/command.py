"""`outflank config`: the defaults as a file to begin with, and whether a file is one that can be read."""

from __future__ import annotations

import argparse
import json
import textwrap

from outflank.engine import options as techniques
from outflank.engine.games import find_game
from outflank.engine.play.levels import NAMES as LEVELS
from outflank.protocol import settings
from outflank.protocol.config import file, pages
from outflank.protocol.console.arguments import Parser
from outflank.protocol.console.errors import FAILED, OK, UserError
from outflank.protocol.console.outbox import warn
from outflank.protocol.console.output import say
from outflank.protocol.console.pages import WIDTH
from outflank.protocol.console.subcommand import Subcommand

HEAD = """# Outflank's options and their defaults. Remove the # before a name to set it.
# The command line comes before it; `outflank config --check` reads it.
# Its usual place: {place}

"""
SEARCH = """
# Options of the search. Their defaults differ from game to game: one that is
# set here holds in all of them.

"""


def add_arguments(parser: Parser) -> None:
    """Add what is wanted of the two."""
    kinds = parser.add_mutually_exclusive_group(required=True)
    kinds.add_argument("--dump", action="store_true", help="Print the defaults as a TOML file with comments.")
    kinds.add_argument(
        "--check",
        nargs="?",
        const="",
        metavar="FILE",
        help="Check a file, and print what it sets [default the one at the usual place].",
    )


def run(options: argparse.Namespace) -> int:
    """Show the defaults, or check a file; the exit code."""
    if options.dump:
        say(dump(file.usual_path() or "unknown: there is no home folder"))
        return OK
    return check(options.check or file.usual_path())


def dump(place: str) -> str:
    """All defaults, commented out, as a file that can be read."""
    own = [option for option in settings.OPTIONS if option.name not in file.NOT_IN_FILE]
    text = HEAD.format(place=place)
    text += "\n".join(entry(pages.row_of(option)[1], option.name, shown(option)) for option in own)
    text += SEARCH
    text += "\n".join(
        entry(pages.technique_row(row)[1], row.name, json.dumps(row.default)) for row in techniques.TECHNIQUES
    )
    return text


def entry(about: str, name: str, value: str) -> str:
    """The lines of one option: its text as a comment, and its default."""
    lines = textwrap.wrap(about, WIDTH - 2, break_on_hyphens=False)
    return "\n".join([*(f"# {line}" for line in lines), f"#{name} = {value}", ""])


def shown(option: settings.Option) -> str:
    """An option's default in TOML; where it has none, what stands for a value."""
    if option.default is None:
        return f'"{option.metavar}"' if option.kind is str else option.metavar
    return json.dumps(option.default)


def check(path: str) -> int:
    """Print what a file sets, and what is wrong with it; the exit code. UserError when the file is
    missing."""
    if not path:
        raise UserError("there is no usual place here; name a file")
    faults: list[str] = []
    found: dict[str, settings.Value] = {}
    try:
        found = file.read(path, faults.append)
        faults += [f"{path}: {fault}" for fault in wrong_names(found)]
    except file.Unusable:
        raise
    except settings.BadSetting as error:
        faults.append(str(error))
    for fault in faults:
        warn(f"config: {fault}")
    if faults:
        return FAILED
    say(f"{path}: {len(found)} option(s) set\n")
    say("".join(f"  {name} = {json.dumps(value)}\n" for name, value in found.items()))
    return OK


def wrong_names(found: dict[str, settings.Value]) -> list[str]:
    """The faults of the game, its size and the level, which the table of options does not know."""
    from outflank.engine.games import unknown_game
    from outflank.engine.names import advice

    wrong = []
    game = find_game(str(found.get("game", "Othello")))
    if game is None:
        wrong.append(unknown_game(str(found["game"])))
    elif found.get("size") is not None and found["size"] not in game.sizes:
        wrong.append(f"{game.name} is not played on a board of size {found['size']}")
    level = str(found.get("level", "master"))
    if level.lower() not in LEVELS:
        wrong.append(f"there is no level {level}; {advice(level, LEVELS)}")
    return wrong


CONFIG = Subcommand(
    "Show the defaults of all options as a file, or check a file of them.",
    arguments=(add_arguments,),
    run=run,
    examples="outflank config --dump > outflank.toml\n"
    "outflank config --check outflank.toml\n"
    "outflank gtp --config outflank.toml",
    notes="The file at the usual place, which --dump names, is read by gtp, nboard and\n"
    "outflank alone; the command line comes before it, and --config off leaves it\n"
    "out. Unknown keys are warnings, wrong values errors.",
    failed="the file has unknown keys or wrong values",
)
