"""Several constants of the search in one match: what each brings, for the price of one.

In each pair of games A has one of two values of every constant and B has the other one, in patterns that go
round: over a whole round any two constants are as often set alike as not, so that what one brings does not
count for another. What two of them bring only together counts for neither, as both sides have either both or
none of it. Each pair of games is thus one of the match that any of the constants, high against low, would
have had alone.
"""

from typing import NamedTuple

from engine import elo, lab
from engine.referee import Match, Referee


class Constant(NamedTuple):
    """An option of the search, or a limit, and the two values it is given, as texts."""

    name: str
    low: str
    high: str


class Screen(NamedTuple):
    """A match in which constants vary: with a game's number, all that a game depends on. `base` is what both
    sides have beside them."""

    match: Match
    constants: tuple


class Effect(NamedTuple):
    """What the high value of a constant scored against the low one, and what that is in Elo."""

    constant: Constant
    score: elo.Estimate
    elo: elo.Elo


class Umpire:
    """Plays the games of a screen, as a Referee does those of a match."""

    def __init__(self, screen, make=lab.contestant):
        self._screen = screen
        self._make = make
        self._under_way = {}
        self._closed = False

    def play(self, number):
        """The game of that number; None when closed before it ended."""
        referee = self._under_way[number] = Referee(pairing(self._screen, number // 2), self._make)
        try:
            return None if self._closed else referee.play(number)
        finally:
            del self._under_way[number]

    def close(self):
        """Have every game under way abandoned, soon; to be called until all `play` have returned."""
        self._closed = True
        for referee in list(self._under_way.values()):
            referee.close()


def read_constant(text):
    """What `exploration=0.8,1.25` varies. ValueError says what is wrong with the text."""
    name, _, values = text.partition("=")
    low, comma, high = values.partition(",")
    if not (name and low and comma and high) or "," in high or low == high:
        raise ValueError(f"{text!r} is not NAME=LOW,HIGH")
    return Constant(name, low, high)


def new_screen(game, size, base, texts, seed=1, even=None, make=lab.contestant):
    """A screen that can be played. ValueError when there is no such game or constant, when a value cannot be
    had, or when the game is not for two."""
    constants = tuple(map(read_constant, texts))
    names = [constant.name for constant in constants]
    if not names or len(set(names)) < len(names):
        raise ValueError("a screen varies at least one constant, and each once")
    lows, highs = (sides(base, constants, [high] * len(names))[0] for high in (False, True))
    lab.new_match(game, size, highs, lows, seed, make, even)
    match = lab.new_match(game, size, base, base, seed, make, even)
    if match.players != 2:
        raise ValueError(f"constants are screened in games for two, not in {match.game}")
    return Screen(match, constants)


def play(screen, games, jobs=2, ledger=None, progress=None, make=lab.contestant):
    """Play those of the first `games` games that the ledger has not got; all of them, in order. Progress and
    interrupts are as in `engine.lab.match`."""
    if games < 1 or jobs < 1:
        raise ValueError("a screen needs at least one game and one thread")
    return lab.play_missing(screen, games, Umpire(screen, make), jobs, ledger, progress)


def is_high(constant, pair):
    """Whether A has the high value of the constant of that number in a pair of games: Walsh's functions."""
    return (constant + 1 & pair).bit_count() % 2 == 0


def pairing(screen, pair):
    """The match that a pair of games belongs to."""
    count = len(screen.constants)
    a, b = sides(screen.match.a, screen.constants, [is_high(number, pair) for number in range(count)])
    return screen.match._replace(a=a, b=b)


def sides(base, constants, high):
    """The texts of two contestants: the first has the high values where `high` says so, the other one has
    those that are left."""
    first, other = [base], [base]
    for constant, own in zip(constants, high, strict=True):
        low_word, high_word = f"{constant.name}={constant.low}", f"{constant.name}={constant.high}"
        first.append(high_word if own else low_word)
        other.append(low_word if own else high_word)
    return " ".join(first), " ".join(other)


def effects(screen, rows):
    """What each constant did in these games; none where no game counts."""
    count = [played for played in rows if not played.void]
    found = []
    for number, constant in enumerate(screen.constants if count else ()):
        score = elo.estimate(lab.grouped(count, 2, lambda played, at=number: of_high(played, at)))
        found.append(Effect(constant, score, elo.elo_of(score)))
    return found


def of_high(played, constant):
    """What whoever had the high value of a constant got out of a game."""
    won = lab.first_place(played)
    return won if is_high(constant, played.number // 2) else 1 - won
