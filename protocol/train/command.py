"""`outflank train othello`: an evaluation by games against itself, from nothing or from tables.

It needs NumPy. The table of what can be trained is at the end.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from contextlib import ExitStack, closing

from outflank.engine import installation
from outflank.protocol.console.arguments import Parser, add_cluster, add_jobs, add_seed, number, whole
from outflank.protocol.console.errors import UserError, Writing
from outflank.protocol.console.subcommand import Row, Subcommand
from outflank.protocol.train.crew import Crew
from outflank.protocol.train.folder import Folder
from outflank.protocol.train.training import RULES, SHIPPED, Training, first_tables, terms_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.protocol.train.cluster import ClusterCrew


def main(options: argparse.Namespace) -> int:
    """Train, or go on with a training; the exit code. UserError when that cannot be done like this."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise UserError(f"training needs NumPy: {installation.advice('training')}") from None
    with closing(Folder(options.folder)) as folder:
        begin_in(folder, options)
        with Writing(), Crew(options.jobs) as crew, ExitStack() as stack:
            players = crew if options.cluster is None else stack.enter_context(cluster(options.cluster))
            return Training(folder, crew, players, options, options.command_line).run()


def begin_in(folder: Folder, arguments: argparse.Namespace) -> None:
    """Have the first tables in the folder of this training. UserError when they cannot be used; the folder
    is nobody's then."""
    there = folder.evaluation(0) is not None
    data = None if there else first_tables(arguments.begin)
    folder.settle(terms_of(arguments))
    if data is not None:
        folder.add_evaluation(0, data)


def cluster(address: str) -> ClusterCrew:
    """The machines of a cluster. UserError when there is none."""
    from outflank.protocol.train.cluster import ClusterCrew

    return ClusterCrew(address)


def add_arguments(parser: Parser) -> None:
    """Add where the training is kept, how long it takes, and how it is done."""
    parser.set_defaults(game="othello")
    add = parser.add_argument
    add("--folder", required=True, metavar="DIR", help="Folder of the training [required].")
    add(
        "--hours",
        type=number(0, above=True),
        metavar="H",
        help="Hours of games, before a last fit [more than 0; default no limit].",
    )
    add_jobs(parser, os.cpu_count() or 1, what="Processes")
    add_cluster(parser)
    add_seed(parser)
    add(
        "--begin",
        default=RULES,
        metavar="WHAT",
        help=f"Tables to begin with: {RULES}, {SHIPPED} or a file [default %(default)s].",
    )
    for title, rows in (("games", GAMES), ("fit", FIT), ("comparison of generations", COMPARISON)):
        group = parser.add_argument_group(title)
        for name, kind, usual, word, text in rows:
            group.add_argument(f"--{name}", type=kind, default=usual, metavar=word, help=text)


def zero_or(low: int, high: int) -> Callable[[str], int]:
    """A reader of 0, which is off, and of the whole numbers between two bounds."""

    def read(text: str) -> int:
        return 0 if text == "0" else whole(low, high)(text)

    return read


COUNT = "1 or more; default %(default)s"
SHARE = "0 to 1; default %(default)s"
GAMES: tuple[tuple[str, Callable[[str], float], float, str, str], ...] = (
    ("generations", whole(1), 8, "N", f"Most generations [{COUNT}]."),
    ("games", whole(1), 100_000, "N", f"Games of a generation, rounded up to whole chunks [{COUNT}]."),
    ("chunk", whole(1), 500, "N", f"Games of a chunk, which one process plays and writes [{COUNT}]."),
    ("depth", whole(1, 12), 4, "N", "Depth of the search in plies [1 to 12; default %(default)s]."),
    (
        "solve-at",
        whole(1, 24),
        16,
        "N",
        "Empty squares from which games are solved exactly [1 to 24; default %(default)s].",
    ),
    (
        "guess-at",
        zero_or(16, 24),
        20,
        "N",
        "Empty squares from which the solver's estimates choose the moves; 0 is off [16 to 24; default "
        "%(default)s].",
    ),
    (
        "beside",
        whole(0, 2),
        2,
        "N",
        "Moves of each position that are searched beside the one played [0 to 2; default %(default)s].",
    ),
    (
        "again",
        zero_or(10, 10_000),
        0,
        "N",
        "Simulations with which every other generation searches the positions of the one before again; "
        "0 is off [10 to 10000; default %(default)s].",
    ),
)
FIT: tuple[tuple[str, Callable[[str], float], float, str, str], ...] = (
    ("mix", number(0, 1), 0.3, "X", f"Share of the search's score in a target [{SHARE}]."),
    ("again-mix", number(0, 1), 0.6, "X", f"Share of the score that --again gives in a target [{SHARE}]."),
    ("beside-weight", number(0, 1), 0.2, "X", f"Weight of positions that --beside adds [{SHARE}]."),
    ("fade", number(0, 1), 0.5, "X", f"Weight of a generation relative to the next one [{SHARE}]."),
    (
        "spread",
        number(0, above=True),
        1.4,
        "DISCS",
        "Expected change of a table's entry in discs [more than 0; default %(default)s].",
    ),
    ("iterations", whole(1), 40, "N", f"Most iterations of a fit [{COUNT}]."),
)
COMPARISON: tuple[tuple[str, Callable[[str], float], float, str, str], ...] = (
    (
        "gain",
        number(-float("inf")),
        10.0,
        "ELO",
        "Stop when a generation gains less than this at equal depth [default %(default)s].",
    ),
    ("match-games", whole(1), 4000, "N", f"Games of the match at equal depth [{COUNT}]."),
    ("timed-games", whole(1), 400, "N", f"Games of the match at equal time [{COUNT}]."),
    (
        "move-time",
        number(0, above=True),
        0.01,
        "S",
        "Seconds for one move in the match at equal time [more than 0; default %(default)s].",
    ),
)
OTHELLO = Subcommand(
    "Train an evaluation of Othello on 8x8 by games against itself.",
    arguments=(add_arguments,),
    run=main,
    examples="outflank train othello --folder training --hours 8",
    notes="""
Whatever ends a training, the same command goes on from there. The folder says
what each file is: evaluation-NN.patterns are the tables and evaluation-NN.md is
their card.""",
    failed="a process died, or a file cannot be written",
)
TRAIN = Subcommand(
    kinds=(
        Row(
            "othello",
            "train an evaluation by games against itself",
            "outflank.protocol.train.command:OTHELLO",
        ),
        Row("book", "grow an opening book by searches", "outflank.protocol.train.book:BOOK"),
    ),
)
