# cython: language_level=3, cdivision=True
"""Moves and flips on a board of at most 8x8 squares held in 64 bits: a1 = bit 0, h1 = bit 7, a2 = bit 8.

A smaller board is a part of the large one: a run of discs ends where there are none, so only the squares one
may play on need a mask. The kernels stand in bits.h and, inline, in the header; what is here lets Python see
them.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.base import bitboard`")

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""Column letters from the left, as GTP has them: I is skipped."""


def legal_squares(p: uint64_t, o: uint64_t) -> int:
    """The squares where `p` turns at least one disc of `o`, as a set of bits."""
    return legal(p, o)


def turned(p: uint64_t, o: uint64_t, square: cython.int) -> int:
    """The discs of `o` that `p` turns from an empty `square`, as a set of bits."""
    return flips(p, o, square)


def square_text(column: cython.int, row: cython.int) -> str:
    """A square as GTP writes it, row 1 on top: (0, 0) is A1."""
    return f"{COLUMNS[column]}{row + 1}"


def find_square(text: str, columns: cython.int, rows: cython.int) -> tuple:
    """The (column, row) a text like `D3` or `d3` names; ValueError when there is none such on the board."""
    column = COLUMNS.find(text[:1].upper()) if text.isascii() and text else -1
    digits = text[1:]
    if column < 0 or not (digits.isascii() and digits.isdigit()) or len(digits) > 2:
        raise ValueError(f"{text!r} is not a square")
    row = int(digits) - 1
    if column >= columns or not 0 <= row < rows or digits[0] == "0":
        raise ValueError(f"{text!r} is not on the board")
    return column, row
