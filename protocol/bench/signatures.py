"""`outflank bench signatures`: proves that a refactoring changed nothing."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Any

from outflank.engine import core
from outflank.engine.bench import signatures
from outflank.protocol.console import files
from outflank.protocol.console.outbox import warn
from outflank.protocol.lab import report as lab
from outflank.protocol.lab.report import say

DIFFERENT = 1
MARK = b"# outflank signatures"
LARGEST = 1 << 22


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `outflank bench signatures`."""
    add = parser.add_argument
    add("--quick", action="store_true", help="Take fewer and cheaper signatures: seconds, not a minute.")
    add("--only", default="", metavar="TEXT", help="Part of the names of the rows to take [default all].")
    add("--write", metavar="FILE", help="File to write the rows to, replaced if there [default none].")
    add("--compare", metavar="FILE", help="File of an earlier run to compare with [default none].")


def bench_signatures(options: argparse.Namespace) -> int:
    """The rows, or how they differ from a file's; 1 when they do. ValueError when there is nothing to take or
    to compare with."""
    # Read first: a minute of work is not to end with a file that is not there.
    wanted = None if options.compare is None else read_file(options.compare, options.quick)
    chosen = signatures.jobs(options.quick, options.only)
    if not chosen and wanted is None:
        raise ValueError(f"no row is named {options.only!r}")
    tell = lab.progress("signatures")
    rows = []
    for number, row in enumerate(signatures.measure(chosen), 1):
        rows.append(row)
        tell(None, number, len(chosen))
    text = signatures.write(rows, options.quick, options.only)
    if options.write is not None:
        files.replace(os.fsencode(options.write), [text.encode()], MARK)
    if wanted is not None:
        return compare(wanted, rows, options)
    if options.write is None:
        say(text)
    return 0


def read_file(path: str, quick: bool) -> tuple[str, dict[str, str]]:
    """The build and the rows of a file. ValueError when it is of another kind of run."""
    try:
        (run, build), rows = signatures.read(files.read(os.fsencode(path), LARGEST).decode("utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if run != signatures.kind(quick):
        raise ValueError(f"{path} is of a {run} run, this is a {signatures.kind(quick)} one (see --quick)")
    return build, rows


def compare(
    wanted: tuple[str, dict[str, str]], rows: Sequence[tuple[str, str]], options: argparse.Namespace
) -> int:
    """Say which rows differ, one in a line, or that none does; the exit code."""
    build, there = wanted
    text = options.only.lower()
    there = {name: value for name, value in there.items() if text in name.lower()}
    found = signatures.differences(there, dict(rows))
    if not found:
        say(f"{len(rows)} signatures, all equal\n")
        return 0
    for row in found:
        say(difference_text(row))
    say(f"{len(found)} of {len(rows)} signatures differ from {options.compare}\n")
    if build != core.LEVEL:
        warn(f"bench: {options.compare} is of the {build} build, this is {core.LEVEL}: OUTFLANK_CPU={build}")
    return DIFFERENT


def difference_text(row: Any) -> str:
    """A row that differs, as a line."""
    if row.found is None:
        return f"{row.name}: missing, was {row.wanted}\n"
    if row.wanted is None:
        return f"{row.name}: new, is {row.found}\n"
    return f"{row.name}: was {row.wanted}, is {row.found}\n"
