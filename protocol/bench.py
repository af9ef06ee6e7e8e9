"""`outflank bench`: what engine.bench measures, as tables."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

from engine import bench, bench_endgame, bench_evals, core
from engine import bench_search as tree
from engine.games import GAMES, find_game
from protocol import bench_accuracy, bench_perfect, bench_protocol, lab
from protocol.lab import say
from protocol.outbox import Disconnected, show, warn

EXAMPLES = """examples:
  outflank bench games
  outflank bench games --game Othello
  outflank bench search
  outflank bench endgame --positions 20-49
  outflank bench evals --games 300
  outflank bench accuracy problems.obf --seconds 0.1
  outflank bench perfect --games 200 --resume perfect.jsonl
  outflank bench perft --depth 13
  outflank bench perft --game "Rolit 3" --depth 8
  outflank bench protocol --program dist/outflank/outflank
  outflank bench acceptance --only Rolit --resume games.jsonl
  outflank bench techniques --only exploration --game SOS"""


def main(words: Sequence[str]) -> int:
    """Run one benchmark; the exit code."""
    parser = argparse.ArgumentParser(
        prog="outflank bench",
        description="Measure speed on one core, latency at a pipe, and strength in matches.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = parser.add_subparsers(dest="kind", required=True)
    games = kinds.add_parser("games", help="moves, perft nodes and random playouts per second of each game")
    games.add_argument("--game", help="only this game")
    perft = kinds.add_parser("perft", help="count the leaves below a game's start")
    perft.add_argument("--game", default="Othello")
    perft.add_argument("--size", type=int)
    perft.add_argument("--depth", type=int, required=True)
    perft.add_argument("--free-passes", action="store_true", help="a pass costs no depth (Othello)")
    perft.add_argument(
        "--skip-finished", action="store_true", help="count no game that ends earlier (Othello)"
    )
    search = kinds.add_parser("search", help="simulations per second of the tree search, one worker and two")
    search.add_argument("--game", help="only this game")
    endgame = kinds.add_parser("endgame", help="exact solutions of the FFO test's Othello endgames")
    endgame.add_argument("--positions", default="40-44", metavar="FROM-TO", help="40-44 unless given")
    endgame.add_argument("--threads", type=int, default=1, help="1 unless given")
    evals = kinds.add_parser("evals", help="what the search's values come to in discs (Othello)")
    evals.add_argument("--games", type=int, default=100)
    evals.add_argument("--visits", type=int, default=2000, help="of the search for each move")
    evals.add_argument("--seed", type=int, default=1, help="of openings and searches")
    bench_accuracy.add_options(
        kinds.add_parser("accuracy", help="moves and scores of short thoughts against exact ones (Othello)")
    )
    bench_perfect.add_options(
        kinds.add_parser("perfect", help="whether the last part of games is played perfectly (Othello)")
    )
    protocol = kinds.add_parser("protocol", help="how long a client at a pipe waits for replies")
    bench_protocol.add_options(protocol)
    lab.add_trials(kinds)
    options = parser.parse_args(list(words))
    if "run" in options:
        return lab.run(options, "bench")
    try:
        benches = {
            "games": bench_games,
            "search": bench_search,
            "endgame": bench_solver,
            "evals": bench_values,
            "accuracy": bench_accuracy.bench_accuracy,
            "perft": bench_perft,
            "protocol": bench_protocol.bench_protocol,
        }
        return benches[options.kind](options)
    except ValueError as error:
        warn(f"bench: {error}")
        return 2
    except Disconnected:
        return 0


def chosen_games(name: str | None) -> list[Any]:
    """The game of that name, or all."""
    wanted = [find_game(name)] if name else list(GAMES)
    if wanted == [None]:
        raise ValueError(f"unknown game {name!r}; there are {', '.join(variant.name for variant in GAMES)}")
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


def bench_values(options: argparse.Namespace) -> int:
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
        raise ValueError(f"unknown game {options.game!r}")
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
