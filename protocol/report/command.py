"""`outflank report`: what the games of a match or tournament prove, on the terminal, as a page, as data."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Any

from outflank.engine.lab import sprt
from outflank.protocol.console import files, help_pages
from outflank.protocol.console.outbox import Disconnected, Outbox, plain, warn
from outflank.protocol.formats import ledger
from outflank.protocol.formats.convert import check_target, refusal
from outflank.protocol.formats.game_record import Played
from outflank.protocol.lab.report import as_json, say
from outflank.protocol.report import page, screen
from outflank.protocol.report.records import CSV_MARK, to_csv, write
from outflank.protocol.report.statistics import Summary, summaries
from outflank.protocol.report.tables import heading, tables

FAILED = 1
WRONG_USE = 2
INTERRUPTED = 130
EXAMPLES = """examples:
  outflank report games.jsonl
  outflank report monday/games.jsonl tuesday/games.jsonl \\
      --html report.html --csv games.csv
  outflank report games.jsonl --sprt 0,5 --anchor base

The exit code is 1 when a game is void."""
MARKS: tuple[files.Mark, files.Mark] = (page.written_here, CSV_MARK)
"""How pages and tables of our own are known."""
MOST_ROWS = 20
"""Rows of a long table on a terminal."""


def main(words: Sequence[str]) -> int:
    """`outflank report`; the exit code."""
    parser = help_pages.new_parser(
        "report", "Rate engines by the games of finished matches: scores, tests, times and faults.", EXAMPLES
    )
    add = parser.add_argument
    add("games", nargs="+", metavar="GAMES.jsonl", help="File of games that a match has written.")
    add("--html", metavar="FILE", help="File for a page with plots that needs no network [default none].")
    add("--csv", metavar="FILE", help="File for a table with a row for each game [default none].")
    add("--force", action="store_true", help="Overwrite these files whatever they are.")
    add("--json", action="store_true", help="Write the report as JSON.")
    add(
        "--sprt",
        metavar="ELO0,ELO1",
        help="Test two differences in Elo, such as 0,5 or --sprt=-3,1; ,ALPHA,BETA may follow, 0.05 each "
        "otherwise [default no test].",
    )
    add(
        "--anchor",
        metavar="NAME",
        default="",
        help="Engine whose rating is 0 [default none: the mean is 0].",
    )
    options = parser.parse_args(list(words))
    try:
        claims = sprt.read_claims(options.sprt) if options.sprt else None
        marks = targets(options)
        rows = ledger.read(options.games, pipes=True)
        if not rows:
            raise ValueError(f"there is no game in {', '.join(options.games)}")
        return report(rows, options.html, options.csv, options.json, claims, options.anchor, marks)
    except (ValueError, OSError) as error:
        warn(f"report: {refusal(error) if isinstance(error, OSError) else error}")
        return WRONG_USE
    except Disconnected:
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def targets(options: argparse.Namespace) -> tuple[files.Mark, files.Mark]:
    """How the page and the table are known that may be replaced. OSError when one of the files cannot be
    written, said before the work."""
    marks = (files.any_mark, files.any_mark) if options.force else MARKS
    for path, mark in zip((options.html, options.csv), marks, strict=True):
        if path:
            try:
                for source in options.games:
                    check_target(source, path, mark)
            except OSError as error:
                raise files.named(path, error) from None
    return marks


def report(
    rows: Sequence[Played],
    html: str | None,
    csv: str | None,
    as_data: bool,
    claims: Any,
    anchor: str = "",
    marks: tuple[files.Mark, files.Mark] = MARKS,
) -> int:
    """Say what the games prove, and write it to the files that are named; 1 when a game is void, else 0."""
    found = summaries(rows, claims, anchor)
    if html:
        write(html, [page.page(found, rows).encode("utf-8")], marks[0])
    if csv:
        write(csv, (line.encode("utf-8") for line in to_csv(rows)), marks[1])
    if as_data:
        say(as_json(found))
    else:
        # Words in it are safe already, and colours would not be left.
        Outbox(1).write(as_screen(found).encode("utf-8", "backslashreplace"))
    return FAILED if any(each.void for each in found) else 0


def as_screen(found: Sequence[Summary]) -> str:
    """The summaries for the terminal: drawn by rich where there is one and it is installed."""
    drawn = os.isatty(1) and screen.has_rich()
    parts = []
    for each in found:
        shown = tables(each)
        show = screen.drawn if drawn else screen.plain
        parts.append(plain(heading(each)) + "\n\n" + show(shown, MOST_ROWS))
    return "\n".join(parts)
