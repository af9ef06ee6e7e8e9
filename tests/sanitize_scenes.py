"""Scenes that `sanitize.py` runs: every way in which several threads meet in one tree, one solver or one
bell.

    python tests/sanitize_scenes.py [SCENE ...]

The scenes run in any build; only one with a sanitizer sees anything in them.
"""

import random
import sys
import threading
import time

from outflank.engine import core, evaluation, new_search as build, options as techniques
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.watching import Watch
from outflank.engine.bench import endgame as bench_endgame
from outflank.engine.games import GAMES, find_game
from outflank.engine.play.player import Player

BOARDS = [(variant, size) for variant in GAMES if not variant.hidden for size in variant.sizes[:1]]
BOARDS += [(find_game("Othello"), 6), (find_game("Othello"), 10), (find_game("SOS"), 4)]
CHOICES = (
    {},
    {"transpositions": 1, "minimax": 0.3},
    {"transpositions": 0, "minimax": 0.3, "prove": "score", "expand_at": 1},
    {"rave": 300.0, "minimax": 0.0, "transpositions": 1},
    {"rave_weight": 0.3, "virtual_loss": 3, "widening": 2.0, "noise": 0.2},
    {"evaluation": "heuristic", "solve_at": 8, "prove": "score"},
    {"select": "ucb1", "first_play": "first", "prove": "off"},
    {"parallel": "root", "minimax": 0.2},
)
VISITS = 400
"""Simulations of a search in a build that is some ten times slower than the usual one."""
GAMES_HERE = ("othello.othello", "othello.othello10", "rolit.rolit", "sos.sos", "polyclash.polyclash")
MODULES = (*GAMES_HERE, "acquire.acquire", "infoset.search")
SCENES = {}


def scene(function):
    SCENES[function.__name__] = function
    return function


def new_search(variant, size=None, threads=2, memory=8.0, **options):
    """A search of a game's start."""
    chosen = {**techniques.defaults(variant.name, size), **options}
    rules = variant.rules(size)
    search = build.new_search(variant, rules, chosen, memory, 1, threads)
    search.set_root(rules.new_position())
    return search


def look(search, position):
    """Read all that a report is made of while workers run."""

    def enough():
        assert search.made >= 0 and search.nodes >= 0 and 0 <= search.pool.fill <= 1
        rows = search.rows()
        for move, *_ in rows[:3]:
            search.line(move)
        search.leads(position)
        _ = search.proven, search.bounds, search.outcome, search.pool.used_bytes, search.pool.collections
        return False

    return enough


def late(position, plies, seed=1):
    """A position after random moves, before the game is over."""
    dice = random.Random(seed)
    for _ in range(plies):
        after = position.play(dice.choice(position.moves()))
        if after.over:
            break
        position = after
    return position


@scene
def games():
    """All games and options, in one tree and in one each."""
    bell = core.load("base.stop").Bell()
    for variant, size in BOARDS:
        for number, options in enumerate(CHOICES):
            search = new_search(variant, size, 2 + number % 2, **options)
            visits = VISITS // (4 if variant.name == "PolyClash" else 1)
            search.run(visits, 30, bell, look(search, search.rules.new_position()), 0.002)


@scene
def endings():
    """Trees in which much is settled."""
    bell = core.load("base.stop").Bell()
    for variant, size in BOARDS:
        plies = {3: 4, 4: 8, 6: 22, 10: 84, 302: 250}.get(size, 50)
        for options in ({"prove": "score"}, {"prove": "result", "transpositions": 1, "minimax": 0.3}):
            search = new_search(variant, size, 3, **options, solve_at=0)
            position = late(search.rules.new_position(), plies)
            search.set_root(position)
            search.run(VISITS, 30, bell, look(search, position), 0.002)


@scene
def pool():
    """Pools that fill, are collected and swept while others look for nodes in them."""
    bell = core.load("base.stop").Bell()
    for name, options in (
        ("Othello", {"transpositions": 1, "expand_at": 1}),
        ("SOS", {"expand_at": 1}),
        ("Rolit", {"parallel": "root", "expand_at": 1}),
        ("Rolit 2", {"transpositions": 1, "rave": 100.0, "expand_at": 1}),
    ):
        quick = {"evaluation": "heuristic", "solve_at": 0, "minimax": 0.3, "policy": 0}
        search = new_search(find_game(name), None, 3, 0.4, **{**quick, **options})
        position = search.rules.new_position()
        for _ in range(3):
            search.set_root(position)
            search.run(8 * VISITS, 30, bell, look(search, position), 0.002)
            position = late(position, 1)
        assert search.pool.collections > 0, f"{name}: the pool was never full"


