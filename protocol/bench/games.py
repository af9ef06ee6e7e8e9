"""`outflank bench games` and `outflank bench perft`: how fast games are played, and how many there are."""

from __future__ import annotations

import argparse
import time

from outflank.engine import core
from outflank.engine.bench import games as bench
from outflank.engine.games import GAMES, find_game, unknown_game
from outflank.engine.variant import Variant
from outflank.protocol.console.arguments import Parser, add_board, add_game, whole
from outflank.protocol.console.errors import UserError
from outflank.protocol.console.output import say
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.console.tables import Columns

TABLE = Columns(
    ("game", -12),
    ("size", 5),
    ("moves", 14),
    ("perft nodes", 16),
    ("depth", 6),
    ("playouts", 12),
    ("together", 12),
)


def chosen_games(name: str | None) -> list[Variant]:
    """The game of that name, or all."""
    if not name:
        return list(GAMES)
    found = find_game(name)
    if found is None:
        raise UserError(unknown_game(name))
    return [found]


def add_games(parser: Parser) -> None:
    """The options of `outflank bench games`."""
    add_game(parser, "Game to measure", every=True)


def bench_games(options: argparse.Namespace) -> int:
    """One row a game, then Othello against C."""
    wanted = chosen_games(options.game)
    say(f"One core, {core.LEVEL} build, best of {bench.ROUNDS} rounds, per second of CPU time\n")
    say(TABLE.head())
    for variant in wanted:
        for size in bench.sizes_of(variant):
            speed = bench.game_speed(variant, size)
            paces = (f"{speed.playouts:,.0f}", f"{speed.playouts_together:,.0f}")
            moves, nodes = f"{speed.moves:,.0f}", f"{speed.nodes:,.0f}"
            say(TABLE.row(variant.name, size, moves, nodes, speed.depth, *paces))
    if GAMES[0] in wanted:
        bench_othello()
    return 0


def bench_othello() -> None:
    """Othello's learned evaluation; the rest beside the C program, in turns."""
    pace = bench.judgements()
    say(f"Othello 8x8 judges {pace:,.0f} positions/s by what was learnt, {1e9 / pace:.0f} ns each\n")
    try:
        rows = bench.othello_against_c()
    except ValueError as error:
        say(f"Othello 8x8 was not compared with C: {error}\n")
        return
    say("Othello 8x8 beside a C program of the same algorithm, run in turns\n")
    for row in rows:
        say(f"{row.name:<26}{row.ours:>16,.0f}{row.c:>16,.0f}   ratio {row.ours / row.c:.3f}\n")


def add_perft(parser: Parser) -> None:
    """The options of `outflank bench perft`."""
    add = parser.add_argument
    add_board(parser)
    add(
        "--depth", type=whole(0, 100), required=True, metavar="N", help="Depth in plies [0 to 100; required]."
    )
    add("--free-passes", action="store_true", help="Count passes as no ply (Othello).")
    add("--skip-finished", action="store_true", help="Leave out games that end above the depth (Othello).")


def bench_perft(options: argparse.Namespace) -> int:
    """The number of leaves, and how long it took."""
    variant = find_game(options.game)
    if variant is None:
        raise UserError(unknown_game(options.game))
    size = variant.sizes[0] if options.size is None else options.size
    if size not in variant.sizes:
        raise UserError(
            f"{variant.name} is played on {', '.join(map(str, sorted(variant.sizes)))}, not {size}"
        )
    rules = variant.rules(size)
    start = rules.new_position()
    began = time.process_time()
    if options.free_passes or options.skip_finished:
        if not hasattr(rules, "count_leaves"):
            raise UserError(f"--free-passes and --skip-finished are for Othello, not {variant.name}")
        leaves = rules.count_leaves(start, options.depth, options.free_passes, not options.skip_finished)
    else:
        leaves = start.perft(options.depth)
    seconds = time.process_time() - began
    speed = f"{leaves / seconds / 1e6:,.1f} M/s" if seconds > 0.001 else "at once"
    say(f"{variant.name} {size} perft {options.depth}: {leaves} leaves, {seconds:.2f} s, {speed}\n")
    return 0


GAMES_SPEED = Subcommand(
    arguments=(add_games,),
    run=bench_games,
    examples="outflank bench games\noutflank bench games --game Othello",
)
PERFT = Subcommand(
    arguments=(add_perft,),
    run=bench_perft,
    examples='outflank bench perft --depth 11\noutflank bench perft --game "Rolit 3" --depth 8',
)
