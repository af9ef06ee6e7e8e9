"""Decks: the order in which chance deals, and draws without one.

A deck does not belong to a position, so that a search cannot look at it: a game (engine/game.py) draws from
it.
"""

from __future__ import annotations

import random

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules


class Deck:
    """The outcomes of chance for one game of some rules, by a seed or in an order that is told.

    Where the rules have a deck (`Rules.deck`) it is shuffled by the seed and dealt from its end; elsewhere
    every draw is made anew by its probabilities. A deck keeps no place in it: the next card is the first that
    can still be drawn, so a game may be taken back and goes on alike.

    >>> from outflank.engine import find_game
    >>> from outflank.engine.deck import Deck
    >>> rules = find_game("Acquire").rules()
    >>> Deck(rules, 7).draw(rules.new_position()) == Deck(rules, 7).order[0]
    True
    """

    def __init__(self, rules: Rules, seed: int = 0, order: Sequence[int] = ()) -> None:
        self.seed = seed
        self.order = tuple(order) or shuffled(rules.deck(), seed)

    def draw(self, position: Position) -> int:
        """The outcome of chance in a position where chance moves next."""
        moves = position.moves()
        if len(moves) == 1:
            return moves[0]
        there = set(moves)
        for move in self.order:
            if move in there:
                return move
        chances = position.chances()
        drawing = random.Random(f"{self.seed} {position.key}")
        return drawing.choices(list(chances), list(chances.values()))[0]


def shuffled(cards: Sequence[int], seed: int) -> tuple[int, ...]:
    """Cards as they are dealt after a shuffle by a seed."""
    order = list(cards)
    random.Random(seed).shuffle(order)
    return tuple(reversed(order))


def deck_of(rules: Rules, words: Sequence[str]) -> Deck:
    """The deck that is told card by card, the first to be dealt first. ValueError when a card is missing,
    named twice or not one of the deck."""
    cards = rules.deck()
    if not cards:
        raise ValueError("this game has no deck")
    order = [rules.find_card(word) for word in words]
    if sorted(order) != sorted(cards):
        raise ValueError(f"a deck is all {len(cards)} cards, each of them once")
    return Deck(rules, order=order)
