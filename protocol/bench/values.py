"""`outflank bench values`: how far values in discs can be relied on."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import TypeVar

from outflank.engine import core
from outflank.engine.analysis.limits import Limits
from outflank.engine.bench import accuracy as bench_accuracy, values as measure
from outflank.engine.bench.values import Change, Looked, Stability
from outflank.protocol.bench.accuracy import SECONDS, TIMES, read_questions, usual_file
from outflank.protocol.console.arguments import Parser, add_json, add_threads, add_whole, number, whole
from outflank.protocol.console.errors import INTERRUPTED
from outflank.protocol.console.json_types import JsonObject
from outflank.protocol.console.outbox import warn
from outflank.protocol.console.output import as_json as json_line, say
from outflank.protocol.console.progress import counter
from outflank.protocol.console.subcommand import Subcommand

T = TypeVar("T")
KINDS = ("accuracy", "stability", "book")
POSITIONS = 200
FIRST = 60
VISITS = "1000,10000,100000"
BOOK_VISITS = 20000


def add_options(parser: Parser) -> None:
    """The options of `outflank bench values`."""
    add = parser.add_argument
    add("file", metavar="FILE.obf", nargs="*", help="Files of problems with the exact score of every move.")
    kinds = ", ".join(KINDS)
    add("--only", choices=KINDS, metavar="NAME", help=f"One measurement: {kinds} [default all].")
    add(
        "--seconds",
        type=number(*TIMES),
        default=SECONDS,
        metavar="S",
        help="Limit for one problem in seconds [0.001 to 86400; default %(default)s].",
    )
    add_whole(parser, "--first", FIRST, "Problems of each file")
    add_whole(parser, "--positions", POSITIONS, "Positions of stability and of book")
    add(
        "--visits",
        type=visits_of,
        default=visits_of(VISITS),
        metavar="A,B...",
        help=f"Simulations that stability compares, rising [default {VISITS}].",
    )
    add_whole(parser, "--book-visits", BOOK_VISITS, "Simulations beside the book")
    add_threads(parser)
    add_json(parser)


def bench_values(options: argparse.Namespace) -> int:
    """The three measurements, or one. Ctrl-C reports what was measured. UserError says what is wrong with
    a file."""
    threads, visits, beside = options.threads, options.visits, options.book_visits
    limits = Limits(None, options.seconds)
    wanted = KINDS if options.only is None else (options.only,)
    files = options.file or [usual_file()]
    asked = [(path, read_questions(path)[: options.first]) for path in files] if "accuracy" in wanted else []
    found: JsonObject = {}
    code = 0
    try:
        for path, questions in asked:
            answers = bench_accuracy.answers([question for _, question in questions], limits, threads)
            rows = list(counted(answers, len(questions), "problems"))
            found.setdefault("accuracy", []).append((path, bench_accuracy.summary(rows)))
        if "stability" in wanted:
            changes = measure.changes(options.positions, visits, threads)
            found["stability"] = list(counted(changes, options.positions, "positions"))
        if "book" in wanted:
            looked = measure.looked_up(options.positions, beside, threads)
            found["book"] = list(counted(looked, options.positions, "positions of the book"))
    except KeyboardInterrupt:
        warn("interrupted; only what was measured in full is told")
        code = INTERRUPTED
    say((as_json if options.json else as_table)(found, visits, beside, limits))
    return code


def visits_of(text: str) -> tuple[int, ...]:
    """Two or more rising numbers of simulations."""
    numbers = [whole(1)(word) for word in text.split(",")]
    if len(numbers) < 2 or sorted(set(numbers)) != numbers:
        raise argparse.ArgumentTypeError(f"it needs two or more rising numbers, not {text!r}")
    return tuple(numbers)


def counted(rows: Iterable[T], total: int, noun: str) -> Iterator[T]:
    """The rows, while their number is shown."""
    tell = counter(noun=noun)
    for done, row in enumerate(rows, 1):
        tell(done, total)
        yield row


def as_table(found: JsonObject, visits: tuple[int, ...], beside: int, limits: Limits) -> str:
    """The report for a reader."""
    lines = [f"Values in discs, Othello 8x8, {core.LEVEL} build"]
    for path, row in found.get("accuracy", ()):
        error = "none told" if row.error is None else f"{row.error:.2f} discs"
        lines.append(
            f"{path}: {row.positions} problems, {limits.seconds:g} s each: mean error of the score {error}"
        )
    for stable in measure.stability(found["stability"], visits) if found.get("stability") else ():
        lines.append(stable_text(stable))
    if found.get("stability"):
        lines += slope_lines(found["stability"], visits)
    if found.get("book"):
        lines.append(book_text(found["book"], beside))
    return "\n".join(lines) + "\n"


def stable_text(row: Stability) -> str:
    """A row of the values of searches of two lengths."""
    return (
        f"{row.visits:,} simulations beside {row.longest:,}, {row.positions} positions: mean difference "
        f"{row.mean:.2f} discs, {row.above} above a disc, {row.signs} of another sign"
    )


def slope_lines(rows: list[Change], visits: tuple[int, ...]) -> list[str]:
    """The change of the logarithm of the odds by a disc."""
    lines = [f"{'empty':<10}" + "".join(f"{f'{number:,}':>12}" for number in visits) + "  (slopes)"]
    tables = [{low: slope for low, _, slope in measure.slopes(rows, place)} for place in range(len(visits))]
    for low in sorted(set().union(*tables), reverse=True):
        cells = [f"{table[low]:>12.3f}" if low in table else f"{'-':>12}" for table in tables]
        lines.append(f"{f'{low}-{low + measure.STEP - 1}':<10}" + "".join(cells))
    return lines


def book_text(rows: list[Looked], beside: int) -> str:
    """The row of the book."""
    mean, near = beside_book(rows)
    return (
        f"book beside searches of {beside:,} simulations, {len(rows)} positions: mean difference {mean:.2f} "
        f"discs, {near} within a disc"
    )


def beside_book(rows: list[Looked]) -> tuple[float, int]:
    """(mean difference in discs, how many differ by a disc at most) of the book and the search."""
    differences = [abs(row.book - row.searched) for row in rows]
    return sum(differences) / len(rows), sum(difference <= 1 for difference in differences)


def as_json(found: JsonObject, visits: tuple[int, ...], beside: int, limits: Limits) -> str:
    """The report for a script."""
    changes, book = found.get("stability", []), found.get("book", [])
    return json_line(
        {
            "limits": limits,
            "visits": visits,
            "book_visits": beside,
            "accuracy": [{"file": path, **row._asdict()} for path, row in found.get("accuracy", ())],
            "stability": measure.stability(changes, visits) if changes else [],
            "book": dict(zip(("mean", "within"), beside_book(book), strict=True)) if book else None,
            "positions": changes,
            "book_positions": book,
        }
    )


VALUES = Subcommand(
    arguments=(add_options,),
    run=bench_values,
    examples="outflank bench values problems.obf",
)
