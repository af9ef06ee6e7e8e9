"""`outflank train book`: a book of openings from nothing, by the search."""

from __future__ import annotations

import argparse
import os
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from outflank.protocol.console import files, help_pages
from outflank.protocol.console.outbox import show, warn
from outflank.protocol.console.progress import progress
from outflank.protocol.nboard.book_file import BookFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.train.book_growth import Growth, Terms

FAILED = 1
INTERRUPTED = 130
USUAL_VISITS = 50_000
SEARCHED = ".searched"
TITLE = "# Opening book of Othello 8x8"
CARD_MARK = f"{TITLE}\n\nMade by `outflank train book ".encode()
"""What the card of a book begins with."""
EPILOG = """What was searched is kept in FILE.searched, a line for each position as soon as
it is there, and the same command goes on from that, whatever ended it. FILE
itself and its card, FILE.md, are written at the end. With visits and one job
the same seed grows the same book."""


def main(words: Sequence[str]) -> int:
    """`outflank train book`, of which these are the words behind `book`; the exit code."""
    arguments = read_words(words)
    try:
        return grow(arguments, "outflank train book " + " ".join(words))
    except (ValueError, OSError) as error:
        warn(str(error))
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def grow(arguments: argparse.Namespace, command: str) -> int:
    """Look at positions until there are enough, and write the book; the exit code. ValueError when that
    cannot be done, OSError when it cannot be written."""
    from outflank.engine.book import repertoire
    from outflank.engine.train.book_growth import Growth, Terms

    terms = Terms(arguments.visits, arguments.seconds, arguments.seed)
    targets = {arguments.out: repertoire.MARK, arguments.out + ".md": CARD_MARK}
    marks = dict.fromkeys(targets, files.any_mark) if arguments.force else targets
    check_targets(marks)
    kept = begin(arguments.out + SEARCHED, terms)
    growth = Growth((key, dict(moves)) for key, moves in kept.book.records())
    begun, already = time.monotonic(), len(growth)
    with progress("positions", already, arguments.positions) as tell:
        for key, moves in found(growth, terms, arguments.positions, arguments.jobs):
            kept.add({key: moves})
            # As the file has them, so that whoever goes on from it sees the same numbers.
            growth.add(key, dict(kept.book.moves(key)))
            pace = (len(growth) - already) / (time.monotonic() - begun)
            tell(f"{len(growth.best_line())} plies deep, {pace:.2f}/s")
    records = growth.playable()
    data = repertoire.write(records)
    text = card(command, terms, records, len(data))
    for path, piece in zip(marks, (data, text.encode("ascii", "backslashreplace")), strict=True):
        files.replace(os.fsencode(path), [piece], marks[path])
    show(f"{arguments.out}: {len(records)} positions, {len(data)} bytes\n")
    return 0


def check_targets(marks: Mapping[str, files.Mark]) -> None:
    """OSError when the book or its card cannot be written, said before days of work."""
    for path, mark in marks.items():
        try:
            files.check(os.fsencode(path), mark)
        except files.Foreign as error:
            raise OSError(0, f"{path}: {files.reason(error)}; --force overwrites it") from None
        except OSError as error:
            raise files.named(path, error) from None


def begin(path: str, terms: Terms) -> BookFile:
    """The file of what was searched, of nothing where it is new. ValueError when that was by other terms."""
    from outflank.engine.evaluation import TABLES, data_of

    kept = BookFile(path)
    tables = f"{zlib.crc32(data_of(TABLES)):08x}"
    mark = ",".join(f"{name}:{value}" for name, value in {**terms._asdict(), "tables": tables}.items())
    try:
        kept.refresh()
        if not kept.learnt(mark):
            if len(kept.book):
                raise ValueError(f"{path} was searched with other options or tables than {mark}")
            kept.add({}, mark)
    except OSError as error:
        raise files.named(path, error) from None
    return kept


def found(growth: Growth, terms: Terms, positions: int, jobs: int) -> Iterator[tuple[str, Any]]:
    """What searches find of one position after the other, (key, moves), until the book has so many or there
    is none to look at. Who takes it adds it to the book."""
    from outflank.engine.train.book_growth import look

    if jobs == 1:
        while len(growth) < positions and (key := growth.wanted()) is not None:
            yield key, look(key, terms)
        return
    from outflank.protocol.train.crew import Crew

    with Crew(jobs) as crew:
        # A young book has not enough to do for everybody: then the pieces end, and begin again.
        while len(growth) < positions and growth.wanted() is not None:
            yield from crew.run(look, pieces(growth, terms, positions))


def pieces(growth: Growth, terms: Terms, positions: int) -> Iterator[tuple[str, tuple[str, Terms]]]:
    """The positions to look at, each as (name, arguments), and none twice."""
    taken: set[str] = set()
    while growth.ahead(taken) < positions and (key := growth.wanted(taken)) is not None:
        taken.add(key)
        yield key, (key, terms)


def card(command: str, terms: Terms, records: dict[str, Any], size: int) -> str:
    """What made a book and what is in it, as a text for people."""
    squares = max(map(len, records), default=0)
    plies: dict[int, list[Any]] = {}
    for key, moves in records.items():
        plies.setdefault(squares - 4 - key.count("-"), []).append(moves)
    limits = [f"{terms.visits} visits"] if terms.visits else []
    limits += [f"{terms.seconds:g} s"] if terms.seconds else []
    return "\n".join(
        [
            TITLE,
            "",
            f"Made by `{command}`, finished {time.strftime('%Y-%m-%d %H:%M', time.gmtime())} (UTC). "
            f"{size} bytes, {len(records)} positions, {' and '.join(limits)} for each likely move.",
            "",
            "| discs played | positions | moves |",
            "|---|---|---|",
            *(f"| {ply} | {len(rows)} | {sum(map(len, rows))} |" for ply, rows in sorted(plies.items())),
            "",
        ]
    )


def read_words(words: Sequence[str]) -> argparse.Namespace:
    """The arguments."""
    parser = help_pages.new_parser(
        "train book", "Grow an opening book of Othello 8x8 from the start position by searches.", EPILOG
    )
    add = parser.add_argument
    add("--out", required=True, metavar="FILE", help="File of the book [required].")
    add(
        "--positions",
        type=count,
        default=5000,
        metavar="N",
        help="Positions in the book [1 or more; default %(default)s].",
    )
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument(
        "--seconds",
        type=positive,
        metavar="S",
        help="Limit for each likely move of a position in seconds [more than 0; default none].",
    )
    limits.add_argument(
        "--visits",
        type=count,
        metavar="N",
        help=f"Limit for each likely move of a position in simulations [1 or more; default {USUAL_VISITS} "
        "without --seconds].",
    )
    add("--jobs", type=count, default=1, metavar="N", help="Processes [1 or more; default %(default)s].")
    add(
        "--seed",
        type=seed,
        default=1,
        metavar="N",
        help="Seed of all random numbers [0 to 2^32 - 1; default %(default)s].",
    )
    add("--force", action="store_true", help="Overwrite FILE and FILE.md whatever they are.")
    arguments = parser.parse_args(list(words))
    if arguments.visits is None and arguments.seconds is None:
        arguments.visits = USUAL_VISITS
    return arguments


def positive(text: str) -> float:
    """A number above 0."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError
    return value


def count(text: str) -> int:
    """A whole number above 0."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def seed(text: str) -> int:
    """A number of 32 bits."""
    value = int(text)
    if not 0 <= value < 1 << 32:
        raise ValueError
    return value
