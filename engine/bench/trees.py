"""Signatures of the tree search: whole trees of one thread, by fixed seeds and numbers of simulations.

Every game is searched on every size with its own options and with textbook ones, and on the usual board with
each option of engine/options.py changed. `parallel` and more than one thread are left out, as threads make
another tree each time, and `early_stop`, which looks at the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from outflank.engine import core, options as techniques
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.session import SearchSession
from outflank.engine.bench.search import PLAIN
from outflank.engine.bench.signature import SEED, Job, decided, digest, places, reach, report_text, tree_text
from outflank.engine.errors import BadOption
from outflank.engine.games import GAMES
from outflank.engine.play import levels
from outflank.engine.play.player import Player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.play.levels import Level
    from outflank.engine.technique import Options
    from outflank.engine.variant import Variant

ONE_CHANGED: dict[str, Options] = {
    "heuristic evaluation": {"evaluation": "heuristic"},
    "steepness 2.5": {"value_slope": 2.5},
    "prior spread 3": {"prior_temperature": 3.0},
    "ucb1": {"select": "ucb1"},
    "ucb1-2ln": {"select": "ucb1-2ln"},
    "exploration 2.5": {"exploration": 2.5},
    "first play first": {"first_play": "first"},
    "first play loss 0.3": {"first_play_loss": 0.3},
    "expand at 1": {"expand_at": 1},
    "expand at 6": {"expand_at": 6},
    "no priors": {"priors": 0},
    "bias 3": {"bias": 3.0},
    "widening 3": {"widening": 3.0},
    "no widening": {"widening": 0.0},
    "rave 300": {"rave": 300.0},
    "no rave": {"rave": 0.0},
    "rave weight 0.3": {"rave_weight": 0.3, "rave": 0.0},
    "minimax 0.6": {"minimax": 0.6},
    "no minimax": {"minimax": 0.0},
    "prove nothing": {"prove": "off", "solve_at": 0},
    "prove the score": {"prove": "score"},
    "solve at 6": {"solve_at": 6},
    "solve nothing": {"solve_at": 0},
    "transpositions": {"transpositions": 1},
    "no transpositions": {"transpositions": 0},
    "virtual loss 3": {"virtual_loss": 3},
    "4 playouts": {"playouts": 4},
    "policy playouts": {"policy": 1},
    "random playouts": {"policy": 0},
    "cut at 8": {"cut": 8},
    "static weight 0.7": {"static_weight": 0.7},
    "noise 0.3": {"noise": 0.3},
    "view seat": {"view": "seat"},
    "view mover": {"view": "mover"},
    "12 worlds": {"worlds": 12},
}
"""One thing that differs from a game's own options. The names are of the rows and stay, whatever an option is
called."""
TWO_CHANGED: dict[str, Options] = {
    "rave, bias": {"rave": 500.0, "bias": 2.0},
    "rave, transpositions": {"rave": 500.0, "transpositions": 1},
    "rave weight, policy": {"rave_weight": 0.2, "rave": 0.0, "policy": 1},
    "widening, its power": {"widening": 1.5, "widening_power": 0.35},
    "widening, ucb1": {"widening": 2.0, "select": "ucb1"},
    "minimax, the score": {"minimax": 0.4, "prove": "score"},
    "minimax, expand at 1": {"minimax": 0.4, "expand_at": 1},
    "the score, solve at 10": {"prove": "score", "solve_at": 10},
    "the score, transpositions": {"prove": "score", "transpositions": 1},
    "cut, static weight": {"cut": 5, "static_weight": 0.5},
    "4 playouts, policy": {"playouts": 4, "policy": 1},
    "noise, exploration": {"noise": 0.2, "exploration": 0.4},
    "first play first, ucb1-2ln": {"first_play": "first", "select": "ucb1-2ln"},
    "heuristic evaluation, no priors": {"evaluation": "heuristic", "priors": 0},
}
FROM_PLAIN: dict[str, Options] = {
    "priors": {"priors": 1},
    "puct with priors": {"select": "puct", "priors": 1},
    "rave": {"rave": 500.0},
    "transpositions": {"transpositions": 1},
    "first play parent": {"first_play": "parent"},
}
"""Departures from the textbook options (engine/bench/search.py)."""
QUICK_PART = 25
"""The divisor of the simulations in a quick run, which makes a few hundred at least."""
QUICK_VISITS = 250
MEMORY = 64
CROWDED_MEMORY = {True: 0.06, False: 1.0}
"""Megabytes, in a quick run or not, in which a tree does not have room, and is collected."""
CROWDED_VISITS = {True: 2500, False: 40_000}
LEVELS = ("1", "5", "15", "20", "25", "30", "easy", "hard", "master", *levels.NAMED)
LEVEL_VISITS = {True: 200, False: 6000}
"""Most simulations for a move of a level."""
LEVEL_MOVES = 4
DRAWS = 20
"""Turns for which the choice at a level's temperature is noted."""


