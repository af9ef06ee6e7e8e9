"""`outflank bench threads`: the number of threads to search with on this machine."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from outflank.engine import core
from outflank.engine.bench import search as bench_search
from outflank.engine.games import find_game, unknown_game
from outflank.protocol.console.own_program import usable_cores
from outflank.protocol.lab.report import say
from outflank.protocol.settings import NAMES

ROUNDS = 3
ENOUGH = 0.95
"""Threads beyond the fewest that have this share of the best pace cost processor time for nothing."""
SECONDS = (0.05, 600.0)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `outflank bench threads`."""
    add = parser.add_argument
    add("--game", default="Othello", metavar="NAME", help="Game to search in [default %(default)s].")
    add(
        "--seconds",
        type=float,
        default=1.0,
        metavar="S",
        help=f"Length of one search in seconds [{SECONDS[0]:g} to {SECONDS[1]:g}; default %(default)g].",
    )
    add("--most", type=int, metavar="N", help="Most threads to try [1 to 64; default the cores there are].")


def bench_threads(options: argparse.Namespace) -> int:
    """One row for each number of threads, and the one to take. ValueError when an option cannot be."""
    variant = find_game(options.game)
    if variant is None:
        raise ValueError(unknown_game(options.game))
    if not SECONDS[0] <= options.seconds <= SECONDS[1]:
        raise ValueError(f"--seconds must be {SECONDS[0]:g} to {SECONDS[1]:g}, not {options.seconds:g}")
    limit = int(NAMES["threads"].high or 1)
    most = min(usable_cores(), limit) if options.most is None else options.most
    if not 1 <= most <= limit:
        raise ValueError(f"--most must be 1 to {limit}, not {most}")
    counts = counts_to_try(most)
    say(f"{variant.name} as it is played, {core.LEVEL} build, {usable_cores()} core(s), ")
    say(f"best of {ROUNDS} rounds of {options.seconds:g} s\n{'threads':>7}{'sims/s':>12}{'gain':>7}\n")
    paces = dict.fromkeys(counts, 0.0)
    # In turns: what else the machine does is then the same for all.
    for _ in range(ROUNDS):
        for count in counts:
            paces[count] = max(paces[count], bench_search.playing_pace(variant, count, options.seconds))
    for count, pace in paces.items():
        say(f"{count:>7}{pace:>12,.0f}{pace / paces[1]:>7.2f}\n")
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
