"""`outflank config`: the defaults as a file to begin with, and whether a file is one that can be read."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence

from outflank.engine import options as techniques
from outflank.engine.games import find_game
from outflank.engine.play.levels import NAMES as LEVELS
from outflank.protocol import settings
from outflank.protocol.console import config_file, help_pages
from outflank.protocol.console.outbox import Disconnected, Outbox, warn

OK = 0
FAULTS = 1
WRONG_USE = 2
HEAD = """# Outflank's options and their defaults. Remove the # before a name to set it.
# The command line comes before it; `outflank config --check` reads it.
# Its usual place: {place}

"""
SEARCH = """
# Options of the search. Their defaults differ from game to game: one that is
# set here holds in all of them.

"""
EXAMPLE = """examples:
  outflank config --dump > outflank.toml
  outflank config --check outflank.toml
  outflank gtp --config outflank.toml

The file at the usual place, which --dump names, is read by gtp, nboard and
outflank alone; the command line comes before it, and --config off leaves it
out. Unknown keys are warnings, wrong values errors.
--check ends with exit code 0 for a file without either, 1 for one with some
and 2 where there is none."""


def main(words: Sequence[str]) -> int:
    """`outflank config`; the exit code."""
    place = config_file.usual_path() or "unknown: there is no home folder"
    parser = help_pages.new_parser(
        "config",
        "Show the defaults of all options as a file, or check a file of them.",
        EXAMPLE,
    )
    kinds = parser.add_mutually_exclusive_group(required=True)
    kinds.add_argument("--dump", action="store_true", help="Print the defaults as a TOML file with comments.")
    kinds.add_argument(
        "--check",
        nargs="?",
        const="",
        metavar="FILE",
        help="Check a file, and print what it sets [default the one at the usual place].",
    )
    options = parser.parse_args(list(words))
    try:
        if options.dump:
            Outbox(1).write(dump(place).encode("utf-8"))
            return OK
        return check(options.check or config_file.usual_path())
    except Disconnected:
        return FAULTS


def dump(place: str) -> str:
    """All defaults, commented out, as a file that can be read."""
    own = [option for option in settings.OPTIONS if option.name not in config_file.NOT_IN_FILE]
    text = HEAD.format(place=place)
    text += "\n".join(entry(help_pages.row_of(option)[1], option.name, shown(option)) for option in own)
    text += SEARCH
    text += "\n".join(
        entry(help_pages.technique_row(row)[1], row.name, json.dumps(row.default))
        for row in techniques.TECHNIQUES
    )
    return text


def entry(about: str, name: str, value: str) -> str:
    """The lines of one option: its text as a comment, and its default."""
    lines = textwrap.wrap(about, help_pages.WIDTH - 2, break_on_hyphens=False)
    return "\n".join([*(f"# {line}" for line in lines), f"#{name} = {value}", ""])


def shown(option: settings.Option) -> str:
    """An option's default in TOML; where it has none, what stands for a value."""
    if option.default is None:
        return f'"{option.word}"' if option.kind is str else option.word
    return json.dumps(option.default)


def check(path: str) -> int:
    """Print what a file sets, and what is wrong with it; the exit code."""
    if not path:
        warn("config: there is no usual place here; name a file")
        return WRONG_USE
    faults: list[str] = []
    try:
        found = config_file.read(path, faults.append)
        faults += [f"{path}: {fault}" for fault in wrong_names(found)]
    except settings.BadSetting as error:
        faults.append(str(error))
        found = {}
        if not config_file.is_there(path):
            warn(f"config: {error}")
            return WRONG_USE
    for fault in faults:
        warn(f"config: {fault}")
    if faults:
        return FAULTS
    lines = [
        f"{path}: {len(found)} option(s) set",
        *(f"  {name} = {json.dumps(value)}" for name, value in found.items()),
    ]
    Outbox(1).write("".join(line + "\n" for line in lines).encode("utf-8"))
    return OK


def wrong_names(found: dict[str, settings.Value]) -> list[str]:
    """What is wrong with the game, its size and the level, which the table of options does not know."""
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
