"""`outflank bench perfect`: how many games the engine plays without a fault from so many empty squares on."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from outflank.engine import core
from outflank.engine.analysis.endings import MOST_EMPTY
from outflank.engine.bench import perfect as measure
from outflank.engine.bench.perfect import Exam, Examined, Fault
from outflank.protocol.lab import report as lab
from outflank.protocol.lab.ledger import with_tuples
from outflank.protocol.lab.report import FAILED, as_json, say


def add_options(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its options."""
    parser.add_argument(
        "--seconds",
        type=float,
        default=1.0,
        metavar="S",
        help="Limit for one move in seconds [more than 0; default %(default)s].",
    )
    parser.add_argument(
        "--from",
        type=int,
        default=20,
        dest="empty",
        metavar="N",
        help=f"Empty squares from which moves are judged [1 to {MOST_EMPTY}; default %(default)s].",
    )
    lab.add_common(parser, 200)
    parser.set_defaults(jobs=1, run=run_perfect, read=read_examined)


def read_examined(row: dict[str, Any]) -> tuple[Exam, Examined]:
    """What one line of a ledger says."""
    exam, examined = Exam(**row.pop("match")), Examined(**with_tuples(row))
    if not len(examined.leads) == len(examined.moves) + 1 == len(examined.seconds) + 1:
        raise ValueError("not a lead before every move and at the end")
    return exam, examined


def run_perfect(options: argparse.Namespace, ledger: Any) -> int:
    """The games and what they come to; the exit code says whether all were perfect. Ctrl-C reports the games
    so far."""
    exam = measure.new_exam(options.seconds, options.empty, options.seed)
    try:
        measure.examine(exam, options.games, options.jobs, ledger, lab.progress())
    except KeyboardInterrupt:
        report(exam, ledger, options)
        raise
    return report(exam, ledger, options)


def report(exam: Exam, ledger: Any, options: argparse.Namespace) -> int:
    """Say what the games asked for came to, as far as they are played; the exit code."""
    rows = sorted(examined for examined in ledger.games(exam) if examined.number < options.games)
    found = [fault for examined in rows for fault in measure.faults(examined)]
    if options.json:
        say(as_json({"exam": exam, "summary": measure.marks(rows), "faults": found}))
    else:
        say(as_text(exam, rows, found))
    return FAILED if found else 0


def as_text(exam: Exam, rows: Sequence[Examined], found: Sequence[Fault]) -> str:
    """The report for a reader."""
    marks = measure.marks(rows)
    lines = [
        f"Othello from {exam.empty} empty squares on, {exam.seconds:g} s a move, seed {exam.seed},"
        f" {core.LEVEL} build",
        f"games {marks.games}, without a fault {marks.perfect}",
        f"moves {marks.moves}, faults {marks.faults}",
        f"discs lost {marks.discs}, results changed {marks.changed}",
        f"the slowest move took {marks.slowest:.3f} s",
    ]
    for fault in found:
        changed = ", which changes the result" if fault.changed else ""
        lines.append(
            f"game {fault.number}, {fault.empty} empty: {fault.move} loses {fault.discs} discs{changed}"
        )
    return "\n".join(lines) + "\n"
