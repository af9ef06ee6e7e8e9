"""Symmetries of a square board: positions that are each other turned or mirrored, and their moves.

A position is known by its cells as its mover sees them, in that one of the eight ways to turn and mirror the
board whose text is smallest.
"""

from __future__ import annotations

from functools import cache
from operator import itemgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeAlias

    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules

    Way: TypeAlias = tuple[int, ...]
    Pick: TypeAlias = Callable[[str], tuple[str, ...]]
    Twins: TypeAlias = dict[int, tuple[int, dict[int, int]]]

SWAP = str.maketrans("XO", "OX")


def view(position: Position) -> tuple[str, list[Way]]:
    """(key, ways) of a position: the key that its mirror images share, and the ways to its board. Each way
    lists for the cells of the key's board where on this board they lie; there are several where the board is
    its own mirror image."""
    cells, side = position.rules.position_text(position).split()
    if side == "O":
        cells = cells.translate(SWAP)
    texts = [("".join(pick(cells)), way) for pick, way in ways_of(len(cells))]
    key = min(text for text, _ in texts)
    return key, [way for text, way in texts if text == key]


def squares_of(rules: Rules) -> list[int]:
    """The squares of a board in the order of its text. ValueError for a game without such a board."""
    if not hasattr(rules, "squares"):
        raise ValueError("only boards of squares have mirror images")
    squares: list[int] = rules.squares()
    return squares


def twins(position: Position) -> Twins:
    """Moves of a position that is its own mirror image, by the moves they are images of. {move: (the move
    that stands for it, {square: the square it becomes when that move becomes this one})}; empty where it is
    not, or no move has an image."""
    _, ways = view(position)
    squares = squares_of(position.rules)
    found = {}
    for move in sorted(position.moves() if len(ways) > 1 else ()):
        if move in found or move == position.rules.pass_move:
            continue
        cell = ways[0].index(squares.index(move))
        for way in ways[1:]:
            image = squares[way[cell]]
            if image != move and image not in found:
                found[image] = (
                    move,
                    {squares[old]: squares[new] for old, new in zip(ways[0], way, strict=True)},
                )
    return found


def cell_of(position: Position, ways: Iterable[Way], move: int) -> int:
    """The cell of the key's board that stands for a move; the first of those that do."""
    square = squares_of(position.rules).index(move)
    return min(way.index(square) for way in ways)


@cache
def ways_of(cells: int) -> tuple[tuple[Pick, Way], ...]:
    """The eight ways to look at a square board of `cells` cells: (how to pick them, which they are)."""
    size = int(cells**0.5)
    board = [[size * row + column for column in range(size)] for row in range(size)]
    ways = []
    for _ in range(4):
        board = [list(row) for row in zip(*board[::-1], strict=True)]
        for seen in (board, [row[::-1] for row in board]):
            way = tuple(cell for row in seen for cell in row)
            ways.append((itemgetter(*way), way))
    return tuple(ways)
