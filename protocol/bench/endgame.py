"""`outflank bench endgame`: the FFO test's Othello endgames, solved exactly."""

from __future__ import annotations

import argparse

from outflank.engine import core
from outflank.engine.bench import endgame as bench_endgame
from outflank.protocol.console.arguments import Parser, add_threads
from outflank.protocol.console.errors import FAILED, OK, Reading, UserError
from outflank.protocol.console.output import say
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.console.tables import Columns

TABLE = Columns(("#", -6), ("empty", 6), ("score", 7), ("nodes", 16), ("seconds", 10), ("nodes/s", 14))


def add_arguments(parser: Parser) -> None:
    """The options of `outflank bench endgame`."""
    parser.add_argument(
        "--positions",
        default="40-44",
        metavar="FROM-TO",
        help="Positions to solve, by their numbers in the test [20 to 59; default %(default)s].",
    )
    add_threads(parser)


def bench_solver(options: argparse.Namespace) -> int:
    """One row a position and their sum; 1 when a score is not the known one."""
    first, dash, last = options.positions.partition("-")
    if not (first.isdecimal() and (last.isdecimal() or not dash)):
        raise UserError(f"{options.positions!r} is not FROM-TO")
    numbers = range(int(first), int(last or first) + 1)
    if not numbers:
        raise UserError(f"there is nothing from {first} to {last}")
    threads, rounds = options.threads, bench_endgame.ROUNDS
    say(f"FFO endgames, exact, {threads} thread(s), {core.LEVEL} build, best of up to {rounds} rounds\n")
    say(TABLE.head())
    solved = []
    for number in numbers:
        with Reading():
            row = bench_endgame.solve(number, threads)
        solved.append(row)
        pace = f"{row.nodes / row.seconds:,.0f}" + ("" if row.right else "   WRONG")
        say(TABLE.row(row.number, row.empty, f"{row.score:+}", f"{row.nodes:,}", f"{row.seconds:.3f}", pace))
    nodes, seconds = sum(row.nodes for row in solved), sum(row.seconds for row in solved)
    say(TABLE.row("all", "", "", f"{nodes:,}", f"{seconds:.3f}", f"{nodes / seconds:,.0f}"))
    return OK if all(row.right for row in solved) else FAILED


ENDGAME = Subcommand(
    arguments=(add_arguments,),
    run=bench_solver,
    examples="outflank bench endgame --positions 20-49",
    failed="a score is not the known one",
)
