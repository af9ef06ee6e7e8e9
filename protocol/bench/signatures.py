"""`outflank bench signatures`: proves that a refactoring changed nothing."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from outflank.engine import core
from outflank.engine.bench import signatures
from outflank.engine.bench.signatures import Difference
from outflank.protocol.console import files
from outflank.protocol.console.arguments import Parser
from outflank.protocol.console.errors import FAILED, UserError, Writing, reason
from outflank.protocol.console.outbox import warn
from outflank.protocol.console.output import say
from outflank.protocol.console.progress import counter
from outflank.protocol.console.subcommand import Subcommand

MARK = b"# outflank signatures"
LARGEST = 1 << 22


def add_options(parser: Parser) -> None:
    """The options of `outflank bench signatures`."""
    add = parser.add_argument
    add("--quick", action="store_true", help="Take fewer and cheaper signatures: seconds, not a minute.")
    add("--only", default="", metavar="TEXT", help="Part of the names of the rows to take [default all].")
    add("--write", metavar="FILE", help="File to write the rows to, replaced if there [default none].")
    add("--compare", metavar="FILE", help="File of an earlier run to compare with [default none].")


def bench_signatures(options: argparse.Namespace) -> int:
    """The rows, or how they differ from a file's; 1 when they do. ValueError when there is nothing to take or
    to compare with."""
    # Looked at first: a minute of work is not to end with a file that cannot be used.
    if options.write is not None:
        files.check_target("-", options.write, MARK)
    wanted = None if options.compare is None else read_file(options.compare, options.quick)
    chosen = signatures.jobs(options.quick, options.only)
    if not chosen and wanted is None:
        raise UserError(f"no row is named {options.only!r}")
    tell = counter(noun="signatures")
    rows = []
    for number, row in enumerate(signatures.measure(chosen), 1):
        rows.append(row)
        tell(number, len(chosen))
    text = signatures.write(rows, options.quick, options.only)
    if options.write is not None:
        with Writing():
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
    except (ValueError, OSError) as error:
        raise UserError(f"{path}: {reason(error)}") from None
    if run != signatures.kind(quick):
        raise UserError(f"{path} is of a {run} run, this is a {signatures.kind(quick)} one (see --quick)")
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
        warn(f"{options.compare} is of the {build} build, this is {core.LEVEL}: OUTFLANK_CPU={build}")
    return FAILED


def difference_text(row: Difference) -> str:
    """A row that differs, as a line."""
    if row.found is None:
        return f"{row.name}: missing, was {row.wanted}\n"
    if row.wanted is None:
        return f"{row.name}: new, is {row.found}\n"
    return f"{row.name}: was {row.wanted}, is {row.found}\n"


SIGNATURES = Subcommand(
    arguments=(add_options,),
    run=bench_signatures,
    examples="outflank bench signatures --write before.txt\noutflank bench signatures --compare before.txt",
    failed="a signature differs",
)
