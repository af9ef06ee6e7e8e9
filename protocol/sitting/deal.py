"""Games as sittings begin them: with a deck where chance deals, and words for whole turns."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

from outflank.engine.deck import Deck, deck_of, shuffled
from outflank.engine.errors import Refused
from outflank.engine.game import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules

MOST_SEED = 2**32 - 1
MOST_DIGITS = 10
MOST_WORDS = 200
"""Words that are listed of a position; a purchase is one of at most 120."""


def deal(rules: Rules, start: Position | None = None, seed: int | None = None) -> Game:
    """A game from its start or from a position; where chance deals with a deck by a seed, or any."""
    if not rules.has_chance:
        return Game(rules, start)
    shuffle = int.from_bytes(os.urandom(4), "big") if seed is None else seed
    return Game(rules, start, Deck(rules, shuffle))


def whole(position: Position) -> Position:
    """A position as a sitting takes it: where it has a player's eyes, the tiles that it does not tell are
    dealt anew."""
    rules = position.rules
    eyes = rules.eyes(position) if rules.has_hidden else None
    return position if eyes is None else position.determinized(eyes, int.from_bytes(os.urandom(8), "big"))


def with_deck(game: Game) -> Game:
    """A game whose draws were told, with a deck that deals them and then the cards that were not drawn, in
    any order. Refused where a draw is not known."""
    rules = game.rules
    if not rules.has_chance or game.deck is not None:
        return game
    cards = rules.deck()
    events = [*game.opening, *(event for turn in game.history for event in turn.events)]
    drawn = [event for event in dict.fromkeys(events) if event in cards]
    rest = [card for card in cards if card not in drawn]
    random.SystemRandom().shuffle(rest)
    start = None if game.opening else whole(game.start)
    again = Game(rules, start, Deck(rules, order=[*drawn, *rest]))
    for turn, word in zip(game.history, game.words(), strict=True):
        again.play_word(turn.player, word)
    if again.position.cells != game.position.cells:
        raise Refused("some of the cards of this game are not known")
    return again


def deck_text(deck: Deck, rules: Rules) -> str:
    """A deck as a text: its seed, or its cards where they were told."""
    cards = rules.deck()
    if deck.order == shuffled(cards, deck.seed):
        return str(deck.seed)
    return ",".join(rules.card_text(card) for card in deck.order)


def read_deck(text: str, rules: Rules) -> Deck:
    """The deck of such a text. Refused when it is none."""
    if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS:
        return Deck(rules, int(text))
    try:
        return deck_of(rules, text.split(","))
    except ValueError as error:
        raise Refused(f"deck: {error}") from None


def words(position: Position) -> list[tuple[str, int]]:
    """(word, its first decision) of every turn that can be made: a turn of several decisions is one word."""
    rules = position.rules
    found: dict[str, int] = {}
    for moves in _turns(position, ()):
        found.setdefault(rules.word(position, list(moves)), moves[0])
        if len(found) >= MOST_WORDS and rules.has_chance:
            break
    return list(found.items())


def _turns(position: Position, made: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The decisions of every turn that begins with some."""
    rules = position.rules
    for move in position.moves():
        after = position.play(move) if rules.has_chance else None
        if after is not None and rules.unfinished(after):
            yield from _turns(after, (*made, move))
        else:
            yield (*made, move)
