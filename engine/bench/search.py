"""Speed of the tree search: simulations per second of wall time, memory, and a signature.

One worker with a fixed seed makes the same tree every time, so its signature must be equal twice; two workers
are compared with two searches that share nothing, run in the same minute. Playouts are random and the options
those of textbook UCT, so that the figures compare with other programs.
"""

from __future__ import annotations

import threading
import time
from typing import NamedTuple

from outflank.engine import core, installation, new_search as build, options as techniques
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.session import SearchSession
from outflank.engine.bench.signature import reach

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.new_search import AnySearch
    from outflank.engine.technique import Options
    from outflank.engine.variant import Variant

SEED = 20261118
PLAIN: Options = {**techniques.TEXTBOOK_UCT, "prove": "result", "solve_at": 8}
"""Textbook UCT that proves results and solves short endings, as in all figures so far."""
ROUNDS = 3


class Speed(NamedTuple):
    """The counts of one search. `signature` is a number that any difference in the tree changes."""

    visits: int
    seconds: float
    nodes: int
    bytes: int
    signature: int

    @property
    def pace(self) -> float:
        """Simulations per second."""
        return self.visits / self.seconds


def new_search(
    variant: Variant, threads: int = 1, options: Options | None = None, memory: float = 256
) -> AnySearch:
    """A search of the first decision of a game as this benchmark has it, ready to run."""
    chosen = {**techniques.defaults(variant.name), **PLAIN, **(options or {})}
    rules = variant.rules()
    search = build.new_search(variant, rules, chosen, memory, SEED, threads)
    search.set_root(reach(rules, 0))
    return search


def one_run(
    variant: Variant, visits: int | None = None, threads: int = 1, options: Options | None = None
) -> Speed:
    """The speed of one search from nothing."""
    search = new_search(variant, threads, options)
    bell = core.load("base.stop").Bell()
    start = time.monotonic()
    done = search.run(visits or variant.lab.bench_visits, 1e9, bell)
    seconds = time.monotonic() - start
    nodes = search.nodes
    signature = nodes
    for move, count, *_ in search.rows():
        signature = (signature * 1_000_003 + move * 31 + count) & 0xFFFFFFFF
    return Speed(done, seconds, nodes, search.pool.used_bytes, signature)


def best_run(
    variant: Variant, visits: int | None = None, threads: int = 1, options: Options | None = None
) -> Speed:
    """The fastest of a few rounds. With one worker all of them must make the same tree."""
    runs = [one_run(variant, visits, threads, options) for _ in range(ROUNDS)]
    if threads == 1 and len({run.signature for run in runs}) > 1:
        raise ValueError(f"{variant.name}: the same seed made different trees")
    return max(runs, key=lambda run: run.pace)


def playing_pace(variant: Variant, threads: int, seconds: float) -> float:
    """Simulations per second of a search in play, by the game's own options and from nothing. NotBuilt
    without the learned evaluation."""
    rules = variant.rules()
    bell = core.load("base.stop").Bell()
    session = SearchSession(variant.name, rules, {"early_stop": 0}, bell, SEED, threads=threads)
    # Building the search is not counted.
    session.think(reach(rules, 0), Limits(visits=1))
    report = session.think(reach(rules, 0), Limits(seconds=seconds))
    return report.visits / report.seconds


def unshared_pace(
    variant: Variant, visits: int | None = None, options: Options | None = None, searches: int = 2
) -> float:
    """Simulations per second of several searches at once that share nothing, the best of a few rounds."""
    return max(_at_once(variant, visits, options, searches) for _ in range(ROUNDS))


def _at_once(variant: Variant, visits: int | None, options: Options | None, searches: int) -> float:
    ready = [new_search(variant, 1, options) for _ in range(searches)]
    visits = visits or variant.lab.bench_visits
    bell = core.load("base.stop").Bell()
    threads = [threading.Thread(target=search.run, args=(visits, 1e9, bell)) for search in ready]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return searches * visits / (time.monotonic() - start)


def openspiel_pace(simulations: int = 10_000) -> float:
    """Simulations per second of OpenSpiel's MCTSBot with random rollouts at Othello's start; ValueError when
    it is not installed."""
    try:
        import pyspiel
    except ImportError:
        raise ValueError(f"OpenSpiel is not installed: {installation.advice('compare')}") from None
    game = pyspiel.load_game("othello")
    state = game.new_initial_state()
    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, SEED), 2.0, simulations, 1000, True, SEED, False
    )
    paces = []
    for _ in range(ROUNDS):
        start = time.monotonic()
        bot.mcts_search(state)
        paces.append(simulations / (time.monotonic() - start))
    return max(paces)
