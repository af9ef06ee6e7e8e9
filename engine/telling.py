"""Tells a seat the draws and shows that follow a turn, as far as it sees them.

A referee who sees everything plays on; each seat has a position of its own, in which the hands of others are
unknown. Told this, the seat's position stays the one that `Rules.seen` gives.
"""

from __future__ import annotations

from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.game import Game, Turn

UNSEEN = "?"
"""A card that is drawn and not seen."""


class Event(NamedTuple):
    """A `draw` of one card, UNSEEN for one that the seat does not see; a `show` of some cards or none; or the
    seat's own `hand` after the deal."""

    kind: str
    player: int
    cards: tuple[str, ...]


class Teller:
    """The telling of one seat: it follows the true game, and what the seat knows of it.

    >>> from outflank.engine import find_game
    >>> from outflank.engine.deck import Deck
    >>> rules = find_game("Acquire 3").rules()
    >>> position = rules.new_position()
    >>> Teller(rules, 0, position).step(rules.find_card("5C"))
    [Event(kind='draw', player=0, cards=('5C',))]
    """

    def __init__(self, rules: Rules, seat: int, true: Position) -> None:
        self._rules = rules
        self._seat = seat
        self._last = self._true = true
        self.own = rules.seen(true, seat)
        """The position as the seat knows it."""

    def step(self, move: int) -> list[Event]:
        """The events that the seat is told of after a decision or a draw of the true game."""
        drawing = bool(self._true.chances())
        self._last, self._true = self._true, self._true.play(move)
        if not drawing:
            self.own = self.own.play(move)
            return self._shows("")
        if not self.own.chances():
            return self._hand()
        card = self._rules.card_text(move)
        seen = card if move in self.own.moves() else UNSEEN
        event = Event("draw", self.own.mover, (seen,))
        self.own = self.own.play(self._rules.find_move(f"draw:{seen}"))
        return [event, *self._shows(card)]

    def _hand(self) -> list[Event]:
        """The hand, once the deal is over, which the seat does not follow card by card."""
        if self._true.chances():
            return []
        cards = tuple(self._rules.hand(self._true, self._seat))
        self.own = self._rules.reveal(self.own, self._seat, list(cards))
        return [Event("hand", self._seat, cards)]

    def _shows(self, drawn: str) -> list[Event]:
        """The shows that are due after a step, which may have been a draw."""
        told: list[Event] = []
        while not self.own.over and self.own.chances() and self._rules.kind(self.own) == "show":
            told.append(Event("show", self.own.mover, self._shown(self.own.mover, drawn)))
            for card in told[-1].cards:
                self.own = self.own.play(self._rules.find_move(f"show:{card}"))
            end = self._rules.find_move("show:-")
            if not self.own.over and self.own.chances() and end in self.own.moves():
                self.own = self.own.play(end)
        return told

    def _shown(self, player: int, drawn: str) -> tuple[str, ...]:
        """The cards that a player shows: those that the last step took out of the hand, and those that stay
        there for all to see."""
        rules = self._rules
        before = {*rules.hand(self._last, player)}
        if drawn and self._last.mover == player:
            before.add(drawn)
        now = rules.hand(self._true, player)
        other = next(seat for seat in range(rules.players) if seat != player)
        stay = {*rules.hand(rules.seen(self._true, other), player)} - {UNSEEN}
        shown = (before - {*now} | stay) - {*rules.hand(self.own, player)}
        return tuple(sorted(shown, key=rules.find_card))


def opening(game: Game, seat: int) -> list[Event]:
    """The events before the first turn of a game whose referee sees everything, as a seat is told of them."""
    return _all_of(Teller(game.rules, seat, game.rules.new_position()), game.opening)


def after_turn(rules: Rules, turn: Turn, seat: int) -> list[Event]:
    """The events after a turn of such a game, as a seat is told of them."""
    return _all_of(Teller(rules, seat, turn.before), (*turn.moves, *turn.events))


def _all_of(teller: Teller, moves: Iterable[int]) -> list[Event]:
    return [event for move in moves for event in teller.step(move)]
