"""Openings: the start, random moves, or random moves that leave neither side ahead.

Opening `i` is the same whenever it is asked for, so games may be played in any order and in several sittings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from outflank.engine import core, evaluation
from outflank.engine.lab.seeds import OPENINGS, derive, words
from outflank.engine.lab.stop import Stop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules

    Find = Callable[[int, Stop | None], "Opening"]

MOST_TRIES = 100
MOST_EVEN_TRIES = 2000
"""About one opening in four is even to 2 discs, one in thirty to a quarter of one."""
EVEN_PLIES = 8
"""How far it is looked ahead to see whether an opening is even."""
TABLE_BITS = 14
KEPT = 8
"""Even openings that are kept for the other games that begin with them."""
AT_RANDOM = re.compile(r"random (\d+) seed (\d+)(?: even (\S+))?")


class Opening(NamedTuple):
    """The position a game begins from, as its rules write it, and the moves that are given."""

    name: str
    start: str
    moves: tuple[str, ...]


class Openings:
    """As many openings as there are; `count` is None where they never end. `what` is the same text
    only for the same openings."""

    def __init__(self, what: str, count: int | None, find: Find) -> None:
        self.what = what
        self.count = count
        self._find = find

    def at(self, index: int, stop: Stop | None = None) -> Opening:
        """The opening of that index; after the last comes the first again. Stopped when one has to be
        searched for and the bell is rung."""
        return self._find(index if self.count is None else index % self.count, stop)


def listed(what: str, lines: Sequence[Opening]) -> Openings:
    """The openings of a list."""
    return Openings(what, len(lines), lambda index, _: lines[index])


def usual(rules: Rules) -> Openings:
    """The start of the game and nothing more."""
    return listed("start", [Opening("", rules.position_text(rules.new_position()), ())])


def at_random(rules: Rules, plies: int, seed: int) -> Openings:
    """Random moves from the start. ValueError where the game is too short for them."""
    start = rules.position_text(rules.new_position())

    def find(index: int, _: Stop | None = None) -> Opening:
        moves = opening(rules, plies, derive(seed, OPENINGS, index))
        return Opening(f"random {index + 1}", start, tuple(map(rules.move_text, moves)))

    find(0)
    return Openings(f"random {plies} seed {seed}", None, find)


def at_random_and_even(rules: Rules, plies: int, seed: int, most: float) -> Openings:
    """As `at_random`, where neither side leads by more discs than `most`. ValueError where none is found. The
    board has a learned evaluation."""
    start = rules.position_text(rules.new_position())

    @lru_cache(KEPT)
    def find(index: int, stop: Stop | None = None) -> Opening:
        moves = even_opening(rules, plies, derive(seed, OPENINGS, index), most, stop)
        return Opening(f"random {index + 1}", start, tuple(map(rules.move_text, moves)))

    find(0)
    return Openings(f"random {plies} seed {seed} even {most:g}", None, find)


def named(what: str, rules: Rules) -> Openings:
    """The openings that such a text stands for, but for those of files. ValueError when it is none."""
    if what == "start":
        return usual(rules)
    found = AT_RANDOM.fullmatch(what)
    if found is None:
        raise ValueError(f"{what!r} names no openings")
    plies, seed = int(found[1]), int(found[2])
    return (
        at_random(rules, plies, seed)
        if not found[3]
        else at_random_and_even(rules, plies, seed, float(found[3]))
    )


def after(rules: Rules, moves: Sequence[int]) -> Position:
    """The position after these moves from the start."""
    position = rules.new_position()
    for move in moves:
        position = position.play(move)
    return position


def opening(rules: Rules, plies: int, seed: int) -> list[int]:
    """Random moves, forced passes aside no passes, that leave a game going. ValueError where the game is too
    short for them."""
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


def even_opening(rules: Rules, plies: int, seed: int, most: float, stop: Stop | None = None) -> list[int]:
    """As `opening`, and neither side leads by more than `most` discs after a look ahead. ValueError where
    none is found. The board has a learned evaluation. Stopped when the bell is rung."""
    from outflank.engine.core.solver import alphabeta

    level = evaluation.level_of(rules)
    search = core.at_level(alphabeta.AlphaBeta, level)(evaluation.shipped(level), TABLE_BITS)
    for attempt in range(MOST_EVEN_TRIES):
        if stop is not None:
            stop.check()
        moves = opening(rules, plies, derive(seed, attempt))
        if abs(search.think(after(rules, moves), EVEN_PLIES).score) <= most * evaluation.UNIT:
            return moves
    raise ValueError(f"no opening of {plies} plies is as even as {most} discs")
