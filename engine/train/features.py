"""Features of a score, as columns: each position has one class in each column, and each class a number."""

from __future__ import annotations

import functools

import numpy as np

from outflank.engine.core.othello import packed_tables, patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


if TYPE_CHECKING:
    Array = np.ndarray[Any, np.dtype[Any]]
    """An array of any shape and kind of numbers."""


class Layout:
    """The bounds of each column's classes among all of them; a column counts its own from 0.

    `class_of` says for each entry of a set of tables which class it belongs to, `bounds` for each column the
    first of its classes and the one after the last, and `count` how many classes there are.
    """

    def __init__(self) -> None:
        self.class_of = np.frombuffer(packed_tables.code_classes(), np.uint32)
        self.count = int(self.class_of[-1]) + 1
        replies = (patterns.ENTRIES - patterns.CODES) // 2
        starts = [*patterns.STARTS, patterns.CODES, patterns.CODES + replies]
        ends = sorted({*starts, patterns.ENTRIES})
        after = {start: ends[ends.index(start) + 1] for start in starts}
        self.bounds = [
            (int(self.class_of[start]), int(self.class_of[after[start] - 1]) + 1) for start in starts
        ]


@functools.cache
def layout() -> Layout:
    """The layout of the patterns this program has."""
    return Layout()


def columns(boards: Array) -> Array:
    """The classes of positions given as pairs of 64-bit sets, one row for each column of the score."""
    plan = layout()
    entries = np.frombuffer(patterns.features(boards.astype("=u8").tobytes()), np.uint32)
    entries = entries.reshape(len(boards), patterns.COLUMNS)
    out: Array = np.empty((patterns.COLUMNS, len(boards)), np.uint16)
    for row, (first, _) in enumerate(plan.bounds):
        out[row] = plan.class_of[entries[:, row]] - first
    return out


def scores(numbers: Array, rows: Array) -> Array:
    """The sum of the numbers of all classes of each position."""
    total: Array = np.zeros(rows.shape[1], np.float32)
    for row, (first, last) in zip(rows, layout().bounds, strict=True):
        total += numbers[first:last].take(row)
    return total


def sums(values: Array, rows: Array) -> Array:
    """For each class the sum of the values of the positions that have it: `scores` the other way round."""
    out = np.zeros(layout().count)
    for row, (first, last) in zip(rows, layout().bounds, strict=True):
        out[first:last] += np.bincount(row, values, last - first)
    return out
