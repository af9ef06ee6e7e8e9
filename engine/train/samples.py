"""Positions that were played, with what came of them."""

from __future__ import annotations

import io
import re
import zlib

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Array = np.ndarray[Any, np.dtype[Any]]

SAMPLE = np.dtype(
    [
        ("p", "<u8"),
        ("o", "<u8"),
        ("game", "<u4"),
        ("score", "<i2"),
        ("label", "i1"),
        ("depth", "u1"),
        ("move", "u1"),
        ("ply", "u1"),
    ]
)
"""A position of a game with the mover's discs, score, final lead and move. The discs are the mover's and the
opponent's; the score is in the units of outflank.engine.evaluation and without OUTCOME_LEAD; the lead has the
empty squares with the winner; the depth is that of the search that said the score and chose the move, or
SOLVED or GUESSED; the last are the move, and the discs that had been placed before."""
SOLVED = 255
"""The depth of an exact score."""
GUESSED = 254
"""The depth of a score by the solver's estimate, which is likely exact."""
AGAIN = 253
"""The depth of a score by the tree search of a later evaluation."""
BESIDE = 1 << 25
"""The number that positions beside a game have more than its own. They are games of their own, of which only
the score is known; their label is the score in whole discs."""
HELD_OUT = 32
"""One game in 32 is kept apart, to measure an evaluation by."""


HEAD = 10
"""Bytes before the text of a file's head: a mark, a version and the length of the text."""
ENDING = re.compile(rb"crc32 ([0-9a-f]{8})\n")
"""The footer behind the samples in a file. NumPy does not look there, nor do versions that had no
checksum."""
ENDING_LENGTH = 15


class BadSamples(ValueError):
    """The bytes are not a file of samples, or a damaged one."""


def write(samples: Array) -> bytes:
    """The content of a file of samples: what NumPy writes, and the checksum of that."""
    file = io.BytesIO()
    np.save(file, samples)
    data = file.getvalue()
    return data + b"crc32 %08x\n" % zlib.crc32(data)


def read(data: bytes) -> Array:
    """The samples of a file with that content, in an array of its own. The head is compared and not parsed,
    so that it cannot ask for more memory than the file has bytes. Without a checksum nothing but the length
    is examined. BadSamples when something is wrong."""
    found = ENDING.fullmatch(data[-ENDING_LENGTH:])
    whole = data[:-ENDING_LENGTH] if found else data
    if found and zlib.crc32(whole) != int(found[1], 16):
        raise BadSamples("the samples are damaged")
    start = HEAD + int.from_bytes(whole[8:HEAD], "little")
    text = whole[HEAD:start].rstrip()
    kind = f"{{'descr': {SAMPLE.descr!r}, 'fortran_order': False, 'shape': (".encode()
    if whole[:8] != b"\x93NUMPY\x01\x00" or not text.startswith(kind):
        raise BadSamples("it holds no samples")
    count, rest = divmod(len(whole) - start, SAMPLE.itemsize)
    if rest or text[len(kind) :] != b"%d,), }" % count:
        raise BadSamples("the samples are not as long as the head says")
    samples: Array = np.frombuffer(whole, SAMPLE, count, start).copy()
    return samples


def discs(samples: Array) -> Array:
    """The number of discs on each board."""
    found: Array = np.bitwise_count(samples["p"] | samples["o"])
    return found


def held_out(samples: Array) -> Array:
    """The samples of games that are kept apart, as a mask."""
    found: Array = samples["game"] % HELD_OUT == 0
    return found


def beside(samples: Array) -> Array:
    """The samples that were not played on, as a mask."""
    found: Array = samples["game"] >= BESIDE
    return found


def boards(samples: Array) -> Array:
    """The positions as pairs of 64-bit sets, which is what outflank.engine.core.othello.patterns reads."""
    pairs: Array = np.empty((len(samples), 2), np.uint64)
    pairs[:, 0] = samples["p"]
    pairs[:, 1] = samples["o"]
    return pairs


def repeated(samples: Array) -> float:
    """The share of positions that came before among these, as they are and not as images of each other."""
    if not len(samples):
        return 0.0
    pairs = boards(samples)
    mixed = pairs[:, 0] * np.uint64(0x9E3779B97F4A7C15) ^ pairs[:, 1] * np.uint64(0xC2B2AE3D27D4EB4F)
    return 1 - len(np.unique(mixed)) / len(samples)
