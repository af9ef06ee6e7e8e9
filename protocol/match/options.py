"""The options of `outflank match`, and its help page."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from outflank.protocol.console import help_pages
from outflank.protocol.match.clock import MARGIN
from outflank.protocol.match.engines.spec import PROTOCOLS

GREATEST_SEED = 2**64 - 1
JUDGE = "visits:400,book:off"
ABOUT = """Play two engines against each other, over GTP or NBoard. Game n begins with
opening n // players, and A sits in seat n % players, so each opening is played
once with each order of the seats. The games go to DIR/games.jsonl as they end,
and at the end to games.csv, games.sgf and (Othello) games.ggf; the same command
goes on where it ended, however that was. Without engines the files are made
anew and the result is shown once more."""
EXAMPLES = """examples:
  outflank match level:5 level:6 --games 200 --openings random --folder 5-6
  outflank match "new=./outflank gtp" "rhino=gtp-rhino" --games 90 \\
      --clock 60+1 --openings xot.txt --folder rhino
  outflank match "./edax -nboard" "./outflank nboard" --games 40 \\
      --clock 5:00 --openings random:12 --folder edax
  outflank match --folder edax

A and B are commands, NAME=COMMAND, or options of this program such as
level:5,threads:2. CLOCK is none, visits=N, move=S, seconds or M:S for a game,
or S+S with an increment. The exit code is 0, 1 when a game is void or an engine
cannot be started any more, 2 when the match cannot be played like this, and 130
after Ctrl-C."""


def new_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = help_pages.new_parser("match", ABOUT, EXAMPLES)
    add = parser.add_argument
    add("a", metavar="A", nargs="?", help="One engine; see below.")
    add("b", metavar="B", nargs="?", help="The other engine; with more than two seats, B has all but one.")
    add("--folder", required=True, metavar="DIR", help="Folder for the games, or with games [required].")
    add(
        "--games",
        type=number(1),
        default=100,
        metavar="N",
        help="Games of the match [1 or more; default %(default)s].",
    )
    add("--game", default="Othello", metavar="NAME", help="Game to play [default %(default)s].")
    add("--size", type=int, metavar="N", help="Size of the board [default the game's usual one].")
    add("--clock", default="none", help="Clock of both engines; see below [default none: their own limits].")
    add(
        "--margin",
        type=seconds,
        default=MARGIN,
        metavar="S",
        help="Seconds a flag must be down before the game is lost [0 to 86400; default %(default)s].",
    )
    add(
        "--patience",
        type=seconds,
        default=600.0,
        metavar="S",
        help="Longest wait in seconds for a move without a clock [0 to 86400; default %(default)g].",
    )
    add_openings(parser)
    add(
        "--solve",
        type=number(0),
        default=0,
        metavar="N",
        help="Empty squares from which the arena solves Othello and ends the game; 0 is off "
        "[default %(default)s].",
    )
    add(
        "--jobs",
        type=number(1),
        metavar="N",
        help="Games at a time [1 or more; default the cores divided by an engine's threads].",
    )
    add(
        "--cluster",
        metavar="ADDRESS",
        help="Ray cluster to play on: ray://HOST:PORT, HOST:PORT, auto, or local for this machine "
        "[default none].",
    )
    add("--values", action="store_true", help="Ask GTP engines for the values of their moves.")
    add_engines(parser)
    add("--quiet", action="store_true", help="Show no progress.")
    add("--json", action="store_true", help="Write the result as JSON.")
    return parser


def add_openings(parser: argparse.ArgumentParser) -> None:
    """Add the options of what games begin with."""
    add = parser.add_argument
    add(
        "--openings",
        default="start",
        metavar="WHAT",
        help="Openings: start, random, random:PLIES, or a file of games [default %(default)s].",
    )
    add(
        "--plies",
        type=number(0),
        metavar="N",
        help="Plies taken of each game of a file of openings [0 or more; default all].",
    )
    add("--shuffle", action="store_true", help="Take the games of a file in an order drawn from the seed.")
    add(
        "--balance",
        metavar="X",
        help="Play only openings worth 0.5 +- X to the player to move, or with 4d up to 4 discs "
        "[0 to 0.5, or 64d; default off].",
    )
    add("--judge", metavar="CMD", help=f"Engine that judges openings for --balance [default {JUDGE}].")
    add(
        "--seed",
        type=number(0, GREATEST_SEED),
        default=1,
        metavar="N",
        help="Seed of openings [0 to 2^64 - 1; default %(default)s].",
    )


def add_engines(parser: argparse.ArgumentParser) -> None:
    """What can be said of either engine."""
    add = parser.add_argument
    for side in "ab":
        engine = side.upper()
        add(
            f"--protocol-{side}",
            choices=PROTOCOLS,
            default="auto",
            metavar="NAME",
            help=f"Protocol of {engine}: {', '.join(PROTOCOLS)} [default auto: nboard if COMMAND has it].",
        )
        add(
            f"--dir-{side}",
            default="",
            metavar="DIR",
            help=f"Folder to start {engine} in [default the current one].",
        )
        add(
            f"--setup-{side}",
            action="append",
            default=[],
            metavar="LINE",
            help=f"Send {engine} this line first; repeatable.",
        )


def check_alone(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Without engines there is a folder to look into, and nothing else to say."""
    for name, value in vars(options).items():
        if name not in ("folder", "json", "quiet") and value != parser.get_default(name):
            parser.error(f"--{name.replace('_', '-')} means nothing without engines")


def number(low: int, high: int = 10**9) -> Callable[[str], int]:
    """Reads a whole number between these bounds."""

    def read(text: str) -> int:
        value = int(text) if text.isascii() and text.isdigit() and len(text) < 30 else -1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is no number from {low} to {high}")
        return value

    return read


def seconds(text: str) -> float:
    """Reads a time."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 86400:
        raise argparse.ArgumentTypeError(f"{text!r} is no time in seconds")
    return value
