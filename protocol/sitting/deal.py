"""Games as sittings begin them: with a deck where chance deals, and words for whole turns."""

from __future__ import annotations

import os
from collections.abc import Iterator

from outflank.engine.deck import Deck
from outflank.engine.game import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules

MOST_SEED = 2**32 - 1
MOST_WORDS = 200
"""Words that are listed of a position; a purchase is one of at most 120."""


def deal(rules: Rules, start: Position | None = None, seed: int | None = None) -> Game:
    """A game from its start or from a position; where chance deals with a deck by a seed, or any."""
    if not rules.has_chance:
        return Game(rules, start)
    shuffle = int.from_bytes(os.urandom(4), "big") if seed is None else seed
    return Game(rules, start, Deck(rules, shuffle))


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
