"""`outflank report`: what the games of a match or tournament prove, on the terminal, as a page, as data."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Any

from engine import sprt
from protocol import files
from protocol.arena import ledger, page, screen
from protocol.arena.played import Played
from protocol.arena.records import COLUMNS, to_csv, write
from protocol.arena.statistics import Summary, summaries
from protocol.arena.tables import heading, tables
from protocol.lab import as_json, say
from protocol.outbox import Disconnected, warn

FAILED = 1
WRONG_USE = 2
INTERRUPTED = 130
EXAMPLES = """examples:
  outflank report games.jsonl
  outflank report monday/games.jsonl tuesday/games.jsonl --html report.html --csv games.csv
  outflank report games.jsonl --sprt 0,5 --anchor base
The exit code is 1 when a game is void."""
MOST_ROWS = 20
"""Rows of a long table on a terminal."""
PAGE_MARK = b"<!doctype html>"


def main(words: Sequence[str]) -> int:
    """`outflank report`; the exit code."""
    parser = argparse.ArgumentParser(
        prog="outflank report",
        description="Say what finished games prove: ratings, scores, tests, times and faults.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="+", metavar="GAMES.jsonl", help="files that matches have written")
    parser.add_argument("--html", metavar="FILE", help="write a page with pictures that needs no network")
    parser.add_argument("--csv", metavar="FILE", help="write a row for each game")
    parser.add_argument("--json", action="store_true", help="report in JSON")
    parser.add_argument(
        "--sprt",
        metavar="ELO0,ELO1",
        help="test two differences in Elo, such as 0,5 (0,5,ALPHA,BETA; 0.05 each) or --sprt=-3,1",
    )
    parser.add_argument(
        "--anchor", metavar="NAME", default="", help="the engine whose rating is 0 (the mean is)"
    )
    options = parser.parse_args(list(words))
    try:
        claims = sprt.read_claims(options.sprt) if options.sprt else None
        rows = ledger.read(options.games)
        if not rows:
            raise ValueError(f"there is no game in {', '.join(options.games)}")
        return report(rows, options.html, options.csv, options.json, claims, options.anchor)
    except (ValueError, OSError) as error:
        warn(f"report: {files.reason(error)}")
        return WRONG_USE
    except Disconnected:
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def report(
    rows: Sequence[Played], html: str | None, csv: str | None, as_data: bool, claims: Any, anchor: str = ""
) -> int:
    """Say what the games prove, and write it to the files that are named; 1 when a game is void, else 0."""
    found = summaries(rows, claims, anchor)
    if html:
        write(html, [page.page(found, rows).encode("utf-8")], PAGE_MARK)
    if csv:
        lines = (line.encode("utf-8") for line in to_csv(rows))
        write(csv, lines, COLUMNS[0].encode("utf-8"))
    say(as_json(found) if as_data else as_screen(found))
    return FAILED if any(each.void for each in found) else 0


def as_screen(found: Sequence[Summary]) -> str:
    """The summaries for the terminal: drawn by rich where there is one and it is installed."""
    drawn = os.isatty(1) and screen.has_rich()
    parts = []
    for each in found:
        shown = tables(each)
        show = screen.drawn if drawn else screen.plain
        parts.append(heading(each) + "\n\n" + show(shown, MOST_ROWS))
    return "\n".join(parts)
