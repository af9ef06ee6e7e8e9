"""Telling a seat of a game with hidden hands the draws and shows that follow a turn, as far as it sees them.
them.

A referee who sees everything plays on; each seat has a position of its own, in which the hands of others are
unknown. Told this, the seat's position stays the one that `Rules.seen` gives.
"""

from __future__ import annotations

from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.game import Game, Turn

UNSEEN = "?"
"""A card that is drawn and not seen."""


class Event(NamedTuple):
    """A draw of one card, UNSEEN for one that the seat does not see, or a show of some cards or none."""

    kind: str
    player: int
    cards: tuple[str, ...]


def opening(game: Game, seat: int) -> tuple[list[Event], list[str]]:
    """The draws before the first turn that everybody sees, and the hand of a seat after the deal."""
    rules = game.rules
    own = rules.seen(rules.new_position(), seat)
    events: list[Event] = []
    for event in game.opening:
        if rules.kind(own) != "draw":
            break
        events.append(Event("draw", own.mover, (rules.card_text(event),)))
        own = own.play(event)
    return events, rules.hand(game.start, seat)


def after_turn(rules: Rules, turn: Turn, seat: int) -> list[Event]:
    """The events after a turn of a game whose referee sees everything, as a seat is told of them."""
    own = rules.seen(turn.before, seat)
    last = true = turn.before
    for move in turn.moves:
        own, last, true = own.play(move), true, true.play(move)
    told: list[Event] = []
    left = [rules.card_text(card) for card in turn.events]
    drawn = ""
    while not own.over and own.chances():
        player = own.mover
        if rules.kind(own) == "show":
            cards = _shown(rules, player, own, last, drawn, true)
            own = _after_show(rules, own, cards)
            told.append(Event("show", player, cards))
        else:
            drawn = left.pop(0)
            seen = rules.find_card(drawn) in own.moves()
            last, true = true, true.play(rules.find_card(drawn))
            told.append(Event("draw", player, (drawn if seen else UNSEEN,)))
            own = own.play(rules.find_move(f"draw:{drawn if seen else UNSEEN}"))
    return told


def _shown(
    rules: Rules, player: int, own: Position, last: Position, drawn: str, true: Position
) -> tuple[str, ...]:
    """The cards that a player shows: those that the last step, perhaps a draw, took out of the hand, and
    those that stay there for all to see."""
    before = {*rules.hand(last, player), *((drawn,) if drawn and last.mover == player else ())}
    now = rules.hand(true, player)
    other = next(seat for seat in range(rules.players) if seat != player)
    stay = {*rules.hand(rules.seen(true, other), player)} - {UNSEEN}
    shown = (before - {*now} | stay) - {*rules.hand(own, player)}
    return tuple(sorted(shown, key=rules.find_card))


def _after_show(rules: Rules, position: Position, cards: Sequence[str]) -> Position:
    """The position after a show of cards, and of no more."""
    for card in cards:
        position = position.play(rules.find_move(f"show:{card}"))
    end = rules.find_move("show:-")
    due = not position.over and bool(position.chances()) and end in position.moves()
    return position.play(end) if due else position
