"""The options of `outflank match`, and its help page."""

from __future__ import annotations

import argparse

from outflank.engine.lab.clock import MARGIN
from outflank.engine.results.sprt import Claims, read_claims
from outflank.protocol.console.arguments import (
    Parser,
    add_board,
    add_cluster,
    add_jobs,
    add_number,
    add_output,
    add_seed,
    add_whole,
    given,
    number,
    whole,
)
from outflank.protocol.match.engines.spec import PROTOCOLS

JUDGE = "visits=400,book=off"
ABOUT = """Play two engines against each other, over GTP or NBoard. Game n begins with
opening n // players, and A sits in seat n % players, so each opening is played
once with each order of the seats. The games go to DIR/games.jsonl as they end,
and at the end to games.csv, games.sgf and (Othello) games.ggf; the same command
goes on where it ended, however that was. Without engines the files are made
anew and the result is shown once more."""
EXAMPLES = """
outflank match level=5 level=6 --games 200 --openings random --folder 5-6
outflank match "new=./outflank gtp" "rhino=gtp-rhino" --games 90 \\
    --clock 60+1 --openings xot.txt --folder rhino
outflank match "./edax -nboard" "./outflank nboard" --games 40 \\
    --clock 5:00 --openings random:12 --folder edax
outflank match --folder edax"""
NOTES = """
A and B are commands, NAME=COMMAND, or options of this program such as
level=5,threads=2; with the protocol in-process they are players of
`outflank lab`, such as "visits=400 exploration=1.2". CLOCK is none, visits=N,
move=S, seconds or M:S for a game, or S+S with an increment."""


def add_arguments(parser: Parser) -> None:
    """Add the engines, what they play, and where the games go."""
    add = parser.add_argument
    add("a", metavar="A", nargs="?", help="One engine; see below.")
    add("b", metavar="B", nargs="?", help="The other engine; with more than two seats, B has all but one.")
    add("--folder", required=True, metavar="DIR", help="Folder for the games, or with games [required].")
    add_whole(parser, "--games", 100, "Games of the match")
    add_board(parser)
    add("--clock", default="none", help="Clock of both engines; see below [default none: their own limits].")
    add_number(
        parser, "--margin", MARGIN, "Seconds a flag must be down before the game is lost", low=0, high=86400
    )
    add(
        "--patience",
        type=number(0, 86400),
        default=600.0,
        metavar="S",
        help="Longest wait in seconds for a move without a clock [0 to 86400; default %(default)g].",
    )
    add_openings(parser)
    add(
        "--solve",
        type=whole(0),
        default=0,
        metavar="N",
        help="Empty squares from which the arena solves Othello and ends the game; 0 is off "
        "[default %(default)s].",
    )
    add_sprt(parser)
    add_jobs(parser, None, "the cores divided by an engine's threads")
    add_cluster(parser)
    add("--values", action="store_true", help="Ask GTP engines for the values of their moves.")
    add_engines(parser)
    add_output(parser)


def add_openings(parser: Parser) -> None:
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
        type=whole(0),
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
    add_seed(parser, "Seed of openings")


def add_sprt(parser: Parser) -> None:
    """Add the option that ends a match early."""
    parser.add_argument(
        "--sprt",
        type=read_sprt,
        metavar="ELO0,ELO1",
        help="End when one of two differences in Elo is clear, in games for two; ,ALPHA,BETA may follow "
        "[default no test].",
    )


def read_sprt(text: str) -> Claims:
    """The claims of `--sprt`."""
    try:
        return read_claims(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_engines(parser: Parser) -> None:
    """The options of either engine."""
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


def check(parser: Parser, options: argparse.Namespace) -> None:
    """UserError when there is one engine alone, or none and an option that only a game has a use for: without
    engines there is a folder to look into, and nothing else to say."""
    if options.a is not None and options.b is None:
        parser.error("a match needs two engines")
    if options.a is None:
        for name in given(options, parser):
            if name not in ("--folder", "--json", "--quiet"):
                parser.error(f"{name} means nothing without engines")
