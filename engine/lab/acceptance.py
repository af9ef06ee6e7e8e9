"""Two tables of matches: what the search has to reach, and what each of its techniques brings.

A trial is either a match with a measure and a threshold, or a figure that one function finds out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from outflank.engine.games import require_game
from outflank.engine.lab.match import match
from outflank.engine.lab.openings import after, opening
from outflank.engine.lab.players import player_of
from outflank.engine.lab.seeds import derive
from outflank.engine.options import TECHNIQUES, TEXTBOOK_UCT, changed, current_name, require_effect
from outflank.engine.results import elo
from outflank.engine.results.game_record import GameRecord
from outflank.engine.results.match_summary import MatchSummary, summarize
from outflank.engine.results.outcomes import first_place, grouped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.lab.match import Progress
    from outflank.engine.lab.players import Make
    from outflank.engine.lab.schedule import Store
    from outflank.engine.technique import Options, Technique, Value
    from outflank.engine.variant import Variant

PLAIN = " ".join(
    f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
    for name, value in TEXTBOOK_UCT.items()
)
"""The options of textbook UCT as an engine's description has them."""
TRIES = {
    "value_slope": ("value_slope=1", "value_slope=2", "value_slope=3"),
    "prior_temperature": ("prior_temperature=3.5", "prior_temperature=8", "prior_temperature=12"),
    "exploration": ("exploration=0.5", "exploration=0.7", "exploration=1.414", "exploration=2"),
    "first_play_loss": ("first_play=parent first_play_loss=0.1", "first_play=parent first_play_loss=0.25"),
    "expand_at": ("expand_at=1", "expand_at=2", "expand_at=4"),
    "bias": ("bias=0.5", "bias=2"),
    "widening": ("widening=0", "widening=1", "widening=2"),
    "widening_power": ("widening=2 widening_power=0.3", "widening=2 widening_power=0.7"),
    "rave": ("rave=300", "rave=1000"),
    "rave_weight": ("rave_weight=0.5",),
    "minimax": ("minimax=0.2", "minimax=0.4"),
    "solve_at": ("solve_at=0", "solve_at=6", "solve_at=8", "solve_at=10", "solve_at=12"),
    "playouts": ("playouts=1", "playouts=2", "playouts=4", "playouts=8"),
    "cut": ("cut=6", "cut=12", "cut=6 static_weight=0.5"),
    "static_weight": ("static_weight=0.5", "static_weight=1"),
    "noise": ("noise=0.25",),
    "temperature": ("temperature=0.5", "temperature=1"),
    "worlds": ("worlds=1", "worlds=10", "worlds=40"),
    # One worker neither loses visits on its way nor chooses between trees.
    "virtual_loss": (),
    "parallel": (),
    # It saves time where a clock runs; here every move has the same limit.
    "early_stop": (),
}
"""Options to try for a technique, with those it needs to have an effect at all."""
MEASURES: dict[str, Callable[[GameRecord], float]] = {
    "score": lambda record: first_place(record, record.own),
    "wins": lambda record: first_place(record, record.own) == 1,
}
"""What a trial measures in a game: A's share of the first place, or whether A alone had it."""
FOCUS_POSITIONS = 40
FOCUS_PLIES = 12


class Trial(NamedTuple):
    """A match that A has to do well in. What is measured is `score`, his share of first places, or `wins`,
    the part of the games he won alone; `strictly` if it has to exceed the threshold."""

    name: str
    game: str
    a: str
    b: str
    games: int
    measure: str
    threshold: float
    strictly: bool = False
    size: int | None = None


class Check(NamedTuple):
    """A figure that `find(seed, make)` gives and that may not lie below the threshold."""

    name: str
    find: Callable[[int, Make], float]
    about: str
    threshold: float


