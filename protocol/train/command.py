"""`outflank train othello`: an evaluation by games against itself, from nothing or from tables, which needs
NumPy; and the way to `outflank train book`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from outflank.protocol.console import help_pages
from outflank.protocol.console.outbox import warn
from outflank.protocol.train.crew import Crew
from outflank.protocol.train.folder import Folder
from outflank.protocol.train.training import RULES, SHIPPED, Training, first_tables, terms_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.protocol.train.cluster import ClusterCrew

FAILED = 1
INTERRUPTED = 130
EPILOG = """Whatever ends a training, the same command goes on from there. The folder says
what each file is: evaluation-NN.patterns are the tables and evaluation-NN.md is
their card."""


def main(words: Sequence[str]) -> int:
    """`outflank train`; the exit code."""
    if words[:1] == ["book"]:
        from outflank.protocol.train import book as train_book

        return train_book.main(words[1:])
    arguments = read_words(words)
    try:
        import numpy  # noqa: F401
    except ImportError:
        warn('training needs NumPy: pip install "outflank[training]"')
        return FAILED
    try:
        folder = Folder(arguments.folder)
    except (ValueError, OSError) as error:
        warn(str(error))
        return FAILED
    try:
        begin_in(folder, arguments)
        command = "outflank train " + " ".join(words)
        with Crew(arguments.jobs) as crew, ExitStack() as stack:
            players = crew if arguments.cluster is None else stack.enter_context(cluster(arguments.cluster))
            return Training(folder, crew, players, arguments, command).run()
    except (ValueError, OSError) as error:
        warn(str(error))
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        folder.close()


def begin_in(folder: Folder, arguments: argparse.Namespace) -> None:
    """Have the first tables in the folder of this training. ValueError when they cannot be used; the folder
    is nobody's then."""
    there = folder.evaluation(0) is not None
    data = None if there else first_tables(arguments.begin)
    folder.settle(terms_of(arguments))
    if data is not None:
        folder.add_evaluation(0, data)


def cluster(address: str) -> ClusterCrew:
    """The machines of a cluster. ValueError when there is none."""
    from outflank.protocol.train.cluster import ClusterCrew

    return ClusterCrew(address)


def read_words(words: Sequence[str]) -> argparse.Namespace:
    """The arguments."""
    parser = help_pages.new_parser(
        "train",
        "Train an evaluation by games against itself; `outflank train book` grows a book.",
        EPILOG,
    )
    add = parser.add_argument
    add("game", choices=("othello",), metavar="othello", help="Game to train for, on 8x8.")
    add("--folder", required=True, metavar="DIR", help="Folder of the training [required].")
    add(
        "--hours",
        type=positive,
        metavar="H",
        help="Hours of games, before a last fit [more than 0; default no limit].",
    )
    add("--jobs", type=count, default=os.cpu_count() or 1, metavar="N", help=f"Processes [{COUNT}].")
    add(
        "--cluster",
        metavar="ADDRESS",
        help="Ray cluster to play on: ray://HOST:PORT, HOST:PORT, auto or local [default none].",
    )
    add("--seed", type=int, default=1, metavar="N", help="Seed of all random numbers [default %(default)s].")
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
    return parser.parse_args(list(words))


def positive(text: str) -> float:
    """A number above 0."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError
    return value


def share(text: str) -> float:
    """A number from 0 to 1."""
    value = float(text)
    if not 0 <= value <= 1:
        raise ValueError
    return value


def count(text: str) -> int:
    """A whole number above 0."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def visits(text: str) -> int:
    """None, or more than a tree needs for anything."""
    value = int(text)
    if value and not 10 <= value <= 10_000:
        raise argparse.ArgumentTypeError(f"a look takes 10 to 10000 visits, not {value}")
    return value


def guessed(text: str) -> int:
    """No empty squares, or as many as the solver makes estimates of."""
    value = int(text)
    if value and not 16 <= value <= 24:
        raise argparse.ArgumentTypeError(f"estimates are made of 16 to 24 empty squares, not of {value}")
    return value


def beside(text: str) -> int:
    """0, 1 or 2."""
    value = int(text)
    if not 0 <= value <= 2:
        raise ValueError
    return value


def finite(text: str) -> float:
    """A number."""
    value = float(text)
    if not abs(value) < float("inf"):
        raise ValueError
    return value


def at_most(most: int) -> Callable[[str], int]:
    """A whole number above 0 that a training can get done with."""

    def count_up_to(text: str) -> int:
        if (value := count(text)) > most:
            raise argparse.ArgumentTypeError(f"{value} takes too long; at most {most}")
        return value

    return count_up_to


COUNT = "1 or more; default %(default)s"
SHARE = "0 to 1; default %(default)s"
GAMES: tuple[tuple[str, Callable[[str], float], float, str, str], ...] = (
    ("generations", count, 8, "N", f"Most generations [{COUNT}]."),
    ("games", count, 100_000, "N", f"Games of a generation, rounded up to whole chunks [{COUNT}]."),
    ("chunk", count, 500, "N", f"Games of a chunk, which one process plays and writes [{COUNT}]."),
    ("depth", at_most(12), 4, "N", "Depth of the search in plies [1 to 12; default %(default)s]."),
    (
        "solve-at",
        at_most(24),
        16,
        "N",
        "Empty squares from which games are solved exactly [1 to 24; default %(default)s].",
    ),
    (
        "guess-at",
        guessed,
        20,
        "N",
        "Empty squares from which the solver's estimates choose the moves; 0 is off [16 to 24; default "
        "%(default)s].",
    ),
    (
        "beside",
        beside,
        2,
        "N",
        "Moves of each position that are searched beside the one played [0 to 2; default %(default)s].",
    ),
    (
        "again",
        visits,
        0,
        "N",
        "Simulations with which every other generation searches the positions of the one before again; "
        "0 is off [10 to 10000; default %(default)s].",
    ),
)
FIT: tuple[tuple[str, Callable[[str], float], float, str, str], ...] = (
    ("mix", share, 0.3, "X", f"Share of the search's score in a target [{SHARE}]."),
    ("again-mix", share, 0.6, "X", f"Share of the score that --again gives in a target [{SHARE}]."),
    ("beside-weight", share, 0.2, "X", f"Weight of positions that --beside adds [{SHARE}]."),
    ("fade", share, 0.5, "X", f"Weight of a generation relative to the next one [{SHARE}]."),
    (
        "spread",
        positive,
        1.4,
        "DISCS",
        "Expected change of a table's entry in discs [more than 0; default %(default)s].",
    ),
    ("iterations", count, 40, "N", f"Most iterations of a fit [{COUNT}]."),
)
COMPARISON: tuple[tuple[str, Callable[[str], float], float, str, str], ...] = (
    (
        "gain",
        finite,
        10.0,
        "ELO",
        "Stop when a generation gains less than this at equal depth [default %(default)s].",
    ),
    ("match-games", count, 4000, "N", f"Games of the match at equal depth [{COUNT}]."),
    ("timed-games", count, 400, "N", f"Games of the match at equal time [{COUNT}]."),
    (
        "move-time",
        positive,
        0.01,
        "S",
        "Seconds for one move in the match at equal time [more than 0; default %(default)s].",
    ),
)
