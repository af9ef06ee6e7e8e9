"""`outflank report`: what the games of a match or tournament prove, on the terminal, as a page, as data."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from outflank.engine.results import sprt
from outflank.engine.results.game_record import GameRecord
from outflank.engine.results.summary import Summary, summaries
from outflank.protocol.console import files, output
from outflank.protocol.console.arguments import Parser, add_anchor, add_force, add_json
from outflank.protocol.console.errors import FAILED, OK, Reading, UserError, Writing
from outflank.protocol.console.outbox import plain
from outflank.protocol.console.output import as_json, say
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.console.tables import drawn as rich_text, has_rich, plain as plain_text
from outflank.protocol.formats import ledger
from outflank.protocol.report import page
from outflank.protocol.report.records import CSV_MARK, to_csv, write
from outflank.protocol.report.reviews import NOWHERE, Reviews, places_of, read_links
from outflank.protocol.report.tables import heading, tables

MARKS: tuple[files.Mark, files.Mark] = (page.written_here, CSV_MARK)
"""How pages and tables of our own are known."""
MOST_ROWS = 20
"""Rows of a long table on a terminal."""


def add_arguments(parser: Parser) -> None:
    """Add the files of games, those to write, and how the engines are rated."""
    add = parser.add_argument
    add("games", nargs="+", metavar="GAMES.jsonl", help="File of games that a match has written.")
    add("--html", metavar="FILE", help="File for a page with plots that needs no network [default none].")
    add("--csv", metavar="FILE", help="File for a table with a row for each game [default none].")
    add(
        "--reviews",
        metavar="DIR",
        help="Folder of `outflank analyze --folder` to whose pages that of --html leads [default none].",
    )
    add_force(parser, "these files whatever they are")
    add_json(parser)
    add(
        "--sprt",
        metavar="ELO0,ELO1",
        help="Test two differences in Elo, such as 0,5 or --sprt=-3,1; ,ALPHA,BETA may follow, 0.05 each "
        "otherwise [default no test].",
    )
    add_anchor(parser)


def run(options: argparse.Namespace) -> int:
    """Report on the games of some files; the exit code. UserError when a file or an option cannot be used."""
    with Reading():
        claims = sprt.read_claims(options.sprt) if options.sprt else None
    marks = (files.any_mark, files.any_mark) if options.force else MARKS
    for path, mark in zip((options.html, options.csv), marks, strict=True):
        for source in options.games if path else ():
            files.check_target(source, path, mark)
    if options.reviews and not options.html:
        raise UserError("--reviews is for the page of --html")
    links = read_links(options.reviews, options.html) if options.reviews else {}
    with Reading():
        rows, counts = ledger.read_each(options.games, pipes=True)
    if not rows:
        raise UserError(f"there is no game in {', '.join(options.games)}")
    with Reading():
        found = summaries(rows, claims, options.anchor)
    with Writing():
        reviews = Reviews(places_of(options.games, counts, rows), links)
        return report(found, rows, options.html, options.csv, options.json, marks, reviews)


def report(
    found: Sequence[Summary],
    rows: Sequence[GameRecord],
    html: str | None,
    csv: str | None,
    as_data: bool,
    marks: tuple[files.Mark, files.Mark] = MARKS,
    reviews: Reviews = NOWHERE,
) -> int:
    """Say what the games prove, and write it to the files that are named; 1 when a game is void, else 0.
    OSError names a file that cannot be written."""
    if html:
        write(html, [page.page(found, rows, reviews).encode("utf-8")], marks[0])
    if csv:
        write(csv, (line.encode("utf-8") for line in to_csv(rows)), marks[1])
    if as_data:
        say(as_json(found))
    else:
        # Words in it are safe already, and colours would not be left.
        output.write(as_screen(found).encode("utf-8", "backslashreplace"))
    return FAILED if any(each.void for each in found) else OK


def as_screen(found: Sequence[Summary]) -> str:
    """The summaries for the terminal: drawn by rich where there is one and it is installed."""
    drawn = os.isatty(1) and has_rich()
    parts = []
    for each in found:
        shown = tables(each)
        show = rich_text if drawn else plain_text
        parts.append(plain(heading(each)) + "\n\n" + show(shown, MOST_ROWS))
    return "\n".join(parts)


REPORT = Subcommand(
    "Rate engines by the games of finished matches: scores, tests, times and faults.",
    arguments=(add_arguments,),
    run=run,
    examples="""
outflank report games.jsonl
outflank report monday/games.jsonl tuesday/games.jsonl \\
    --html report.html --csv games.csv
outflank report games.jsonl --sprt 0,5 --anchor base""",
    failed="a game is void",
)
