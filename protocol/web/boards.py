"""Boards and games as the scripts of pages read them: what is on each cell, and what every move changes."""

from __future__ import annotations

import math
from typing import Any

from outflank.engine.variant import Variant
from outflank.protocol.formats.syntax.squares import COLUMNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules

COLOURS = ("black", "white", "red", "yellow", "green", "blue")
"""Discs that pages can draw (assets/palette.css)."""
LINES = COLOURS[2:]
"""Of these, those that lines in graphs have as well: one for each of the most players."""
ACQUIRE_COLUMNS = 12
"""The cells of a row of Acquire's board, which are named `1A` to `12I`."""


def board_data(variant: Variant, rules: Any, size: int) -> dict[str, object]:
    """Drawing of a board: squares, or points of a sphere. `signs` are the colours that the signs on cells
    stand for; other signs are letters, and a board of letters is paper, not felt."""
    signs = dict(zip(rules.signs, colours(variant), strict=False))
    if variant.squares:
        return {
            "kind": "squares",
            "signs": signs,
            "width": size,
            "height": size,
            "columns": list(COLUMNS[:size].upper()),
            "rows": [str(row + 1) for row in range(size)],
            "felt": bool(signs),
        }
    if variant.hidden:
        return {
            "kind": "squares",
            "signs": signs,
            "width": ACQUIRE_COLUMNS,
            "height": size // ACQUIRE_COLUMNS,
            "columns": [str(column + 1) for column in range(ACQUIRE_COLUMNS)],
            "rows": list("ABCDEFGHI"[: size // ACQUIRE_COLUMNS]),
            "felt": False,
            "chains": chain_names(),
        }
    return {
        "kind": "sphere",
        "signs": signs,
        "points": [on_sphere(place) for place in rules.board.xyz],
        "neighbours": [list(near) for near in rules.board.neighbours],
        "faces": [list(kite) for kite in rules.board.kites],
    }


def chain_names() -> dict[str, str]:
    """The names of Acquire's chains by the letters on their tiles."""
    from outflank.engine.core.acquire import chains

    return dict(zip(chains.LETTERS, chains.NAMES, strict=True))


def colours(variant: Variant) -> tuple[str, ...]:
    """The colour of each player: his name, where all names are colours that can be drawn."""
    players = variant.players
    return players if set(players) <= set(COLOURS) else LINES[: len(players)]


def on_sphere(place: tuple[float, float, float]) -> list[float]:
    """The place of a point, moved out to a sphere of radius 1."""
    length = math.hypot(*place)
    return [round(part / length, 5) for part in place]


def cells_of(position: Position) -> str:
    """The signs on all cells."""
    return str(position.cells)


def changes(before: Position, after: Position) -> list[list[object]]:
    """The cells that differ, with what is on them afterwards."""
    pairs = zip(cells_of(before), cells_of(after), strict=True)
    return [[cell, new] for cell, (old, new) in enumerate(pairs) if old != new]


def cell_of(rules: Rules, move: int) -> int:
    """The cell that a move goes to, -1 for a pass."""
    return -1 if move < 0 else int(rules.cell_of(move))


def scores(variant: Variant, position: Position) -> list[str] | None:
    """The score of each player in words, in a game where the discs on the board do not show it."""
    found = position.rules.scores(position)
    if not position.rules.signs:
        return [f"{score:g}" for score in found]
    if not variant.squares:
        return [f"{100 * score:.1f} % of the area" for score in found]
    return None