class Case(NamedTuple):
    """A game on a board of one size, in a quick run or a full one."""

    variant: Variant
    size: int
    quick: bool

    @property
    def name(self) -> str:
        """The game and the size, as a row has it."""
        return f"{self.variant.name} {self.size}"

    @property
    def visits(self) -> int:
        """The simulations of one search."""
        full = self.variant.lab.tree_visits // self.variant.board(self.size).slow
        return max(QUICK_VISITS, full // QUICK_PART) if self.quick else full


def jobs(quick: bool) -> Iterator[Job]:
    """All signatures of trees and of levels."""
    for variant in GAMES:
        for size in variant.sizes:
            yield from board_jobs(Case(variant, size, quick))
        usual = Case(variant, variant.sizes[0], quick)
        yield from option_jobs(usual)
        yield from story_jobs(usual)
        yield from level_jobs(usual)


def board_jobs(case: Case) -> Iterator[Job]:
    """A search by the game's own options and by textbook ones at each of the fixed positions."""
    kinds: tuple[tuple[str, Options], ...] = (("own options", {}), ("textbook", PLAIN))
    for place, plies in places(case.variant, case.size).items():
        for kind, options in kinds:
            yield search_job(case, place, plies, kind, options)


def option_jobs(case: Case) -> Iterator[Job]:
    """Searches with other options in the middle of a game, where the game takes them."""
    plies = places(case.variant, case.size)["middle"]
    for name, options in {**ONE_CHANGED, **TWO_CHANGED}.items():
        if is_taken(case, options):
            yield search_job(case, "middle", plies, name, options)
    for name, options in FROM_PLAIN.items():
        if is_taken(case, options):
            yield search_job(case, "middle", plies, f"textbook, {name}", {**PLAIN, **options})


def is_taken(case: Case, options: Options) -> bool:
    """Tell whether options have an effect in a game."""
    try:
        techniques.require_effect(options, options, case.variant.name, case.size)
    except ValueError:
        return False
    return True


def search_job(case: Case, place: str, plies: int, kind: str, options: Options) -> Job:
    """One search of one position."""
    visits = case.visits

    def compute() -> str:
        session = new_session(case, options)
        report = session.think(reach(session.rules, plies), Limits(visits=visits))
        return f"{report_text(report)} {tree_text(session.search)}"

    return Job(f"search {case.name}: {place}, {kind}, {visits} visits", compute)


def new_session(
    case: Case, options: Options | None = None, memory: float = MEMORY, rules: Rules | None = None
) -> SearchSession:
    """A search session that depends on nothing but its seed."""
    rules = case.variant.rules(case.size) if rules is None else rules
    bell = core.load("base.stop").Bell()
    return SearchSession(case.variant.name, rules, {"early_stop": 0, **(options or {})}, bell, SEED, memory)


def story_jobs(case: Case) -> Iterator[Job]:
    """The fates of a tree besides one search from nothing."""
    stories: dict[str, Callable[[Case], str]] = {
        "collected": collected,
        "kept from move to move": kept,
        "some moves banned": banned,
        "recalled": recalled,
    }
    if not case.variant.hidden:
        stories["saved and loaded"] = saved
    if case.variant.draw_value:
        stories["draw worth 0.7"] = partial(odd_rules, name="draw", value=0.7)
    if case.variant.komi:
        stories["komi 0.1"] = partial(odd_rules, name="komi", value=0.1)
    for name, tell in stories.items():
        yield Job(f"session {case.name}: {name}", partial(tell, case))


def middle_of(case: Case, rules: Rules) -> Position:
    """The position in the middle of a game."""
    return reach(rules, places(case.variant, case.size)["middle"])


def collected(case: Case) -> str:
    """A search in so little memory that its tree is collected."""
    session = new_session(case, memory=CROWDED_MEMORY[case.quick])
    visits = CROWDED_VISITS[case.quick] // case.variant.lab.slow
    report = session.think(reach(session.rules, 0), Limits(visits=visits))
    count = session.search.pool.collections
    return f"collections={count} {report_text(report)} {tree_text(session.search)}"


def kept(case: Case) -> str:
    """Some moves of a game with one tree."""
    session = new_session(case)
    position, told = middle_of(case, session.rules), []
    for turn in range(LEVEL_MOVES):
        if position.over:
            break
        report = session.think(position, Limits(visits=case.visits // 2))
        told.append(report_text(report))
        position = decided(position.play(session.choice(report, turn).move))
    return f"moves={digest(told)} {tree_text(session.search)}"


def banned(case: Case) -> str:
    """A search without the move that looks best, then one without some moves of two plies."""
    session = new_session(case)
    position = middle_of(case, session.rules)
    other = new_session(case, rules=session.rules)
    limits = Limits(visits=case.visits // 2)
    best = session.think(position, limits).best.move
    told = [report_text(session.think(position, limits, bans={(position.mover, best): 1}))]
    some = position.moves()[: len(position.moves()) // 2]
    replies = position.play(best).moves()[:1]
    bans = {(position.mover, move): 3 for move in some}
    bans.update({(position.play(best).mover, move): 2 for move in replies})
    told.append(report_text(other.think(position, limits, bans=bans)))
    return f"reports={digest(told)} {tree_text(other.search)}"


def saved(case: Case) -> str:
    """A tree that is written, read by another session, and searched on."""
    session, other = new_session(case), new_session(case)
    position = middle_of(case, session.rules)
    limits = Limits(visits=case.visits // 2)
    session.think(position, limits)
    data = b"".join(session.save_tree(case.size, case.variant.komi))
    other.load_tree(data, case.size, case.variant.komi)
    report = other.think(middle_of(case, other.rules), limits)
    return f"{report_text(report)} {tree_text(other.search)}"


def recalled(case: Case) -> str:
    """The tree's knowledge of a position below the root without a search of its own."""
    session = new_session(case)
    position = middle_of(case, session.rules)
    report = session.think(position, Limits(visits=case.visits))
    told = [report_text(known) for row in report.rows if (known := session.recall(position.play(row.move)))]
    return f"positions={len(told)} reports={digest(told)}"


def odd_rules(case: Case, name: str, value: float) -> str:
    """A search under rules that count an end differently."""
    rules = case.variant.rules(case.size, value) if name == "komi" else case.variant.rules(case.size)
    if name == "draw":
        rules.draw = value
    session = new_session(case, rules=rules)
    report = session.think(reach(rules, places(case.variant, case.size)["late"]), Limits(visits=case.visits))
    return f"{report_text(report)} {tree_text(session.search)}"


def level_jobs(case: Case) -> Iterator[Job]:
    """The levels: their limits, a search and what its temperature draws, and some moves of a player."""
    most = LEVEL_VISITS[case.quick] // case.variant.lab.slow
    for name in LEVELS:
        level = levels.NAMES[name]
        if not level.named:
            tell = partial(level_search, case, level, most)
            yield Job(f"level {case.name}: {name}, search of at most {most} visits", tell)
        if can_play(case, name):
            tell = partial(level_moves, case, name, most)
            yield Job(f"level {case.name}: {name}, player, at most {most} visits", tell)


def can_play(case: Case, name: str) -> bool:
    """Tell whether a level plays a game: not every named player does."""
    try:
        Player(case.variant.name, case.size, level=name)
    except BadOption:
        return False
    return True


def level_search(case: Case, level: Level, most: int) -> str:
    """The limits of a level and the result of a search by its options."""
    session = new_session(case, level.options)
    usual = level.usual(session.options["evaluation"] == "learned")
    limits = Limits(visits=min(most, usual.visits or most))
    report = session.think(middle_of(case, session.rules), limits)
    draws = [session.choice(report, turn).move for turn in range(DRAWS)]
    limit = "none" if usual.visits is None else usual.visits
    return f"limit={limit} {report_text(report)} draws={digest(draws)} {tree_text(session.search)}"


def level_moves(case: Case, name: str, most: int) -> str:
    """Some moves of a player of that level from the start, one after the other."""
    usual = levels.NAMES[name].usual(True).visits or most
    limits = Limits(visits=min(most, usual))
    player = Player(case.variant.name, case.size, level=name, limits=limits, seed=SEED, memory=MEMORY)
    return " ".join(player.genmove(player.position.mover) for _ in range(LEVEL_MOVES))
