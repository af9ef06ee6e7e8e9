"""Othello boards as bare text, in the spellings of several programs. What is legal is not known here.

A board is its cells row by row from a1 on, and who is to move. The reader takes every letter that programs
write for a disc, blanks anywhere, and no side at all.
"""

from __future__ import annotations

from outflank.engine.record import NamedTuple
from outflank.protocol.formats.syntax.ggf import DISCS, usual_cells

SIGNS = {**DISCS, "@": "X"}
"""What texts call a black disc, a white disc and an empty square."""
SIZES = (8, 6, 10)
EDAX = "XO-"
NBOARD = "*O-"
RHINO = "@0_"
SIDES = {"black": "X", "white": "O"}


class BadBoard(ValueError):
    """The text is not a board, or not what should come with one; the message says why."""


class Board(NamedTuple):
    """`cells` are X, O and -, row by row; `mover` is X or O, None where the text does not tell."""

    size: int
    cells: str
    mover: str | None


def usual_board(size: int) -> Board:
    """The board a game begins with."""
    return Board(size, usual_cells(size), "X")


def read_board(text: str, size: int | None = None) -> Board:
    """The board that a text is; of this size, or of any that is played."""
    words = text.split()
    side = SIDES.get(words[-1].lower()) if words else None
    signs = "".join(words[:-1] if side else words)
    for sign in signs:
        if sign not in SIGNS:
            raise BadBoard(f"{sign!r} is neither a disc nor an empty square")
    sizes = SIZES if size is None else (size,)
    # A single sign behind longer words can be nothing but the side.
    apart = len(words) > 1 and len(words[-1]) == 1 and max(len(word) for word in words) > 1
    extra = (0,) if side else (1,) if apart else (0, 1)
    found = next((n for n in sizes for more in extra if len(signs) == n * n + more), None)
    if found is None:
        counts = " or ".join(str(n * n) for n in sorted(sizes))
        raise BadBoard(f"a board has {counts} cells and the side to move, not {len(signs)} signs")
    discs = "".join(SIGNS[sign] for sign in signs)
    told = discs[found * found :] or side
    if told == "-":
        raise BadBoard(f"{signs[-1]!r} is not a side to move")
    return Board(found, discs[: found * found], told)


def write_board(board: Board, letters: str = EDAX) -> str:
    """A board with these letters for black, white and empty, a blank, and the side to move where it is known:
    its letter, or its name among GTP-rhino's letters, which stand in a GTP command."""
    signs = dict(zip("XO-", letters, strict=True))
    cells = "".join(signs[cell] for cell in board.cells)
    if board.mover is None:
        return cells
    return (
        f"{cells} {('black', 'white')['XO'.index(board.mover)] if letters == RHINO else signs[board.mover]}"
    )
