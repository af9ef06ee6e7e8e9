"""Boards for a terminal: signs in colours and as discs where it can show them, plain letters otherwise."""

from __future__ import annotations

import locale
import os
import re
from typing import Any

from outflank.protocol.sitting.seats import PERSON
from outflank.protocol.sitting.sitting import Sitting
from outflank.protocol.web.boards import colours

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position

DISCS = {"black": "\u25cf", "white": "\u25cb"}
PAINT = {"red": "31", "yellow": "33", "green": "32", "blue": "34", "black": "1", "white": "1"}
LAST = "7"
"""How the last move is shown: reversed."""
NUMBERED = re.compile(r"^(\s*\d+ )(.*)$")


class Look:
    """Abilities of a terminal."""

    def __init__(self, coloured: bool, encoding: str) -> None:
        self.coloured, self.encoding = coloured, encoding
        self.unicode = encoding.lower().replace("-", "") == "utf8"

    @staticmethod
    def of_terminal() -> Look:
        """The abilities of the one at stdout."""
        encoding = locale.getencoding()
        coloured = os.isatty(1) and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        return Look(coloured, encoding)

    def painted(self, text: str, paint: str) -> str:
        """A text in a colour, where there are any."""
        return f"\x1b[{paint}m{text}\x1b[0m" if self.coloured and paint else text


def picture(sitting: Sitting, look: Look) -> str:
    """The board with the last move, what each player has, and whose turn it is."""
    position, variant = sitting.position, sitting.choice.variant
    lines = position.rules.diagram(_shown(sitting)).split("\n")
    last = sitting.turns[sitting.ply - 1] if sitting.ply else None
    if variant.squares:
        shown = -1 if last is None else last.cell
        lines = [_row(line, sitting, look, shown) for line in lines]
    elif last is not None and variant.hidden:
        lines.append(f"last move {last.text}")
    elif last is not None:
        lines.append(_neighbourhood(sitting, last.cell) if last.cell >= 0 else f"{last.text}")
    return "\n".join(lines)


def _shown(sitting: Sitting) -> Position:
    """The position as the first person at the game may see it."""
    position = sitting.position
    persons = [player for player, seat in enumerate(sitting.seats) if seat.kind == PERSON]
    if not position.rules.has_hidden or not persons:
        return position
    mine = position.mover if position.mover in persons else persons[0]
    return position.rules.seen(position, mine)


def neighbours(rules: Any, cells: str, point: int) -> str:
    """The points beside a point, each with the stone on it: `12 .47 B105`."""
    return " ".join(f"{cells[near]}{near}".lstrip("-") for near in rules.board.neighbours[point])


def _neighbourhood(sitting: Sitting, point: int) -> str:
    position = sitting.position
    return f"last move {point}, beside {neighbours(position.rules, position.cells, point)}"


def _row(line: str, sitting: Sitting, look: Look, last: int) -> str:
    """A line of a board of squares. Cells are single signs with blanks between."""
    found = NUMBERED.match(line)
    size = sitting.choice.size
    cells = found[2].split() if found else []
    rules, variant = sitting.position.rules, sitting.choice.variant
    names = dict(zip(rules.signs, colours(variant), strict=False))
    if found is None or len(cells) != size:
        for sign, name in names.items() if look.unicode else ():
            line = line.replace(f"{sign} {name} ", f"{DISCS.get(name, sign)} {name} ")
        return line
    row = int(found[1]) - 1
    shown = []
    for column, sign in enumerate(cells):
        colour = names.get(sign, "")
        text = sign
        if look.unicode and colour:
            text = DISCS.get(colour, "\u25cf") if look.coloured or colour in DISCS else sign
        paint = PAINT.get(colour, "")
        if row * size + column == last:
            paint = f"{paint};{LAST}" if paint else LAST
        shown.append(look.painted(text, paint))
    return found[1] + " ".join(shown)
