"""Matches between the numbered levels: which are played, when a step counts as proven, and what they say.

A rung is a level against a lower one. It is played in batches, and ends after the batch by which the upper
level is the better one for certain, or after MOST_LOOKS of them. Whoever looks several times finds a
difference by chance more often, so each look asks for more certainty than a single one would (Pocock 1977):
a step that is clear is so with 95 % certainty over all looks together.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from outflank.engine import options as techniques
from outflank.engine.analysis.plan import MOST_LIKELY
from outflank.engine.game import find_move
from outflank.engine.games import GAMES, OTHELLO, require_game
from outflank.engine.lab.match import counted, match_of as terms_of, play_terms
from outflank.engine.lab.players import player_of
from outflank.engine.lab.standing import Key, Step
from outflank.engine.play.clocks.time_control import absolute
from outflank.engine.play.levels import NAMES, STEPS
from outflank.engine.play.player import Player
from outflank.engine.results import elo
from outflank.engine.results.match_summary import MatchSummary, summarize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.analysis.limits import Limits
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.lab.match import Progress
    from outflank.engine.lab.schedule import Store
    from outflank.engine.lab.terms import Match
    from outflank.engine.play.levels import Level
    from outflank.engine.results.game_record import GameRecord
    from outflank.engine.variant import Variant

MOST_LOOKS = 5
LOOK_Z = 2.413
"""Standard errors that each of five looks asks for, so that together they err in 5 cases of 100, both sides
counted (Pocock's constant)."""
RULE = (
    f"batches of games, until the upper level is ahead by {LOOK_Z} standard errors (95 % over"
    f" {MOST_LOOKS} looks, Pocock) or after {MOST_LOOKS}"
)
CLOCK_BATCH = 40
MASTER_BATCH = 40
STRIDE = 5
CLOCK = 300.0
"""Seconds for a game under a clock, which the visits of no level use up."""
DEAREST = 1 << 23
"""Visits a move, as dear as a second of `master`."""


class Rung(NamedTuple):
    """A level against a lower one in a game, with a number of games between two looks; under a clock if it
    has seconds."""

    game: str
    above: str
    below: str
    batch: int
    clock: float | None = None

    @property
    def name(self) -> str:
        """Its name for users."""
        return f"{self.game} {self.above} v {self.below}" + (" clock" if self.clock else "")


def rungs() -> list[Rung]:
    """All rungs, the cheapest first, so that a run that is cut short has most of them."""
    numbers = [1, *range(STRIDE, STEPS + 1, STRIDE)]
    strides = [(str(above), str(below)) for below, above in zip(numbers, numbers[1:], strict=False)]
    found = [Rung(OTHELLO.name, str(n), str(n - 1), OTHELLO.lab.batch) for n in range(2, STEPS + 1)]
    found += [Rung(OTHELLO.name, *pair, CLOCK_BATCH, CLOCK) for pair in strides]
    for variant in GAMES:
        if variant is not OTHELLO:
            found += [Rung(variant.name, *pair, batch_of(variant, pair[0])) for pair in strides]
    found.append(Rung(OTHELLO.name, "master", str(STEPS), MASTER_BATCH))
    return sorted(found, key=cost)


def keys() -> list[Key]:
    """Keys of the steps of all rungs, in the order of the tables; neighbours' steps are left out."""
    return [key(rung) for rung in sorted(rungs(), key=place) if not is_step(rung)]


def key(rung: Rung) -> Key:
    """The key of the step of a rung."""
    return rung.game, rung.above, rung.below, rung.clock or 0.0


def is_of(step: Step, rung: Rung, seed: int) -> bool:
    """Tell whether a step was measured with the levels as a rung has them now."""
    wanted = match_of(rung, seed)
    return (step.a, step.b) == texts_of(wanted)


def batch_of(variant: Variant, above: str) -> int:
    """The games between two looks at a level in a game."""
    highest = above == str(STEPS)
    return highest and variant.lab.top_batch or variant.lab.batch


def is_step(rung: Rung) -> bool:
    """Tell whether a rung is a level against its neighbour in Othello, without a clock."""
    numbers = rung.above.isdigit() and rung.game == OTHELLO.name and not rung.clock
    return numbers and int(rung.above) == int(rung.below) + 1


def place(row: Rung | Step) -> tuple[int, float, int]:
    """The order of a rung or a step in a table: by game, clock and level, `master` last."""
    number = int(row.above) if row.above.isdigit() else STEPS + 1
    return [variant.name for variant in GAMES].index(row.game), row.clock or 0.0, number


def cost(rung: Rung) -> float:
    """The price of a batch, in visits."""
    variant = require_game(rung.game)
    limits = bounds(NAMES[rung.above], variant)
    return rung.batch * (limits.visits or DEAREST) * variant.lab.plies


def bounds(level: Level, variant: Variant) -> Limits:
    """The limits of a level in a game on its usual board."""
    return level.bounds(techniques.is_learned(variant.name, variant.sizes[0], level.options))


def spec(level: Level, variant: Variant) -> str:
    """A level in full as a player of engine/lab/players: games of levels that have changed since
    are not taken for theirs."""
    limits = bounds(level, variant)
    words = [f"visits={limits.visits}"] if limits.visits else [f"seconds=1.0 endings={MOST_LIKELY}"]
    words += [f"{name}={value}" for name, value in level.options.items()]
    return " ".join([*words, *filter(None, [variant.lab.pace])])


def match_of(rung: Rung, seed: int) -> Match:
    """The match that a rung is."""
    variant = require_game(rung.game)

    def side(name: str) -> str:
        timed = f"level={name} clock={rung.clock:g} " if rung.clock else ""
        return timed + spec(NAMES[name], variant)

    a, b = side(rung.above), side(rung.below)
    return terms_of(variant.name, variant.sizes[0], a, b, seed, variant.lab.opening_plies)


def texts_of(match: Match) -> tuple[str, str]:
    """Both players of a match in full."""
    return match.a.command[0], match.b.command[0]


def climb(
    rung: Rung, seed: int, jobs: int, ledger: Store[GameRecord], progress: Progress | None = None
) -> Step:
    """Play a rung until its Step is known, and return that. Progress and interrupts are as in
    `outflank.engine.lab.match.match`."""
    wanted = match_of(rung, seed)
    make = timed if rung.clock else player_of
    looks = 0
    while (found := step_of(rung, seed, ledger)) is None:
        looks += 1
        games = looks * rung.batch
        watch = counted(wanted, games, ledger, progress)
        play_terms(wanted, games, jobs, ledger, watch, make=make)
    return found


def step_of(rung: Rung, seed: int, ledger: Store[GameRecord]) -> Step | None:
    """The finding of a ledger's games about a rung; None while they do not suffice."""
    wanted = match_of(rung, seed)
    rows = {record.number: record for record in ledger.games(wanted.id)}
    for look in range(1, MOST_LOOKS + 1):
        games = look * rung.batch
        if not all(number in rows for number in range(games)):
            return None
        found = summarize([rows[number] for number in range(games)])
        clear = found.first is not None and certainty(found.first, found.chance) >= LOOK_Z
        if clear or look == MOST_LOOKS:
            return step(rung, wanted, found, look, clear)
    return None


def certainty(found: elo.Estimate, chance: float) -> float:
    """By how many standard errors a score exceeds that of equals. Where all groups came out alike, the error
    is that of a player with just this chance in each of them."""
    error = found.error or math.sqrt(chance * (1 - chance) / found.groups)
    return (found.mean - chance) / error


def step(rung: Rung, wanted: Match, found: MatchSummary, looks: int, clear: bool) -> Step:
    """The row of a table for what was found."""
    first = found.first or elo.Estimate(math.nan, 0.0, math.nan, math.nan, 0)
    rated = found.elo or elo.Elo(math.nan, math.nan, math.nan)
    return Step(
        rung.game,
        rung.above,
        rung.below,
        rung.clock or 0.0,
        found.games,
        found.void,
        looks,
        clear and not found.void,
        found.chance,
        round(first.mean, 4),
        round(first.low, 4),
        round(first.high, 4),
        round(rated.value, 1),
        round(rated.low, 1),
        round(rated.high, 1),
        *texts_of(wanted),
    )


def timed(text: str, variant: Variant, rules: Rules, seed: int) -> Timed:
    """The player that `level=NAME clock=SECONDS` and what defines the level name."""
    words = dict(word.split("=", 1) for word in text.split())
    return Timed(words["level"], float(words["clock"]), variant, rules, seed)


class Timed:
    """A level as a player of the engine under a clock for the whole game. It fails where a search made other
    visits than the level's, unless the outcome was certain."""

    def __init__(self, level: str, seconds: float, variant: Variant, rules: Rules, seed: int) -> None:
        self._player = Player(variant.name, getattr(rules, "size", None), level, seed=seed, memory=64)
        self._seconds = seconds
        self._rules = rules
        self._begun = self._own = False

    def choose(self, position: Position) -> int:
        """The move that the player generates."""
        player = self._player
        if not self._begun:
            player.set_position(self._rules.position_text(position))
            player.set_clock(absolute(self._seconds))
            self._begun = True
        self._own = True
        earlier, wanted = player.report, player.settings.bounds.visits
        text = player.genmove(position.mover)
        report = player.report
        searched = report if report is not earlier else None
        if searched is not None and not searched.settled and searched.visits != wanted:
            raise ValueError(f"{searched.visits} visits under a clock, not {wanted}")
        return find_move(self._rules, text)

    def moved(self, move: int) -> None:
        """Follow the game; the own moves have been made."""
        if self._begun and not self._own:
            self._player.play(self._player.position.mover, self._player.text_of(move))
        self._own = False

    def stop(self) -> None:
        """Think no more in this game."""
        self._player.bell.ring()
