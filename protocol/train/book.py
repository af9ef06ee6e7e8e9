"""`outflank train book`: a book of openings from nothing, by the search."""

from __future__ import annotations

import argparse
import os
import time
import zlib
from collections.abc import Iterator

from outflank.protocol.console import files
from outflank.protocol.console.arguments import (
    Parser,
    add_force,
    add_jobs,
    add_seed,
    add_whole,
    number,
    whole,
)
from outflank.protocol.console.errors import UserError, Writing
from outflank.protocol.console.outbox import show
from outflank.protocol.console.progress import progress
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.nboard.book_file import BookFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.book.book import Known
    from outflank.engine.train.book_growth import Growth, Terms

USUAL_VISITS = 50_000
SEARCHED = ".searched"
TITLE = "# Opening book of Othello 8x8"
CARD_MARK = f"{TITLE}\n\nMade by `outflank train book ".encode()
"""What the card of a book begins with."""


def grow(arguments: argparse.Namespace) -> int:
    """Look at positions until there are enough, and write the book; the exit code. UserError when that cannot
    be done, Failed when it cannot be written."""
    from outflank.engine.book import repertoire
    from outflank.engine.train.book_growth import Growth, Terms

    usual = USUAL_VISITS if arguments.seconds is None else None
    terms = Terms(arguments.visits or usual, arguments.seconds, arguments.seed)
    targets = {arguments.out: repertoire.MARK, arguments.out + ".md": CARD_MARK}
    marks = dict.fromkeys(targets, files.any_mark) if arguments.force else targets
    for path, mark in marks.items():
        files.check_target("-", path, mark)
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
    text = card(arguments.command_line, terms, records, len(data))
    for path, piece in zip(marks, (data, text.encode("ascii", "backslashreplace")), strict=True):
        with Writing():
            files.replace(os.fsencode(path), [piece], marks[path])
    show(f"{arguments.out}: {len(records)} positions, {len(data)} bytes\n")
    return 0


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
                raise UserError(f"{path} was searched with other options or tables than {mark}")
            kept.add({}, mark)
    except OSError as error:
        raise files.unusable(path, error) from None
    return kept


def found(growth: Growth, terms: Terms, positions: int, jobs: int) -> Iterator[tuple[str, dict[int, Known]]]:
    """Findings of searches of one position after the other, (key, moves), until the book is large enough or
    none is left to look at. The caller adds it to the book."""
    from outflank.engine.train.book_growth import look

    if jobs == 1:
        while len(growth) < positions and (key := growth.wanted()) is not None:
            yield key, look(key, terms)
        return
    from outflank.protocol.train.crew import new_crew

    with new_crew(jobs) as crew:
        # A young book has not enough to do for everybody: then the pieces end, and begin again.
        while len(growth) < positions and growth.wanted() is not None:
            yield from crew.run(look, pieces(growth, terms, positions))


def pieces(growth: Growth, terms: Terms, positions: int) -> Iterator[tuple[str, tuple[str, Terms]]]:
    """The positions to look at, each as (name, arguments), and none twice."""
    taken: set[str] = set()
    while growth.ahead(taken) < positions and (key := growth.wanted(taken)) is not None:
        taken.add(key)
        yield key, (key, terms)


def card(command: str, terms: Terms, records: dict[str, dict[int, Known]], size: int) -> str:
    """The card of a book: how it was made and what is in it."""
    squares = max(map(len, records), default=0)
    plies: dict[int, list[dict[int, Known]]] = {}
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


def add_arguments(parser: Parser) -> None:
    """Add the file, how large the book gets, and how its positions are searched."""
    add = parser.add_argument
    add("--out", required=True, metavar="FILE", help="File of the book [required].")
    add_whole(parser, "--positions", 5000, "Positions in the book")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument(
        "--seconds",
        type=number(0, above=True),
        metavar="S",
        help="Limit for each likely move of a position in seconds [more than 0; default none].",
    )
    limits.add_argument(
        "--visits",
        type=whole(1),
        metavar="N",
        help=f"Limit for each likely move of a position in simulations [1 or more; default {USUAL_VISITS} "
        "without --seconds].",
    )
    add_jobs(parser, 1, what="Processes")
    add_seed(parser, high=2**32 - 1)
    add_force(parser, "FILE and FILE.md whatever they are")


BOOK = Subcommand(
    "Grow an opening book of Othello 8x8 from the start position by searches.",
    arguments=(add_arguments,),
    run=grow,
    examples="outflank train book --out own.book --positions 2000 --seconds 1",
    notes="""
What was searched is kept in FILE.searched, a line for each position as soon as
it is there, and the same command goes on from that, whatever ended it. FILE
itself and its card, FILE.md, are written at the end. With visits and one job
the same seed grows the same book.""",
    failed="the book cannot be written",
)
