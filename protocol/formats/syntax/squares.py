"""Squares and passes as texts write them.

A square is two letters, row a at the top or at the bottom, or algebraic like `e4`, where row 1 is at the
top."""

from __future__ import annotations

from collections.abc import Iterator

LETTERS = "abcdefghij"
COLUMNS = "abcdefghjk"
"""Column letters of algebraic squares as GTP has them: i is skipped."""
ROWS = tuple(str(row) for row in range(1, 11))
PASSES = ("pass", "pas", "pa", "ps", "--", "@@")
"""What programs write for a pass, in any case."""


class BadSquare(ValueError):
    """A text that names no square of the board."""


class Spelling:
    """One way to read them on a board of some size: whether row a of two letters is at the bottom, and
    whether the column letters of algebraic squares run on without skipping i."""

    __slots__ = ("_size", "_flipped", "_columns")

    def __init__(self, size: int, flipped: bool, straight: bool) -> None:
        self._size = size
        self._flipped = flipped
        self._columns = (LETTERS if straight else COLUMNS)[:size]

    def point(self, text: str) -> tuple[int, int]:
        """The column and row, from the left and the top, that a text names. BadSquare when it names none."""
        small = text.lower()
        if len(small) == 2 and small.isalpha():
            column, row = (LETTERS[: self._size].find(letter) for letter in small)
            row = self._size - 1 - row if self._flipped and row >= 0 else row
        else:
            column = self._columns.find(small[:1]) if small else -1
            row = ROWS.index(small[1:]) if small[1:] in ROWS[: self._size] else -1
        if column < 0 or row < 0:
            raise BadSquare(f"{text[:20]!r} is no square of this board")
        return column, row

    def points(self, text: str) -> Iterator[tuple[int, int]]:
        """The point or, as in `cc:dd`, all points of a rectangle."""
        one, colon, other = text.partition(":")
        (left, top), (right, bottom) = self.point(one), self.point(other if colon else one)
        for row in range(min(top, bottom), max(top, bottom) + 1):
            for column in range(min(left, right), max(left, right) + 1):
                yield column, row

    def square(self, text: str) -> str:
        """The square as it is sent over GTP."""
        column, row = self.point(text)
        return write_square(column, row, True)


def spellings(size: int, top_first: bool) -> list[Spelling]:
    """Every way to read squares on a board, beginning with row a on top, or with row a at the bottom."""
    straight = (False, True) if size > COLUMNS.index("h") + 1 else (False,)
    order = (False, True) if top_first else (True, False)
    return [Spelling(size, flipped, runs_on) for runs_on in straight for flipped in order]


def write_square(column: int, row: int, algebraic: bool) -> str:
    """A square by its column and row, as two letters with row a on top, or algebraic."""
    return COLUMNS[column] + ROWS[row] if algebraic else LETTERS[column] + LETTERS[row]
