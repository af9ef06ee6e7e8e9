# cython: language_level=3, cdivision=True
"""Kinds of squares on a board where lines of discs turn: corner, edge, C-square, X-square, inner.

A C-square is the edge square beside a corner, an X-square the one diagonally inside it: both offer the
corner to the opponent (the names are those of Othello players; see Rose, Othello: A Minute to Learn, 2005).
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.othello import square_kinds`")

KINDS = ("inner", "edge", "C", "X", "corner")
"""The names of the kinds by number."""


def kind_of(column, row, size):
    """The kind of a square of a square board."""
    across: cython.int = min(column, size - 1 - column)
    down: cython.int = min(row, size - 1 - row)
    if across + down == 0:
        return CORNER
    if across + down == 1:
        return C_SQUARE
    if across == 1 and down == 1:
        return X_SQUARE
    return INNER if across and down else EDGE