@scene
def bells():
    """Searches that another thread ends, at once and in the middle."""
    search = new_search(GAMES[0], None, 3)
    position = search.rules.new_position()
    for delay in (0.0, 0.01, 0.05, 0.1, 0.2):
        bell = core.load("base.stop").Bell()
        timer = threading.Timer(delay, bell.ring)
        timer.start()
        search.set_root(position)
        search.run(1 << 40, 30, bell)
        timer.join()
        assert bell.rung


@scene
def alphabeta():
    """The plain alpha-beta search, ended by another thread."""
    rules = find_game("Othello").rules()
    bell = core.load("base.stop").Bell()
    timer = threading.Timer(0.2, bell.ring)
    timer.start()
    core.load("solver.alphabeta").AlphaBeta(evaluation.shipped(core.LEVEL), 12).think(
        rules.new_position(), seconds=20, bell=bell
    )
    timer.join()


@scene
def files():
    """Trees from files, whose edges are compared with the position when workers first pass."""
    for name, options in (("Othello", {}), ("SOS", {"transpositions": 1}), ("PolyClash", {}), ("Rolit", {})):
        settings = {"limits": Limits(visits=VISITS), "threads": 3, "memory": 8, "seed": 1}
        player = Player(name, options={"early_stop": 0, **options}, **settings)
        player.genmove(player.position.mover)
        data = b"".join(player.analysis.save_tree())
        for parallel in ("tree", "root"):
            again = Player(name, options={"early_stop": 0, "parallel": parallel, **options}, **settings)
            again.analysis.load_tree(data)
            again.genmove(again.position.mover)


@scene
def playing():
    """Games with pondering that is ended from outside, analysis, and steps back."""
    for name in ("Othello", "SOS"):
        player = Player(name, limits=Limits(visits=VISITS), threads=3, memory=8, seed=1, ponder=5.0)
        for _ in range(2):
            player.genmove(player.position.mover)
            player.bell.clear()
            timer = threading.Timer(0.1, player.bell.ring)
            timer.start()
            player.ponder()
            timer.join()
            player.bell.clear()
        player.undo()
        request = player.request(player.position.mover)
        timer = threading.Timer(0.2, player.bell.ring)
        timer.start()
        player.analysis.analyse(request, Watch(0.02, lambda report: None))
        timer.join()


@scene
def hidden():
    """Games with hidden hands: all views of them, one tree and fixed worlds, with pondering that is ended."""
    for name in ("Acquire 3", "Acquire"):
        for options in ({}, {"view": "seat"}, {"view": "mover"}, {"worlds": 2}, {"parallel": "root"}):
            limits = Limits(visits=VISITS)
            player = Player(name, options=options, limits=limits, threads=3, memory=4, seed=1, ponder=5.0)
            for _ in range(2):
                player.genmove(player.position.mover)
                end_soon(player)
                player.ponder()
                player.bell.clear()
            end_soon(player)
            player.analysis.analyse(player.request(player.position.mover), Watch(0.02, lambda report: None))


def end_soon(player):
    """Ring a player's bell in a moment, from another thread."""
    player.bell.clear()
    threading.Timer(0.03, player.bell.ring).start()


@scene
def solver():
    """The exact solver with two and three threads, with and without tables, to the end and stopped."""
    position_of = find_game("Othello").rules().parse_position
    patterns = evaluation.shipped(core.LEVEL)
    for threads in (2, 3):
        for tables in (None, patterns):
            crew = core.load("solver.endgame").Endgame(4, threads, tables)
            crew.solve(position_of(bench_endgame.FFO[22].text), seconds=3)
            bell = core.load("base.stop").Bell()
            timer = threading.Timer(0.3, bell.ring)
            timer.start()
            crew.solve(position_of(bench_endgame.FFO[40].text), bell=bell)
            timer.join()
            crew.solve(position_of(bench_endgame.FFO[45].text), nodes=20_000)


def main(names):
    unknown = set(names) - set(SCENES)
    if unknown:
        print(f"there is no scene {', '.join(sorted(unknown))}, only {', '.join(SCENES)}", file=sys.stderr)
        return 1
    # A sanitizer names the functions of modules that were loaded before its first report.
    for module in ("search.search", "search.dump", "solver.endgame", "solver.alphabeta", *MODULES):
        core.load(module)
    for name in names or SCENES:
        began = time.monotonic()
        SCENES[name]()
        print(f"{name}: {time.monotonic() - began:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
