"""`outflank bench perfect`: games played without a fault from a number of empty squares on."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from outflank.engine import core
from outflank.engine.analysis.plan import MOST_EMPTY
from outflank.engine.bench import perfect as measure
from outflank.engine.bench.perfect import Exam, Examined, Fault
from outflank.engine.lab.schedule import Store
from outflank.protocol.console.arguments import Parser, number, whole
from outflank.protocol.console.errors import FAILED, Reading, UserError
from outflank.protocol.console.output import as_json, say
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.console.tables import Table, plain
from outflank.protocol.formats.game_record import read_row
from outflank.protocol.lab.options import add_common, with_ledger
from outflank.protocol.match.running import asked_for, play_and_report


def add_options(parser: Parser) -> None:
    """Give the subcommand its options."""
    parser.add_argument(
        "--seconds",
        type=number(0, above=True),
        default=1.0,
        metavar="S",
        help="Limit for one move in seconds [more than 0; default %(default)s].",
    )
    parser.add_argument(
        "--from",
        type=whole(1, MOST_EMPTY),
        default=20,
        dest="empty",
        metavar="N",
        help=f"Empty squares from which moves are judged [1 to {MOST_EMPTY}; default %(default)s].",
    )
    add_common(parser, 200, jobs=1)


class ExamLines:
    """Games of exams as lines of JSON: each has its exam, and what was found."""

    marks = (b'{"match": ',)

    def read(self, line: bytes) -> Examined:
        """The game of a line; ValueError when it holds none."""
        row = read_row(line)
        exam = Exam(**row["match"])
        lists = {name: tuple(row[name]) for name in ("moves", "seconds", "leads")}
        examined = Examined(**{**row, **lists, "match": exam})
        if not len(examined.leads) == len(examined.moves) + 1 == len(examined.seconds) + 1:
            raise UserError("not a lead before every move and at the end")
        return examined

    def write(self, examined: Examined) -> bytes:
        """The line of a game."""
        row = {**examined._asdict(), "match": examined.match._asdict()}
        return json.dumps(row).encode("ascii") + b"\n"


def run_perfect(options: argparse.Namespace, ledger: Store[Examined]) -> int:
    """The games and what they come to; the exit code says whether all were perfect. Ctrl-C reports the games
    so far."""
    with Reading():
        exam = measure.new_exam(options.seconds, options.empty, options.seed)
    there = asked_for(ledger, exam, options.games)
    return play_and_report(
        len(there),
        options.games,
        lambda watch: measure.examine(exam, options.games, options.jobs, ledger, watch),
        lambda: report(exam, ledger, options),
    )


def report(exam: Exam, ledger: Store[Examined], options: argparse.Namespace) -> int:
    """Say what the games asked for came to, as far as they are played; the exit code."""
    rows = asked_for(ledger, exam, options.games)
    found = [fault for examined in rows for fault in measure.faults(examined)]
    if options.json:
        say(as_json({"exam": exam, "summary": measure.marks(rows), "faults": found}))
    else:
        say(as_text(exam, rows, found))
    return FAILED if found else 0


def as_text(exam: Exam, rows: Sequence[Examined], found: Sequence[Fault]) -> str:
    """The report for a reader."""
    marks = measure.marks(rows)
    total = Table(
        f"Othello from {exam.empty} empty squares on, {exam.seconds:g} s a move, seed {exam.seed},"
        f" {core.LEVEL} build",
        ("games", "without a fault", "moves", "faults", "discs lost", "results changed", "slowest move"),
        (
            (
                *map(str, (marks.games, marks.perfect, marks.moves)),
                *map(str, (marks.faults, marks.discs, marks.changed)),
                f"{marks.slowest:.3f} s",
            ),
        ),
        left=0,
    )
    lines = tuple(
        (fault.move, str(fault.number), str(fault.empty), str(fault.discs), "yes" if fault.changed else "no")
        for fault in found
    )
    each = Table("Faults", ("move", "game", "empty squares", "discs lost", "changes the result"), lines)
    return plain([total, each] if lines else [total], len(lines))


PERFECT = Subcommand(
    arguments=(add_options,),
    run=with_ledger(run_perfect, ExamLines()),
    examples="outflank bench perfect --games 200 --resume perfect.jsonl",
    failed="a move lost discs",
)
