"""`outflank bench threads`: the number of threads to search with on this machine."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from outflank.engine import core
from outflank.engine.bench import search as bench_search
from outflank.engine.games import find_game, unknown_game
from outflank.protocol.console.arguments import Parser, add_game, number, whole
from outflank.protocol.console.errors import UserError
from outflank.protocol.console.output import say
from outflank.protocol.console.own_program import usable_cores
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.console.tables import Columns

ROUNDS = 3
ENOUGH = 0.95
"""Threads beyond the fewest that have this share of the best pace cost processor time for nothing."""
SECONDS = (0.05, 600.0)
MOST = 64
"""Threads that the option --threads takes."""
TABLE = Columns(("threads", 7), ("sims/s", 12), ("gain", 7))


def add_options(parser: Parser) -> None:
    """The options of `outflank bench threads`."""
    add = parser.add_argument
    add_game(parser, "Game to search in")
    add(
        "--seconds",
        type=number(*SECONDS),
        default=1.0,
        metavar="S",
        help=f"Length of one search in seconds [{SECONDS[0]:g} to {SECONDS[1]:g}; default %(default)g].",
    )
    add(
        "--most",
        type=whole(1, MOST),
        metavar="N",
        help="Most threads to try [1 to 64; default the cores there are].",
    )


def bench_threads(options: argparse.Namespace) -> int:
    """One row for each number of threads, and the one to take. ValueError when an option cannot be."""
    variant = find_game(options.game)
    if variant is None:
        raise UserError(unknown_game(options.game))
    most = min(usable_cores(), MOST) if options.most is None else options.most
    counts = counts_to_try(most)
    say(f"{variant.name} as it is played, {core.LEVEL} build, {usable_cores()} core(s), ")
    say(f"best of {ROUNDS} rounds of {options.seconds:g} s\n{TABLE.head()}")
    paces = dict.fromkeys(counts, 0.0)
    # In turns: what else the machine does is then the same for all.
    for _ in range(ROUNDS):
        for count in counts:
            paces[count] = max(paces[count], bench_search.playing_pace(variant, count, options.seconds))
    for count, pace in paces.items():
        say(TABLE.row(count, f"{pace:,.0f}", f"{pace / paces[1]:.2f}"))
    say(f"Recommended: --threads {recommended(paces)}\n")
    return 0


def counts_to_try(most: int) -> list[int]:
    """1, 2, 3, 4, 6, 8, 12 and so on, and the most."""
    steps = {1, 2, 3, most, *(step << power for step in (2, 3) for power in range(6))}
    return sorted(count for count in steps if count <= most)


def recommended(paces: Mapping[int, float]) -> int:
    """The fewest threads that are about as fast as the fastest number of them."""
    best = max(paces.values())
    return min(count for count, pace in paces.items() if pace >= ENOUGH * best)


THREADS = Subcommand(
    arguments=(add_options,),
    run=bench_threads,
    examples="outflank bench threads --most 4",
)