class Verdict(NamedTuple):
    """Outcome of a trial; the interval is None where nothing was drawn at random. `reward` is A's mean
    reward in games of more than two."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    sign: str
    threshold: float
    passed: bool
    games: int
    void: int
    reward: elo.Estimate | None = None


class Effect(NamedTuple):
    """Gain of a setting of a technique in a game against the default."""

    technique: str
    setting: str
    default: object
    summary: MatchSummary


def sos_values(seed: int, make: Make) -> float:
    """The part of the two boards whose exact value by the solver is the known one, a draw."""
    from outflank.engine.core.sos import solver, sos

    boards = [sos.Sos(4), sos.Sos(5, 3)]
    return sum(solver.Solution(rules.new_position()).value == 0 for rules in boards) / len(boards)


def sos_focus(seed: int, make: Make, on: str = "visits=100", off: str = f"visits=100 {PLAIN}") -> float:
    """The factor by which the search visits scoring moves in SOS more often with its heuristics: the
    visits of all scoring moves after 100 simulations, over random positions that have some and others."""
    variant = require_game("SOS")
    rules = variant.rules()
    visits = [0, 0]
    found, number = 0, 0
    while found < FOCUS_POSITIONS:
        position = after(rules, opening(rules, FOCUS_PLIES, derive(seed, number)))
        number += 1
        scoring = scoring_moves(rules, position)
        if 0 < len(scoring) < len(position.moves()):
            found += 1
            for side, spec in enumerate((on, off)):
                searcher = make(spec, variant, rules, derive(seed, number, side))
                if not hasattr(searcher, "rows"):
                    raise ValueError(f"{spec!r} is no search")
                rows = searcher.rows(position)
                visits[side] += sum(visited for move, visited, *_ in rows if move in scoring)
    return visits[0] / max(visits[1], 1)


def scoring_moves(rules: Rules, position: Position) -> set[int]:
    """The moves that make points at once."""
    mover, before = position.mover, rules.scores(position)[position.mover]
    return {move for move in position.moves() if rules.scores(position.play(move))[mover] > before}


ACCEPTANCE: tuple[Trial | Check, ...] = (
    Trial("easy v random", "Othello", "level=easy", "random", 100, "wins", 0.60),
    Trial("medium v random", "Othello", "level=medium", "random", 100, "wins", 0.95),
    # Games of PolyClash are long, and nearly all are won: few have to do.
    Trial(
        "PolyClash v current AI", "PolyClash", "seconds=1 hurry=0.9", "polyclash-current", 40, "score", 0.95
    ),
    Trial(
        "PolyClash v designed AI", "PolyClash", "seconds=1 hurry=0.9", "polyclash-designed", 20, "score", 0.90
    ),
    Trial(
        "PolyClash, four times the time",
        "PolyClash",
        "seconds=0.04 hurry=0.97",
        "seconds=0.01 hurry=0.97",
        100,
        "score",
        0.65,
    ),
    *(
        Trial(f"enhanced v basic, {game}", game, limit, f"{limit} {PLAIN}", 200, "score", 0.60)
        for game, limit in (
            ("Othello", "seconds=0.1"),
            ("Rolit 2", "seconds=0.1"),
            ("SOS", "seconds=0.1"),
            ("PolyClash", "seconds=0.01 hurry=0.97"),
        )
    ),
    Trial("Rolit 2 v hard bot", "Rolit 2", "visits=1000", "positional", 200, "score", 0.75, strictly=True),
    Trial("Rolit 3 v hard bots", "Rolit 3", "visits=1000", "positional", 201, "score", 2 / 3),
    Trial("Rolit 4 v hard bots", "Rolit", "visits=1000", "positional", 200, "score", 2 / 4),
    *(
        Trial(f"{name} v {bot} bots", name, "seconds=0.1", f"acquire-{bot}", games, "score", 0.60, True)
        for name, bot, games in (
            ("Acquire", "hard", 400),
            ("Acquire", "medium", 100),
            ("Acquire", "easy", 100),
            ("Acquire 3", "hard", 102),
            ("Acquire 6", "hard", 102),
        )
    ),
    # A tenth more than the quarter of first places that equals share.
    Trial(
        "enhanced v basic, Acquire",
        "Acquire",
        "seconds=0.1",
        f"seconds=0.1 {PLAIN}",
        400,
        "score",
        0.275,
        True,
    ),
    Trial("Acquire, twice the time", "Acquire", "seconds=0.2", "seconds=0.1", 400, "score", 0.25, True),
    Check("SOS solved exactly", sos_values, "4x4 and 3x5 are draws", 1.0),
    Check("SOS scoring moves first", sos_focus, "visits with heuristics / without", 2.0),
)


def choose_trials(texts: Sequence[str], game: str | None = None) -> list[Trial | Check]:
    """The trials whose names contain one of these texts, in any case, of one game, with all its numbers of
    players; all where no text and no game is given. ValueError when a text names no trial, or a game has
    none."""
    if game is not None:
        name = require_game(game).name
        kept = [trial for trial in choose_trials(texts) if is_about(trial, name)]
        if not kept:
            raise ValueError(f"no trial of {name} is called so" if texts else f"{name} has no trials")
        return kept
    names = [trial.name for trial in ACCEPTANCE]
    for text in texts:
        if not any(text.lower() in name.lower() for name in names):
            raise ValueError(f"no trial is called {text!r}; there are: {', '.join(names)}")
    return [
        trial
        for trial in ACCEPTANCE
        if not texts or any(text.lower() in trial.name.lower() for text in texts)
    ]


def is_about(trial: Trial | Check, game: str) -> bool:
    """Tell whether a trial is about a game, for whatever number of players."""
    about = trial.game if isinstance(trial, Trial) else trial.name
    return about == game or about.startswith(f"{game} ")


def judge(
    trial: Trial | Check,
    seed: int = 1,
    games: int | None = None,
    jobs: int = 2,
    ledger: Store[GameRecord] | None = None,
    progress: Progress | None = None,
    make: Make = player_of,
) -> Verdict:
    """Run one trial, with another number of games if it is given. A void game fails it."""
    if isinstance(trial, Check):
        value = trial.find(seed, make)
        return Verdict(trial.name, value, None, None, ">=", trial.threshold, value >= trial.threshold, 0, 0)
    asked = trial.games if games is None else games
    rows = match(trial.game, trial.size, trial.a, trial.b, asked, seed, jobs, ledger, progress, make)
    count = [record for record in rows if not record.void]
    void = len(rows) - len(count)
    sign = ">" if trial.strictly else ">="
    if not count:
        return Verdict(trial.name, None, None, None, sign, trial.threshold, False, 0, void)
    counted = MEASURES[trial.measure]
    seen = elo.estimate(grouped(count, lambda record: [counted(record)]))
    rewards = grouped(count, lambda record: [record.rewards[record.own]])
    reward = elo.estimate(rewards) if len(require_game(trial.game).players) > 2 else None
    enough = seen.mean > trial.threshold if trial.strictly else seen.mean >= trial.threshold
    passed = enough and not void
    return Verdict(
        trial.name, seen.mean, seen.low, seen.high, sign, trial.threshold, passed, len(count), void, reward
    )


def settings(technique: Technique, game: str) -> tuple[str, ...]:
    """The options to try for a technique, as texts: those of TRIES that are not the default, else every other
    word of a text or the other side of a switch. ValueError for a number that TRIES knows nothing about."""
    default = technique.default_in(game, require_game(game).sizes[0])
    if technique.name in TRIES:
        usual = (
            {f"{technique.name}={default}", f"{technique.name}={default:g}"} if not technique.words else set()
        )
        return tuple(text for text in TRIES[technique.name] if text not in usual)
    choice: tuple[Value, ...]
    if technique.words:
        choice = technique.words
    elif (technique.low, technique.high) == (0, 1) and isinstance(technique.default, int):
        choice = (0, 1)
    else:
        raise ValueError(f"nothing is known to try for {technique.name}")
    return tuple(f"{technique.name}={word}" for word in choice if word != default)


def choose_settings(names: Sequence[str], game: str) -> list[tuple[Technique, str]]:
    """(technique, options to try) of the named techniques, of all that have some in a game when none is
    named. ValueError for a name of none, or of one without any."""
    variant = require_game(game)
    names = [current_name(name) for name in names]
    unknown = set(names) - {technique.name for technique in TECHNIQUES}
    if unknown:
        raise ValueError(f"no technique is called {', '.join(sorted(unknown))}")
    found = []
    for technique in TECHNIQUES:
        if names and technique.name not in names:
            continue
        tries = settings(technique, variant.name)
        if not tries and names:
            raise ValueError(
                f"{technique.name} matters with a clock or several threads, which no match here has"
            )
        idle = [why for setting in tries if (why := idle_setting(setting, variant))]
        if names and len(idle) == len(tries):
            raise ValueError(idle[0])
        found += [(technique, setting) for setting in tries if not idle_setting(setting, variant)]
    return found


def idle_setting(setting: str, variant: Variant) -> str:
    """Why options as a text would be ignored in a game on its usual board; empty where they are not."""
    chosen: Options = {}
    for word in setting.split():
        name, _, text = word.partition("=")
        chosen = changed(chosen, name, text)
    try:
        require_effect(chosen, chosen, variant.name, variant.sizes[0])
    except ValueError as error:
        return str(error)
    return ""


def effect(
    technique: Technique,
    setting: str,
    game: str,
    limit: str,
    games: int,
    seed: int = 1,
    jobs: int = 2,
    ledger: Store[GameRecord] | None = None,
    progress: Progress | None = None,
    make: Make = player_of,
) -> Effect:
    """Matches of options against the defaults, both with the same limit for a move, as `seconds=0.05`."""
    rows = match(game, None, f"{limit} {setting}", limit, games, seed, jobs, ledger, progress, make)
    default = technique.default_in(require_game(game).name)
    return Effect(technique.name, setting, default, summarize(rows))
