"""One game between contestants: who sits where, how it opens, and what may not be done.

Game `n` of a match starts from opening `n // players` with contestant A in seat `n % players` and contestants
B in all others. Everything about it follows from the match and from `n`, so games may be played in any order
and in several sittings; where both sides count visits and not seconds, a game comes out the same every time.

A contestant is anything with `choose(position) -> move`. It may also have `moved(move)`, told of every move
after the opening, its own included, and `stop()`, after which `choose` should return soon.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple, Protocol, TypeVar, TypeVarTuple

from outflank.engine import core, evaluation
from outflank.engine.games import require_game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.variant import Variant

OPENINGS, CONTESTANTS, CHANCE = 0, 1, 2
"""What the seed of a match is spent on."""
LARGEST = (1 << 32) - 1
MOST_TRIES = 100
MOST_EVEN_TRIES = 2000
"""About one opening in four is even to 2 discs, one in thirty to a quarter of one."""
EVEN_PLIES = 8
"""How far it is looked ahead to see whether an opening is even."""
TABLE_BITS = 14


if TYPE_CHECKING:
    Make = Callable[[str, Variant, Rules, int], "Contestant"]
    """Seats who a text names, to play a game by these rules with that seed. ValueError says what is wrong."""


class Contestant(Protocol):
    """The least that a contestant can do."""

    def choose(self, position: Position, /) -> int:
        """The move to play."""


class Match(NamedTuple):
    """Who plays whom at what: with a game's number, all that a game depends on."""

    game: str
    size: int
    a: str
    b: str
    seed: int
    opening: int
    even: float | None = None
    """Only openings after which neither side leads by more discs than this, as far as was learnt; any where
    it is None."""

    @property
    def players(self) -> int:
        return len(require_game(self.game).players)


class Played(NamedTuple):
    """One game. It counts unless `void` says why not; `rewards` are then empty. The two times and counts of
    moves asked for are those of A, and of all others together."""

    number: int
    seat: int
    rewards: tuple[float, ...]
    moves: tuple[str, ...]
    seconds: tuple[float, ...]
    asked: tuple[int, ...]
    void: str


Words = TypeVarTuple("Words")
Result = TypeVar("Result")


class Foul(Exception):
    """A contestant broke down or played what is not legal: the game is void."""


class Seat:
    """A place at the board: who sits there, for which side, and how long he has thought."""

    def __init__(self, side: str, make: Callable[[*Words], Contestant], *words: *Words) -> None:
        self.side = side
        self.seconds = 0.0
        self.asked = 0
        self._sitter = self._call(make, *words)
        self._listener: Callable[[int], object] | None = getattr(self._sitter, "moved", None)

    def choose(self, position: Position, legal: Collection[int]) -> int:
        """The move of who sits here; Foul when it is not one of the legal ones."""
        self.asked += 1
        began = time.perf_counter()
        move = self._call(self._sitter.choose, position)
        self.seconds += time.perf_counter() - began
        if not (isinstance(move, int) and move in legal):
            raise Foul(f"{self.side} played {move!r}, which is not legal")
        return move

    @property
    def listens(self) -> bool:
        """Whether who sits here wants to be told of moves."""
        return self._listener is not None

    def moved(self, move: int) -> None:
        """Tell who sits here of a move."""
        if self._listener is not None:
            self._call(self._listener, move)

    def stop(self) -> None:
        """Ask who sits here to think no longer."""
        if hasattr(self._sitter, "stop"):
            self._sitter.stop()

    def _call(self, call: Callable[[*Words], Result], *words: *Words) -> Result:
        try:
            return call(*words)
        except Exception as error:
            raise Foul(f"{self.side} failed: {type(error).__name__}: {error}") from error


