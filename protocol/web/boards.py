"""Boards and games as the scripts of pages read them: what is on each cell, and what every move changes."""

from __future__ import annotations

import math
from typing import Any

from outflank.engine.analysis.ownership import OWNERS
from outflank.engine.games import Variant
from outflank.protocol.formats.squares import COLUMNS

Position = Any
"""Compiled, so without types: engine/core/game/rules."""
LETTERED = ("SOS",)
"""Games whose cells hold letters: they are played on paper, not on felt."""
SPHERES = ("PolyClash",)
"""Games on the points of a sphere."""


def board_data(variant: Variant, rules: Any, size: int) -> dict[str, Any]:
    """How a board is drawn: squares, or points with the lines between them. `signs` are the colours that the
    signs on cells stand for; other signs are letters."""
    signs = dict(zip(OWNERS.get(variant.name, ""), variant.players, strict=False))
    if variant.name not in SPHERES:
        columns = COLUMNS[:size].upper()
        return {"signs": signs, "size": size, "columns": columns, "felt": variant.name not in LETTERED}
    points = [flat(*place) for place in rules.board.xyz]
    lines = [
        [p, q]
        for p, near in enumerate(rules.board.neighbours)
        for q in near
        if p < q and points[p][2] == points[q][2]
    ]
    return {
        "signs": signs,
        "points": [[round(x, 4), round(y, 4), int(south)] for x, y, south in points],
        "lines": lines,
    }


def flat(x: float, y: float, z: float) -> tuple[float, float, bool]:
    """The place of a point of a sphere on a disc of radius 1, and whether that is the southern one: each half
    is seen from its own pole, and areas stay as they are (Lambert's azimuthal projection)."""
    length = math.sqrt(x * x + y * y + z * z)
    south = z < 0
    radius = math.sqrt(max(0.0, 1 - abs(z) / length))
    around = math.hypot(x, y) or 1.0
    across = -x if south else x
    return across / around * radius, -y / around * radius, south


def cells_of(position: Position) -> str:
    """The signs on all cells."""
    return str(position.rules.position_text(position).split()[0])


def changes(before: Position, after: Position) -> list[list[Any]]:
    """The cells that differ, with what is on them afterwards."""
    pairs = zip(cells_of(before), cells_of(after), strict=True)
    return [[cell, new] for cell, (old, new) in enumerate(pairs) if old != new]


def cell_of(variant: Variant, rules: Any, size: int, move: int) -> int:
    """The cell that a move goes to, -1 for a pass."""
    if move < 0 or move == rules.pass_move:
        return -1
    if variant.name in SPHERES:
        return move
    text = str(rules.move_text(move)).lower()
    square = text[:-1] if text[-1].isalpha() else text
    return COLUMNS.index(square[0]) + size * (int(square[1:]) - 1)


def scores(variant: Variant, position: Position) -> list[str] | None:
    """What each player has, in words, in a game where that cannot be seen from the discs on the board."""
    found = position.rules.scores(position)
    if variant.name in LETTERED:
        return [f"{score:g}" for score in found]
    if variant.name in SPHERES:
        return [f"{100 * score:.1f} % of the area" for score in found]
    return None
