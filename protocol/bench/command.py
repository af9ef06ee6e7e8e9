"""`outflank bench`: what outflank.engine.bench.games measures, as tables."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

from outflank.engine import core
from outflank.engine.bench import (
    endgame as bench_endgame,
    evals as bench_evals,
    games as bench,
    search as tree,
)
from outflank.engine.games import GAMES, find_game, unknown_game
from outflank.protocol.bench import (
    accuracy as bench_accuracy,
    clocks as bench_clocks,
    latency as bench_protocol,
    levels as bench_levels,
    perfect as bench_perfect,
    signatures as bench_signatures,
    threads as bench_threads,
    values as bench_values,
)
from outflank.protocol.console import help_pages
from outflank.protocol.console.outbox import Disconnected, show, warn
from outflank.protocol.lab import report as lab
from outflank.protocol.lab.report import say

EXAMPLES = """examples:
  outflank bench games
  outflank bench games --game Othello
  outflank bench search
  outflank bench threads
  outflank bench endgame --positions 20-49
  outflank bench evals --games 300
  outflank bench accuracy problems.obf --seconds 0.1
  outflank bench values problems.obf
  outflank bench perfect --games 200 --resume perfect.jsonl
  outflank bench levels --folder levels
  outflank bench perft --depth 13
  outflank bench perft --game "Rolit 3" --depth 8
  outflank bench protocol --program dist/outflank/outflank
  outflank bench signatures --write before.txt
  outflank bench signatures --compare before.txt
  outflank bench clocks --load 4 --game "Othello 8"
  outflank bench acceptance --only Rolit --resume games.jsonl
  outflank bench techniques --only exploration --game SOS"""


def main(words: Sequence[str]) -> int:
    """Run one benchmark; the exit code."""
    options = new_parser().parse_args(list(words))
    if "run" in options:
        return lab.run(options, "bench")
    try:
        benches = {
            "games": bench_games,
            "search": bench_search,
            "endgame": bench_solver,
            "evals": bench_margins,
            "values": bench_values.bench_values,
            "accuracy": bench_accuracy.bench_accuracy,
            "perft": bench_perft,
            "levels": bench_levels.bench_levels,
            "protocol": bench_protocol.bench_protocol,
            "clocks": bench_clocks.bench_clocks,
            "threads": bench_threads.bench_threads,
            "signatures": bench_signatures.bench_signatures,
        }
        return benches[options.kind](options)
    except (ValueError, OSError) as error:
        warn(f"bench: {error}")
        return 2
    except Disconnected:
        return 0


def new_parser() -> argparse.ArgumentParser:
    """The options of the subcommand."""
    parser = help_pages.new_parser(
        "bench", "Measure speed on one core, latency at a pipe, and strength in matches.", EXAMPLES
    )
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND", title="kinds")
    add = help_pages.add_kind
    games = add(kinds, "games", "moves, perft nodes and random playouts per second of each game")
    games.add_argument("--game", metavar="NAME", help="Game to measure [default all].")
    add_perft(add(kinds, "perft", "count the leaves below a game's start"))
    search = add(kinds, "search", "simulations per second of the tree search, one worker and two")
    search.add_argument("--game", metavar="NAME", help="Game to measure [default all].")
    endgame = add(kinds, "endgame", "solve the FFO test's Othello endgames exactly")
    endgame.add_argument(
        "--positions",
        default="40-44",
        metavar="FROM-TO",
        help="Positions to solve, by their numbers in the test [20 to 59; default %(default)s].",
    )
    endgame.add_argument(
        "--threads", type=int, default=1, metavar="N", help="Threads of the solver [default %(default)s]."
    )
    evals = add(kinds, "evals", "fit the search's values to scores in discs (Othello)")
    evals.add_argument(
        "--games", type=int, default=100, metavar="N", help="Games to play [1 or more; default %(default)s]."
    )
    evals.add_argument(
        "--visits",
        type=int,
        default=2000,
        metavar="N",
        help="Limit for one move in simulations [1 or more; default %(default)s].",
    )
    evals.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="Seed of openings and searches [0 or more; default %(default)s].",
    )
    bench_accuracy.add_options(
        add(kinds, "accuracy", "moves and scores of short searches against exact ones (Othello)")
    )
    bench_values.add_options(
        add(kinds, "values", "values in discs beside exact ones, longer searches and the book (Othello)")
    )
    bench_perfect.add_options(
        add(kinds, "perfect", "count the games whose last part is played perfectly (Othello)")
    )
    bench_levels.add_options(add(kinds, "levels", "play the levels against each other and keep the table"))
    bench_protocol.add_options(add(kinds, "protocol", "how long a client at a pipe waits for replies"))
    bench_clocks.add_options(
        add(kinds, "clocks", "count the flags that fall on short clocks beside busy loops")
    )
    bench_threads.add_options(add(kinds, "threads", "how many threads to search with on this machine"))
    bench_signatures.add_options(
        add(kinds, "signatures", "hash what is computed, to prove that a refactoring changed nothing")
    )
    lab.add_trials(kinds)
    return parser


def add_perft(perft: argparse.ArgumentParser) -> None:
    """The options of `outflank bench perft`."""
    add = perft.add_argument
    add("--game", default="Othello", metavar="NAME", help="Game to count in [default %(default)s].")
    add("--size", type=int, metavar="N", help="Size of the board [default the game's usual one].")
    add("--depth", type=int, required=True, metavar="N", help="Depth in plies [0 or more; required].")
    add("--free-passes", action="store_true", help="Count passes as no ply (Othello).")
    add("--skip-finished", action="store_true", help="Leave out games that end above the depth (Othello).")


def chosen_games(name: str | None) -> list[Any]:
    """The game of that name, or all."""
    wanted = [find_game(name)] if name else list(GAMES)
    if wanted == [None]:
        raise ValueError(unknown_game(name))
    return wanted


def bench_search(options: argparse.Namespace) -> int:
    """One row a game, the gain of a second worker, and Othello beside OpenSpiel if that is here."""
    wanted = chosen_games(options.game)
    say(f"Plain UCT with random playouts, {core.LEVEL} build, best of {tree.ROUNDS} rounds\n")
    say(f"{'game':<12}{'sims':>9}{'sims/s':>12}{'nodes':>10}{'bytes/node':>12}{'bytes/sim':>11}")
    say(f"{'signature':>11}{'two workers':>13}{'gain':>7}{'unshared':>10}{'share':>7}\n")
    for variant in wanted:
        one = tree.best_run(variant)
        two = tree.best_run(variant, threads=2)
        gain, unshared = two.pace / one.pace, tree.unshared_pace(variant) / one.pace
        say(
            f"{variant.name:<12}{one.visits:>9,}{one.pace:>12,.0f}{one.nodes:>10,}"
            f"{one.bytes / one.nodes:>12.0f}{one.bytes / one.visits:>11.0f}{one.signature:>11x}"
            f"{two.pace:>13,.0f}{gain:>7.2f}{unshared:>10.2f}{gain / unshared:>7.2f}\n"
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


def bench_solver(options: argparse.Namespace) -> int:
    """One row a position and their sum; 1 when a score is not the known one."""
    first, dash, last = options.positions.partition("-")
    if not (first.isdecimal() and (last.isdecimal() or not dash)):
        raise ValueError(f"{options.positions!r} is not FROM-TO")
    numbers = range(int(first), int(last or first) + 1)
    if not numbers:
        raise ValueError(f"there is nothing from {first} to {last}")
    threads, rounds = options.threads, bench_endgame.ROUNDS
    say(f"FFO endgames, exact, {threads} thread(s), {core.LEVEL} build, best of up to {rounds} rounds\n")
    say(f"{'#':<6}{'empty':>6}{'score':>7}{'nodes':>16}{'seconds':>10}{'nodes/s':>14}\n")
    solved = []
    for number in numbers:
        row = bench_endgame.solve(number, threads)
        solved.append(row)
        wrong = "" if row.right else "   WRONG"
        say(
            f"{row.number:<6}{row.empty:>6}{row.score:>+7}{row.nodes:>16,}{row.seconds:>10.3f}"
            f"{row.pace:>14,.0f}{wrong}\n"
        )
    nodes, seconds = sum(row.nodes for row in solved), sum(row.seconds for row in solved)
    say(f"{'all':<19}{nodes:>16,}{seconds:>10.3f}{nodes / seconds:>14,.0f}\n")
    return 0 if all(row.right for row in solved) else 1


def bench_margins(options: argparse.Namespace) -> int:
    """One row for each stage of the game."""
    if options.games < 1 or options.visits < 1 or options.seed < 0:
        raise ValueError("it needs at least one game and one visit, and a seed from 0 on")
    samples = []
    for number in range(options.games):
        samples += bench_evals.game_samples(number, options.visits, options.seed)
        show(f"\r{number + 1}/{options.games} games" + "\n" * (number + 1 == options.games))
    say(f"Othello 8x8, {options.games} games with {options.visits} visits a move: the slope that fits, the\n")
    say("standard error in discs with it and with the table in use, and that table's bias for who is ahead\n")
    say(f"{'empty':<10}{'positions':>10}{'slope':>8}{'error':>8}{'table':>8}{'bias':>8}\n")
    for row in bench_evals.fits(samples):
        say(
            f"{f'{row.low}-{row.high}':<10}{row.samples:>10}{row.slope:>8.3f}{row.error:>8.1f}"
            f"{row.table_error:>8.1f}{row.bias:>+8.1f}\n"
        )
    return 0


def bench_games(options: argparse.Namespace) -> int:
    """One row a game, then Othello against C."""
    wanted = chosen_games(options.game)
    say(f"One core, {core.LEVEL} build, best of {bench.ROUNDS} rounds, per second of CPU time\n")
    say(f"{'game':<12}{'size':>5}{'moves':>14}{'perft nodes':>16}{'depth':>6}")
    say(f"{'playouts':>12}{'together':>12}\n")
    for variant in wanted:
        for size in bench.sizes_of(variant):
            speed = bench.game_speed(variant, size)
            say(
                f"{variant.name:<12}{size:>5}{speed.moves:>14,.0f}{speed.nodes:>16,.0f}{speed.depth:>6}"
                f"{speed.playouts:>12,.0f}{speed.playouts_together:>12,.0f}\n"
            )
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


def bench_perft(options: argparse.Namespace) -> int:
    """The number of leaves, and how long it took."""
    variant = find_game(options.game)
    if variant is None:
        raise ValueError(unknown_game(options.game))
    size = variant.sizes[0] if options.size is None else options.size
    if size not in variant.sizes:
        raise ValueError(
            f"{variant.name} is played on {', '.join(map(str, sorted(variant.sizes)))}, not {size}"
        )
    if options.depth < 0:
        raise ValueError(f"a depth cannot be {options.depth}")
    rules = variant.rules(size)
    start = rules.new_position()
    began = time.process_time()
    if options.free_passes or options.skip_finished:
        if not hasattr(rules, "count_leaves"):
            raise ValueError(f"--free-passes and --skip-finished are for Othello, not {variant.name}")
        leaves = rules.count_leaves(start, options.depth, options.free_passes, not options.skip_finished)
    else:
        leaves = start.perft(options.depth)
    seconds = time.process_time() - began
    speed = f"{leaves / seconds / 1e6:,.1f} M/s" if seconds > 0.001 else "at once"
    say(f"{variant.name} {size} perft {options.depth}: {leaves} leaves, {seconds:.2f} s, {speed}\n")
    return 0