class Referee:
    """Plays the games of one match, several at a time if several threads call."""

    def __init__(self, match: Match, make: Make) -> None:
        self._match = match
        self._variant = require_game(match.game)
        self._rules = self._variant.rules(match.size)
        self._make = make
        self._thinking: dict[int, Seat] = {}
        self._closed = False

    def close(self) -> None:
        """Have every game under way abandoned, soon; to be called until all `play` have returned."""
        self._closed = True
        for seat in list(self._thinking.values()):
            seat.stop()

    def play(self, number: int) -> Played | None:
        """The game of that number; None when closed before it ended."""
        players = self._rules.players
        own = number % players
        seed = derive(self._match.seed, OPENINGS, number // players)
        if self._match.even is None:
            moves: list[int] | None = opening(self._rules, self._match.opening, seed)
        else:
            most = self._match.even
            moves = even_opening(self._rules, self._match.opening, seed, most, lambda: self._closed)
        if moves is None:
            return None
        seats: list[Seat] = []
        try:
            for seat in range(players):
                seats.append(self._seat("A" if seat == own else "B", number, seat))
            end = self._play_on(number, seats, moves)
        except Foul as foul:
            return self._row(number, own, seats, moves, (), str(foul))
        return None if end is None else self._row(number, own, seats, moves, end.rewards(), "")

    def _row(
        self,
        number: int,
        own: int,
        seats: list[Seat],
        moves: list[int],
        rewards: tuple[float, ...],
        void: str,
    ) -> Played:
        sides = [[seat for seat in seats if seat.side == side] for side in "AB"]
        return Played(
            number,
            own,
            rewards,
            tuple(map(self._rules.move_text, moves)),
            tuple(sum(seat.seconds for seat in side) for side in sides),
            tuple(sum(seat.asked for seat in side) for side in sides),
            void,
        )

    def _seat(self, side: str, number: int, seat: int) -> Seat:
        spec = self._match.a if side == "A" else self._match.b
        seed = derive(self._match.seed, CONTESTANTS, number, seat)
        return Seat(side, self._make, spec, self._variant, self._rules, seed)

    def _play_on(self, number: int, seats: list[Seat], moves: list[int]) -> Position | None:
        """Play to the end, adding to `moves`; the last position, or None when closed."""
        position = after(self._rules, moves)
        listeners = [seat for seat in seats if seat.listens]
        deck = derive(self._match.seed, CHANCE, number // self._rules.players)
        draws = 0
        try:
            while legal := position.moves():
                if self._rules.has_chance and (odds := position.chances()):
                    # What can only come out one way leaves the deck as it is.
                    draws += len(odds) > 1
                    moves.append(outcome(odds, deck, draws))
                    position = position.play(moves[-1])
                    continue
                seat = self._thinking[number] = seats[position.mover]
                if self._closed:
                    return None
                move = seat.choose(position, legal)
                position = position.play(move)
                moves.append(move)
                for listener in listeners:
                    listener.moved(move)
        finally:
            self._thinking.pop(number, None)
        return position


def outcome(odds: Mapping[int, float], deck: int, number: int) -> int:
    """What comes of a move of chance with these probabilities, the one of that number with that deck. Where
    the same moves are left for it after as many draws, the same one comes, whoever sits where."""
    left = words(derive(deck, number), 1)[0] / LARGEST * sum(odds.values())
    for move, part in odds.items():
        left -= part
        if left < 0:
            return move
    return move


def after(rules: Rules, moves: list[int]) -> Position:
    """The position after these moves from the start."""
    position = rules.new_position()
    for move in moves:
        position = position.play(move)
    return position


def opening(rules: Rules, plies: int, seed: int) -> list[int]:
    """Random moves, forced passes aside no passes, that leave a game going. ValueError where the game is too
    short for so many."""
    for attempt in range(MOST_TRIES):
        position, moves = rules.new_position(), []
        for word in words(derive(seed, attempt), plies):
            legal = position.moves()
            choice = [move for move in legal if move != rules.pass_move] or legal
            if not choice:
                break
            moves.append(choice[word % len(choice)])
            position = position.play(moves[-1])
        if not position.over:
            return moves
    raise ValueError(f"no opening of {plies} plies leaves this game going")


def even_opening(
    rules: Rules, plies: int, seed: int, most: float, closed: Callable[[], bool] = lambda: False
) -> list[int] | None:
    """As `opening`, and neither side leads by more than `most` discs after a look ahead; None once `closed()`
    says so. ValueError where none is found. The board has a learned evaluation."""
    from outflank.engine.core.solver import alphabeta

    level = evaluation.level_of(rules)
    search = core.at_level(alphabeta.AlphaBeta, level)(evaluation.shipped(level), TABLE_BITS)
    for attempt in range(MOST_EVEN_TRIES):
        if closed():
            return None
        moves = opening(rules, plies, derive(seed, attempt))
        if abs(search.think(after(rules, moves), EVEN_PLIES).score) <= most * evaluation.UNIT:
            return moves
    raise ValueError(f"no opening of {plies} plies is as even as {most} discs")


def derive(seed: int, *path: int) -> int:
    """A seed for the part of a match that a path of numbers leads to; different parts get unrelated ones."""
    for number in path:
        seed = mixed(mixed(seed) ^ number)
    return seed


def mixed(seed: int) -> int:
    """Another seed that follows from this one and shows no likeness to it."""
    high, low = words(seed, 2)
    return high << 32 | low


def words(seed: int, count: int) -> list[int]:
    """`count` random numbers below LARGEST that follow from the seed."""
    from outflank.engine.core.base import rng

    return rng.sample(seed, LARGEST, count)
