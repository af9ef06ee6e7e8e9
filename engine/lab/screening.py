"""Several constants of the search in one match: what each brings in the company of the others.

In each pair of games A has one of two values of every constant, drawn at random, and B has the other one. So
each pair is one of a match of every constant, high against low, in which what the others bring is chance: it
widens the error bars, and where it decides many games it makes all effects look smaller. What two constants
bring only together is shared between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from outflank.engine.lab import match as lab
from outflank.engine.lab.referee import Match, Played, Referee, derive
from outflank.engine.results import elo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.lab.referee import Make

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
    """A match in which constants vary: with a game's number, all that a game depends on. `base` is what both
    sides have beside them."""

    match: Match
    constants: tuple[Constant, ...]


class Effect(NamedTuple):
    """What the high value of a constant scored against the low one, and what that is in Elo."""

    constant: Constant
    score: elo.Estimate
    elo: elo.Elo


class Umpire:
    """Plays the games of a screen, as a Referee does those of a match."""

    def __init__(self, screen: Screen, make: Make = lab.contestant) -> None:
        self._screen = screen
        self._make = make
        self._under_way: dict[int, Referee] = {}
        self._closed = False

    def play(self, number: int) -> Played | None:
        """The game of that number; None when closed before it ended."""
        referee = self._under_way[number] = Referee(pairing(self._screen, number // 2), self._make)
        try:
            return None if self._closed else referee.play(number)
        finally:
            del self._under_way[number]

    def close(self) -> None:
        """Have every game under way abandoned, soon; to be called until all `play` have returned."""
        self._closed = True
        for referee in list(self._under_way.values()):
            referee.close()


def read_constant(text: str) -> Constant:
    """What `exploration=0.8,1.25` varies. ValueError says what is wrong with the text."""
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
    make: Make = lab.contestant,
) -> Screen:
    """A screen that can be played. ValueError when there is no such game or constant, when a value cannot be
    had, or when the game is not for two."""
    constants = tuple(map(read_constant, texts))
    names = [constant.name for constant in constants]
    if not 0 < len(set(names)) == len(names) <= MOST:
        raise ValueError(f"a screen varies 1 to {MOST} constants, and each once")
    lows, highs = (sides(base, constants, [high] * len(names))[0] for high in (False, True))
    lab.new_match(game, size, highs, lows, seed, make, even)
    for name, low, high in constants:
        if lab.read_spec(f"{base} {name}={low}") == lab.read_spec(f"{base} {name}={high}"):
            raise ValueError(f"{low} and {high} are the same {name}")
    match = lab.new_match(game, size, base, base, seed, make, even)
    if match.players != 2:
        raise ValueError(f"constants are screened in games for two, not in {match.game}")
    return Screen(match, constants)


def play(
    screen: Screen,
    games: int,
    jobs: int = 2,
    ledger: lab.Store[Screen, Played] | None = None,
    progress: lab.Progress[Screen] | None = None,
    make: Make = lab.contestant,
) -> list[Played]:
    """Play those of the first `games` games that the ledger has not got; all of them, in order. Progress and
    interrupts are as in `outflank.engine.lab.match.match`."""
    if games < 1 or jobs < 1:
        raise ValueError("a screen needs at least one game and one thread")
    return lab.play_missing(screen, games, Umpire(screen, make), jobs, ledger, progress)


def signs(screen: Screen, pair: int) -> list[bool]:
    """For each constant whether A has its high value in a pair of games."""
    drawn = derive(screen.match.seed, SIGNS, pair)
    return [bool(drawn >> number & 1) for number in range(len(screen.constants))]


def pairing(screen: Screen, pair: int) -> Match:
    """The match that a pair of games belongs to."""
    a, b = sides(screen.match.a, screen.constants, signs(screen, pair))
    return screen.match._replace(a=a, b=b)


def sides(base: str, constants: Sequence[Constant], high: Sequence[bool]) -> tuple[str, str]:
    """The texts of two contestants: the first has the high values where `high` says so, the other one has
    those that are left."""
    first, other = [base], [base]
    for constant, own in zip(constants, high, strict=True):
        low_word, high_word = f"{constant.name}={constant.low}", f"{constant.name}={constant.high}"
        first.append(high_word if own else low_word)
        other.append(low_word if own else high_word)
    return " ".join(first), " ".join(other)


def effects(screen: Screen, rows: Sequence[Played]) -> list[Effect]:
    """What each constant did in these games; none where no game counts."""
    count = [played for played in rows if not played.void]
    found = []
    for number, constant in enumerate(screen.constants if count else ()):

        def of_high(played: Played, number: int = number) -> float:
            """What whoever had the high value got out of a game."""
            won = lab.first_place(played)
            return won if signs(screen, played.number // 2)[number] else 1 - won

        score = elo.estimate(lab.grouped(count, 2, of_high))
        found.append(Effect(constant, score, elo.elo_of(score)))
    return found
