"""`outflank train othello`: an evaluation by games against itself, from nothing or from tables, which needs
NumPy; and the way to `outflank train book`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from protocol.outbox import warn
from protocol.train_crew import Crew
from protocol.train_folder import Folder
from protocol.training import RULES, SHIPPED, Training, first_tables, terms_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from protocol.train_cluster import ClusterCrew

FAILED = 1
INTERRUPTED = 130
EPILOG = """Whatever ends a training, the same command goes on from there. The folder says what each file is:
evaluation-NN.patterns are the tables and evaluation-NN.md is their card."""


def main(words: Sequence[str]) -> int:
    """`outflank train`; the exit code."""
    if words[:1] == ["book"]:
        from protocol import train_book

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
    from protocol.train_cluster import ClusterCrew

    return ClusterCrew(address)


def read_words(words: Sequence[str]) -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(
        prog="outflank train",
        description="Learn an evaluation from games against itself; `outflank train book` grows a book.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("game", choices=("othello",), help="the game, on 8x8")
    add("--folder", required=True, metavar="DIR", help="where everything is kept")
    add("--hours", type=positive, metavar="H", help="after so many the games end, and a last fit follows")
    add("--generations", type=count, default=8, metavar="N", help="at most so many (%(default)s)")
    add("--games", type=count, default=100_000, metavar="N", help="of a generation, in chunks (%(default)s)")
    add("--begin", default=RULES, metavar="WHAT", help=f"{RULES}, {SHIPPED} or a file (%(default)s)")
    add("--depth", type=at_most(12), default=4, metavar="D", help="plies of the search (%(default)s)")
    add("--jobs", type=count, default=os.cpu_count() or 1, metavar="J", help="processes (%(default)s)")
    add(
        "--cluster",
        metavar="ADDRESS",
        help="play on a Ray cluster: ray://HOST:PORT, HOST:PORT, auto, or local",
    )
    add("--seed", type=int, default=1, metavar="S", help="of all random numbers (%(default)s)")
    add("--solve-at", type=at_most(24), default=16, metavar="N", help="empties that are exact (%(default)s)")
    add(
        "--guess-at",
        type=guessed,
        default=20,
        metavar="N",
        help="that are likely exact, 0 for none (%(default)s)",
    )
    add("--beside", type=int, choices=(0, 1, 2), default=2, help="other moves looked at (%(default)s)")
    add(
        "--gain",
        type=finite,
        default=10.0,
        metavar="ELO",
        help="one that gains less is the last (%(default)s)",
    )
    add("--chunk", type=count, default=500, metavar="N", help="games written at a time (%(default)s)")
    add(
        "--again",
        type=visits,
        default=0,
        metavar="N",
        help="visits with which every other generation looks again at the games before, 0 for none",
    )
    add("--mix", type=share, default=0.3, metavar="X", help="share of the search's score (%(default)s)")
    add("--again-mix", type=share, default=0.6, metavar="X", help="the same of such a look (%(default)s)")
    add("--beside-weight", type=share, default=0.2, metavar="X", help="of those others (%(default)s)")
    add("--fade", type=share, default=0.5, metavar="X", help="weight of the generation before (%(default)s)")
    add(
        "--spread",
        type=positive,
        default=1.4,
        metavar="X",
        help="discs from where a number begins (%(default)s)",
    )
    add("--iterations", type=count, default=40, metavar="N", help="of a fit at most (%(default)s)")
    add("--match-games", type=count, default=4000, metavar="N", help="by depth, to compare (%(default)s)")
    add("--timed-games", type=count, default=400, metavar="N", help="by time, to compare (%(default)s)")
    add("--move-time", type=positive, default=0.01, metavar="S", help="seconds a move in them (%(default)s)")
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
