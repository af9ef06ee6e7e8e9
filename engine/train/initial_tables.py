"""The evaluation that learning begins with: a few rules of thumb, written as tables."""

from __future__ import annotations

from outflank.engine import evaluation
from outflank.engine.core.othello import patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

PER_MOVE = 0.4
"""Discs that a move more is worth to the mover, or a move less to the opponent."""
CORNER = 8.0
DIAGONAL = -4.0
"""The value of a disc on the square diagonally beside an empty corner."""
BESIDE = -2.0
"""The value of a disc on a square of the edge beside an empty corner."""
STEEP = 0.15
"""The change of the logarithm of the odds by a disc of the score."""
MOVER = 1
OPPONENT = 2


def tables() -> list[int]:
    """One set of tables for the whole game, as numbers of outflank.engine.core.othello.patterns."""
    squares = patterns.SHAPES[0].split()
    size = len(squares)
    numbers = [0] * patterns.ENTRIES
    for code in range(3**size):
        digits = [code // 3 ** (size - 1 - place) % 3 for place in range(size)]
        numbers[code] = to_units(corner_worth(dict(zip(squares, digits, strict=True))))
    half = (patterns.ENTRIES - patterns.CODES) // 2
    for moves in range(half):
        numbers[patterns.CODES + moves] = to_units(PER_MOVE * moves)
        numbers[patterns.CODES + half + moves] = to_units(-PER_MOVE * moves)
    return numbers


def corner_worth(held: Mapping[str, int]) -> float:
    """The worth in discs of a corner, a1, and the squares around it, to the mover."""
    worth = CORNER * sign(held["a1"])
    if not held["a1"]:
        worth += DIAGONAL * sign(held["b2"])
        worth += BESIDE * (sign(held["b1"]) + sign(held["a2"]))
    return worth


def sign(holder: int) -> int:
    """1 for the mover's disc, -1 for the opponent's, 0 for none."""
    return 1 if holder == MOVER else -1 if holder == OPPONENT else 0


def to_units(discs: float) -> int:
    """A number of discs in the units of a score."""
    return round(discs * evaluation.UNIT)
