"""`outflank bench search`: simulations per second of the tree search."""

from __future__ import annotations

import argparse

from outflank.engine import core
from outflank.engine.bench import search as tree
from outflank.engine.games import GAMES
from outflank.protocol.bench.games import add_games, chosen_games
from outflank.protocol.console.output import say
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.console.tables import Columns

TABLE = Columns(
    ("game", -12),
    ("sims", 9),
    ("sims/s", 12),
    ("nodes", 10),
    ("bytes/node", 12),
    ("bytes/sim", 11),
    ("signature", 11),
    ("two workers", 13),
    ("gain", 7),
    ("unshared", 10),
    ("share", 7),
)


def bench_search(options: argparse.Namespace) -> int:
    """One row a game, the gain of a second worker, and Othello beside OpenSpiel if that is here."""
    wanted = chosen_games(options.game)
    say(f"Plain UCT with random playouts, {core.LEVEL} build, best of {tree.ROUNDS} rounds\n")
    say(TABLE.head())
    for variant in wanted:
        one = tree.best_run(variant)
        two = tree.best_run(variant, threads=2)
        gain, unshared = two.pace / one.pace, tree.unshared_pace(variant) / one.pace
        size = (f"{one.nodes:,}", f"{one.bytes / one.nodes:.0f}", f"{one.bytes / one.visits:.0f}")
        gains = (f"{gain:.2f}", f"{unshared:.2f}", f"{gain / unshared:.2f}")
        pace = f"{one.pace:,.0f}"
        say(
            TABLE.row(
                variant.name, f"{one.visits:,}", pace, *size, f"{one.signature:x}", f"{two.pace:,.0f}", *gains
            )
        )
    if GAMES[0] in wanted:
        bench_openspiel()
    return 0


def bench_openspiel() -> None:
    """Othello beside OpenSpiel's search, in turns."""
    simulations = 10_000
    try:
        theirs = tree.openspiel_pace(simulations)
    except ValueError as error:
        say(f"Not compared with OpenSpiel: {error}\n")
        return
    ours = tree.best_run(GAMES[0], simulations).pace
    theirs = max(theirs, tree.openspiel_pace(simulations))
    say(f"Othello, {simulations:,} simulations: ours {ours:,.0f}/s, OpenSpiel {theirs:,.0f}/s, ")
    say(f"ratio {ours / theirs:.0f}\n")


SEARCH = Subcommand(
    arguments=(add_games,),
    run=bench_search,
    examples="outflank bench search --game SOS",
)
