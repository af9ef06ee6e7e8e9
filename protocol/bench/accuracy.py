"""`outflank bench accuracy`: errors of short searches in problems whose moves all have exact scores."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from outflank import protocol
from outflank.engine import core
from outflank.engine.analysis.limits import Limits
from outflank.engine.bench import accuracy as measure
from outflank.engine.bench.accuracy import Answer, Question
from outflank.protocol.console import files
from outflank.protocol.console.arguments import Parser, add_json, add_threads, number, whole
from outflank.protocol.console.errors import INTERRUPTED, Reading, UserError, reason
from outflank.protocol.console.outbox import warn
from outflank.protocol.console.output import as_json as json_line, say
from outflank.protocol.console.progress import counter
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.console.tables import Columns
from outflank.protocol.formats.syntax.moves import Problem, read_problems

USUAL = os.path.join("tests", "positions", "othello_20_empty.obf")
"""The problems where no file is named: below the folder of the sources."""
SECONDS = 0.1
TIMES = (0.001, 86400)
"""The shortest and the longest limit in seconds."""
MOST_BYTES = 16 << 20
TABLE = Columns(
    ("line", -6),
    ("empty", 6),
    ("best", 6),
    ("move", 6),
    ("loss", 6),
    ("told", 8),
    ("error", 7),
    ("exact", 7),
    ("seconds", 9),
)
NO_PASS = (("pass",), -127)
"""Text of files for a position without a pass."""


def add_options(parser: Parser) -> None:
    """Give the subcommand its options."""
    add = parser.add_argument
    add("file", metavar="FILE.obf", nargs="?", help=f"File of problems [default {USUAL}].")
    add(
        "--seconds",
        type=number(*TIMES),
        metavar="S",
        help=f"Limit for one move in seconds [0.001 to 86400; default {SECONDS} without --visits].",
    )
    add(
        "--visits",
        type=whole(1),
        metavar="N",
        help="Limit for one move in simulations; the solver is off then [1 or more; default none].",
    )
    add("--first", type=whole(1), metavar="N", help="Number of problems, from the first [default all].")
    add_threads(parser)
    add(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="Set an option of the search (see outflank gtp --help); repeatable.",
    )
    add_json(parser)


def bench_accuracy(options: argparse.Namespace) -> int:
    """One row a position and what they come to. Ctrl-C reports those that were answered. UserError says what
    is wrong with the options or the file."""
    usual = SECONDS if options.visits is None else None
    limits = Limits(options.visits, usual if options.seconds is None else options.seconds)
    threads = options.threads
    asked = read_questions(options.file or usual_file())[: options.first]
    with Reading():
        answers = measure.answers([question for _, question in asked], limits, threads, chosen(options.set))
    tell = counter(noun="positions")
    rows: list[tuple[int, Answer]] = []
    code = 0
    try:
        for (line, _), answer in zip(asked, answers, strict=True):
            rows.append((line, answer))
            tell(len(rows), len(asked))
    except KeyboardInterrupt:
        warn(f"interrupted after {len(rows)} of {len(asked)} positions")
        code = INTERRUPTED
    if rows:
        say((as_json if options.json else as_table)(rows, limits, threads))
    return code


def chosen(words: Sequence[str]) -> dict[str, str]:
    """The options of the search by name; of two values for one the later holds."""
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise UserError(f"--set needs NAME=VALUE, not {word!r}")
        found[name] = value
    return found


def usual_file() -> str:
    """The problems that come with the sources: those this program runs from, else those in this folder."""
    sources = os.path.dirname(os.path.dirname(os.path.abspath(protocol.__file__)))
    for path in (os.path.join(sources, USUAL), USUAL):
        if os.path.exists(path):
            return path
    raise UserError(f"name a file of problems; {USUAL} comes with the sources only")


def read_questions(path: str) -> list[tuple[int, Question]]:
    """The problems of a file, each with its line. ValueError names the file, the line and the reason when one
    is none, or has not the score of every move."""
    try:
        data = files.read(os.fsencode(path), MOST_BYTES + 1)
    except OSError as error:
        raise UserError(f"{path}: {reason(error)}") from None
    if len(data) > MOST_BYTES:
        raise UserError(f"{path}: more than {MOST_BYTES >> 20} MB")
    found = []
    line = 0
    try:
        for line, problem in read_problems(data.decode("utf-8", "replace")):
            found.append((line, question_of(line, problem)))
    except ValueError as error:
        raise UserError(f"{path}, {error}") from None
    if not found:
        raise UserError(f"{path}: no problems")
    return found


def question_of(line: int, problem: Problem) -> Question:
    """A problem as the engine is asked it. ValueError names the line when that cannot be."""
    board = problem.board
    try:
        if board.size != 8 or board.mover is None:
            raise UserError("not a board of 8x8 with a side to move")
        choices = [choice for choice in problem.choices if choice != NO_PASS]
        scores = [(move, score) for moves, score in choices for move in moves]
        return measure.question(f"{board.cells} {board.mover}", scores)
    except ValueError as error:
        raise UserError(f"line {line}: {error}") from None


def as_table(rows: Sequence[tuple[int, Answer]], limits: Limits, threads: int) -> str:
    """The rows for a reader."""
    lines = [
        f"Othello, {limit_text(limits)} a move, {threads} thread(s), {core.LEVEL} build",
        TABLE.head().rstrip("\n"),
    ]
    for line, row in rows:
        told = ("-", "-") if row.told is None else (f"{row.told:+.1f}", f"{row.error:.1f}")
        exact = "yes" if row.exact else "no"
        cells = (line, row.empty, f"{row.best:+}", row.move, row.loss, *told, exact, f"{row.seconds:.3f}")
        lines.append(TABLE.row(*cells).rstrip("\n"))
    found = measure.summary([row for _, row in rows])
    error = "none told" if found.error is None else f"{found.error:.2f} discs"
    lines += [
        f"positions {found.positions}, solved exactly {found.exact}; {found.seconds:.3f} s a move",
        f"best moves {found.best:.3f}, mean loss {found.loss:.3f} discs, mean error of the score {error}",
    ]
    return "\n".join(lines) + "\n"


def as_json(rows: Sequence[tuple[int, Answer]], limits: Limits, threads: int) -> str:
    """The rows for a script."""
    return json_line(
        {
            "limits": limits,
            "threads": threads,
            "summary": measure.summary([row for _, row in rows]),
            "positions": [{"line": line, **row._asdict(), "error": row.error} for line, row in rows],
        }
    )


def limit_text(limits: Limits) -> str:
    """The limits of one search."""
    seconds = [] if limits.seconds is None else [f"{limits.seconds:g} s"]
    return " and ".join(seconds + ([] if limits.visits is None else [f"{limits.visits} visits"]))


ACCURACY = Subcommand(
    arguments=(add_options,),
    run=bench_accuracy,
    examples="outflank bench accuracy problems.obf --seconds 0.1",
)
