"""Tables as the content of a file."""

from __future__ import annotations

import numpy as np

from outflank.engine import evaluation
from outflank.engine.core.othello import packed_tables
from outflank.engine.train import initial_tables as rulebook
from outflank.engine.train.features import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from outflank.engine.train.features import Array

BOARDS = 65
LIMIT = 8191
"""The greatest number of a class and the greatest change of one, so that no sum overflows."""
GRAIN = 4
"""Changes from phase to phase are multiples of this, which makes files small."""
NARROW = 127
"""The greatest number that a byte is enough for."""
WIDE = -128
"""The byte of a greater one."""


def first_file() -> bytes:
    """The file of the evaluation that learning begins with."""
    _, first = np.unique(layout().class_of, return_index=True)
    numbers = np.array(rulebook.tables(), np.float64)[first]
    return file_of(bytes(BOARDS), [rulebook.STEEP] * BOARDS, numbers[np.newaxis], 1)


def file_of(phase: bytes, steep: Iterable[float], sets: Array, grain: int = GRAIN) -> bytes:
    """The file of an evaluation with about these numbers of all classes for each phase, in units of a
    score."""
    now: Array = np.zeros(layout().count, np.int32)
    changes = []
    for numbers in sets[::-1]:
        wanted = np.clip(numbers, -LIMIT, LIMIT)
        changes.append(np.rint((wanted - now) / grain).astype(np.int32))
        now += grain * changes[-1]
    return evaluation.write(bytes(phase), list(steep), layout().count, packed(np.concatenate(changes)), grain)


def numbers_of(data: bytes) -> Array:
    """The numbers of all classes, in discs, that a file has for each number of discs on the board."""
    head, body = evaluation.split(data)
    phase = np.frombuffer(body[:BOARDS], np.uint8)
    tables = packed_tables.unpack(body[evaluation.PREFACE.size :], head["phases"], head["grain"])
    _, first = np.unique(layout().class_of, return_index=True)
    sets = np.frombuffer(tables, np.int16).reshape(head["phases"], -1)
    found: Array = sets[:, first].astype(np.float32)[phase] / evaluation.UNIT
    return found


def packed(numbers: Array) -> bytes:
    """Numbers as packed_tables.unpack takes them."""
    wide = np.abs(numbers) > NARROW
    narrow: bytes = np.where(wide, WIDE, numbers).astype("i1").tobytes()
    return narrow + bytes(numbers[wide].astype("<i2").tobytes())
