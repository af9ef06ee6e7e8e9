"""`outflank bench evals`: the search's values fitted to scores in discs."""

from __future__ import annotations

import argparse

from outflank.engine.bench import evals as bench_evals
from outflank.protocol.console.arguments import Parser, add_seed, add_whole
from outflank.protocol.console.output import say
from outflank.protocol.console.progress import counter
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.console.tables import Columns

TABLE = Columns(("empty", -10), ("positions", 10), ("slope", 8), ("error", 8), ("table", 8), ("bias", 8))


def add_arguments(parser: Parser) -> None:
    """The options of `outflank bench evals`."""
    add_whole(parser, "--games", 100, "Games to play")
    add_whole(parser, "--visits", 2000, "Limit for one move in simulations")
    add_seed(parser, "Seed of openings and searches")


def bench_margins(options: argparse.Namespace) -> int:
    """One row for each stage of the game."""
    tell = counter(noun="games")
    samples = []
    for number in range(options.games):
        samples += bench_evals.game_samples(number, options.visits, options.seed)
        tell(number + 1, options.games)
    say(f"Othello 8x8, {options.games} games with {options.visits} visits a move: the slope that fits, the\n")
    say("standard error in discs with it and with the table in use, and that table's bias for who is ahead\n")
    say(TABLE.head())
    for row in bench_evals.fits(samples):
        figures = (f"{row.slope:.3f}", f"{row.error:.1f}", f"{row.table_error:.1f}", f"{row.bias:+.1f}")
        say(TABLE.row(f"{row.low}-{row.high}", row.samples, *figures))
    return 0


EVALS = Subcommand(
    arguments=(add_arguments,),
    run=bench_margins,
    examples="outflank bench evals --games 300",
)
