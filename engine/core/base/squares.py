# cython: language_level=3
"""Names of squares as GTP writes them: a column letter and a row number, row 1 on top."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.base import squares`")

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""Column letters from the left, as GTP has them: I is skipped."""


def square_text(column: cython.int, row: cython.int) -> str:
    """The name of a square: (0, 0) is A1."""
    return f"{COLUMNS[column]}{row + 1}"


def find_square(text: str, columns: cython.int, rows: cython.int) -> tuple:
    """The (column, row) of a name like `D3` or `d3`; ValueError when the board has no such square."""
    column = COLUMNS.find(text[:1].upper()) if text.isascii() and text else -1
    digits = text[1:]
    if column < 0 or not (digits.isascii() and digits.isdigit()) or len(digits) > 2:
        raise ValueError(f"{text!r} is not a square")
    row = int(digits) - 1
    if column >= columns or not 0 <= row < rows or digits[0] == "0":
        raise ValueError(f"{text!r} is not on the board")
    return column, row
