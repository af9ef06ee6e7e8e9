"""Several constants of the search in one match: what each brings in the company of the others.

In each pair of games A has one of two values of every constant, drawn at random, and B has the other one. So
each pair is one of a match of every constant, high against low, in which what the others bring is chance: it
widens the error bars, and where it decides many games it makes all effects look smaller. What two constants
bring only together is shared between them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from outflank.engine.lab import openings
from outflank.engine.lab.match import clients, match_of, new_match
from outflank.engine.lab.players import player_of, read_spec
from outflank.engine.lab.schedule import Store, play_missing
from outflank.engine.lab.seeds import derive, hashed
from outflank.engine.lab.stop import Stop
from outflank.engine.lab.table import Table
from outflank.engine.lab.terms import Match
from outflank.engine.results import elo
from outflank.engine.results.game_record import GameRecord
from outflank.engine.results.outcomes import first_place, grouped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.lab.match import Watch
    from outflank.engine.lab.players import Make

MOST = 60
"""Constants of a screen; each takes a bit of a random number."""
SIGNS = 2
"""What the seed is spent on, beside what a match spends it on."""


class Constant(NamedTuple):
    """An option of the search, or a limit, and the two values it is given, as texts."""

    name: str
    low: str
    high: str


class Screen(NamedTuple):
    """A match in which constants vary: with a game's number, all that a game depends on. Both sides of the
    match have what does not vary."""

    match: Match
    constants: tuple[Constant, ...]

    @property
    def base(self) -> str:
        """The options of both sides."""
        return " ".join(self.match.a.command)

    @property
    def seed(self) -> int:
        """The seed that the values are drawn from."""
        return self.match.seed or 0

    @property
    def id(self) -> str:
        """16 hexadecimal digits that differ when anything differs."""
        return hashed(repr((self.match.id, self.constants)))


class Effect(NamedTuple):
    """Score of a constant's high value against the low one, and what that is in Elo."""

    constant: Constant
    score: elo.Estimate
    elo: elo.Elo


class ScreenTable:
    """A table for the games of a screen: each pair of them is of a match of its own."""

    def __init__(self, screen: Screen, make: Make, stop: Stop) -> None:
        match = screen.match
        self._screen = screen
        self._id = screen.id
        self._new_client = clients(make)
        self._openings = openings.named(match.openings, match.variant.rules(match.size))
        self._stop = stop
        self._under_way: Table | None = None

    def play(self, number: int) -> GameRecord:
        """The game of that number. Stopped when the bell is rung."""
        match = pairing(self._screen, number // 2)
        table = self._under_way = Table(match, self._openings, self._new_client, self._stop)
        try:
            return table.play(number)._replace(match=self._id)
        finally:
            table.close()

    def stop(self) -> None:
        """Have the game under way given up, soon."""
        if self._under_way is not None:
            self._under_way.stop()

    def close(self, politely: bool = True) -> None:
        """Nothing is held between games."""


def read_constant(text: str) -> Constant:
    """The constant and the values of `exploration=0.8,1.25`. ValueError says what is wrong with the text."""
    name, _, values = text.partition("=")
    low, comma, high = values.partition(",")
    if not (name and low and comma and high) or "," in high or len(text.split()) > 1:
        raise ValueError(f"{text!r} is not NAME=LOW,HIGH")
    if name == "level":
        raise ValueError("a level is many options at once, and no constant")
    return Constant(name.strip(), low.strip(), high.strip())


def new_screen(
    game: str,
    size: int | None,
    base: str,
    texts: Sequence[str],
    seed: int = 1,
    even: float | None = None,
    make: Make = player_of,
) -> Screen:
    """A screen that can be played. ValueError for an unknown game or constant, for a value that it cannot
    have, or for a game not for two."""
    constants = tuple(map(read_constant, texts))
    names = [constant.name for constant in constants]
    if not 0 < len(set(names)) == len(names) <= MOST:
        raise ValueError(f"a screen varies 1 to {MOST} constants, and each once")
    lows, highs = (sides(base, constants, [high] * len(names))[0] for high in (False, True))
    new_match(game, size, highs, lows, seed, make, even)
    for name, low, high in constants:
        if read_spec(f"{base} {name}={low}") == read_spec(f"{base} {name}={high}"):
            raise ValueError(f"{low} and {high} are the same {name}")
    match = new_match(game, size, base, base, seed, make, even)
    if match.players != 2:
        raise ValueError(f"constants are screened in games for two, not in {match.game}")
    return Screen(match, constants)


def play(
    screen: Screen,
    games: int,
    jobs: int,
    ledger: Store[GameRecord],
    watch: Watch | None = None,
    stop: Stop | None = None,
    make: Make = player_of,
) -> list[GameRecord]:
    """Play those of the first `games` games that the ledger has not got; all that are there in the end, in
    order. As `outflank.engine.lab.schedule.play_missing`."""

    def new_table(bell: Stop) -> ScreenTable:
        return ScreenTable(screen, make, bell)

    return play_missing(screen.id, games, new_table, ledger, jobs, watch, stop)


def signs(screen: Screen, pair: int) -> list[bool]:
    """For each constant whether A has its high value in a pair of games."""
    drawn = derive(screen.seed, SIGNS, pair)
    return [bool(drawn >> number & 1) for number in range(len(screen.constants))]


def pairing(screen: Screen, pair: int) -> Match:
    """The match that a pair of games belongs to."""
    a, b = sides(screen.base, screen.constants, signs(screen, pair))
    match = screen.match
    specs = match_of(match.game, match.size, a, b, screen.seed, 0)
    return match._replace(a=specs.a, b=specs.b)


def sides(base: str, constants: Sequence[Constant], high: Sequence[bool]) -> tuple[str, str]:
    """The texts of two players: the first has the high values where `high` says so, the other one has
    those that are left."""
    first, other = [base], [base]
    for constant, own in zip(constants, high, strict=True):
        low_word, high_word = f"{constant.name}={constant.low}", f"{constant.name}={constant.high}"
        first.append(high_word if own else low_word)
        other.append(low_word if own else high_word)
    return " ".join(first), " ".join(other)


def effects(screen: Screen, rows: Sequence[GameRecord]) -> list[Effect]:
    """The effect of each constant in these games; none where no game counts."""
    count = [record for record in rows if not record.void]
    found = []
    for number, constant in enumerate(screen.constants if count else ()):
        score = elo.estimate(grouped(count, of_high(screen, number)))
        found.append(Effect(constant, score, elo.elo_of(score)))
    return found


def of_high(screen: Screen, number: int) -> Callable[[GameRecord], list[float]]:
    """The share of a game that the side with a constant's high value got."""

    def value(record: GameRecord) -> list[float]:
        won = first_place(record, record.own)
        return [won if signs(screen, record.number // 2)[number] else 1 - won]

    return value
