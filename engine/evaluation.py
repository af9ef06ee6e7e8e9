"""The file of a learned evaluation of Othello: a head of text, and packed tables.

After the lines of the head, the last of which is empty, comes by zlib: for each number of discs, 0 to 64, its
phase (8 bits) and its slope (32-bit float), and the numbers of all phases as packed_tables.unpack takes
them.
"""

from __future__ import annotations

import errno
import os
import struct
import zlib

from outflank import engine
from outflank.engine import NotBuilt, core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from typing import TypeAlias, TypeVar

    from outflank.engine.core.othello.patterns import Patterns

    T = TypeVar("T")
    Steps: TypeAlias = Generator[None, None, T]

TABLES = "data/othello.patterns"
"""The file that comes with the program."""
MARK = "outflank-patterns 2"
UNIT = 64
"""A disc in the units of a score."""
OUTCOME_LEAD = 64 * UNIT
"""The score of a certain win above that of its lead."""
NUMBERS = ("unit", "grain", "phases", "classes", "bytes")
"""The lines of the head that are whole numbers."""
LONGEST_HEAD = 1024
EFFORT = 9
"""Of the compression: 1 is five times as quick for a file that is a tenth longer."""
LARGEST = 1 << 26
"""More than any tables have, packed or not."""
BOARDS = 65
PIECE = 1 << 15
"""Compressed bytes that are unpacked in one step: less than half a millisecond."""
STEEPEST = 100.0
"""Above every slope: with a disc more the game is won."""
PREFACE = struct.Struct(f"<{BOARDS}B{BOARDS}f")
_shipped: dict[str, Patterns] = {}
"""The program's own tables as far as they have been read, by CPU level."""


class BadTables(ValueError):
    """The bytes are not an evaluation, or a damaged one, or one that was made for other patterns."""


def read(data: bytes, level: str | None = None) -> Patterns:
    """The evaluation of a file with that content, as outflank.engine.core.othello.patterns has it (of a CPU
    level). BadTables when there is none."""
    return finish(reading(data, level))


def reading(data: bytes, level: str | None = None) -> Steps[Patterns]:
    """The work of `read` in steps of a few milliseconds at most, each of which yields None. The generator
    returns the evaluation."""
    patterns = core.load("othello.patterns", level)
    packed_tables = core.load("othello.packed_tables", level)
    yield
    head, body = yield from splitting(data)
    phases = head["phases"]
    if len(body) < PREFACE.size + phases * head["classes"]:
        raise BadTables("the tables are not as long as their head says")
    preface = PREFACE.unpack_from(body)
    phase, steep = bytes(preface[:BOARDS]), list(preface[BOARDS:])
    if max(phase) + 1 != phases:
        raise BadTables("a phase has no tables")
    if not all(0 < slope < STEEPEST for slope in steep):
        raise BadTables("a slope is impossible")
    try:
        unpacking = packed_tables.Unpacking(body[PREFACE.size :], phases, head["grain"])
    except ValueError as error:
        raise BadTables(str(error)) from None
    yield
    while not unpacking.step():
        yield
    found: Patterns = patterns.Patterns(phase, steep, unpacking.tables)
    return found


def finish(steps: Steps[T]) -> T:
    """The value that a generator of steps returns."""

    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: T = end.value
            return value


def slopes(data: bytes) -> list[float]:
    """The slopes in a file with that content, by number of discs. A slope is the change of the logarithm of
    the odds by a disc of the score. BadTables without any."""
    _, body = split(data)
    return list(PREFACE.unpack_from(body)[BOARDS:])


def write(phase: bytes, steep: Sequence[float], classes: int, packed: bytes, grain: int) -> bytes:
    """The content of a file with packed tables. It has phase and slope for each number of discs, and the
    numbers of the classes that packed_tables.unpack takes, in units of a score."""
    body = zlib.compress(PREFACE.pack(*phase, *steep) + packed, EFFORT)
    head = (
        f"{MARK}\nshapes {shapes_hash()}\nunit {UNIT}\ngrain {grain}\nphases {max(phase) + 1}\n"
        f"classes {classes}\nbytes {len(body)}\ncrc {zlib.crc32(body):08x}\n\n"
    )
    return head.encode("ascii") + body


def split(data: bytes) -> tuple[dict[str, int], bytes]:
    """The head of a file as {name: value} and its body. BadTables when something is wrong with them."""
    return finish(splitting(data))


def splitting(data: bytes) -> Steps[tuple[dict[str, int], bytes]]:
    """The work of `split` in steps; the generator returns the head and the body."""
    text, blank, body = data.partition(b"\n\n")
    if not blank or len(text) > LONGEST_HEAD or not text.startswith(MARK.encode() + b"\n"):
        raise BadTables(f"not a file that begins with {MARK}")
    try:
        head = dict(line.split(" ") for line in text.decode("ascii").splitlines()[1:])
        numbers = {name: int(head[name]) for name in NUMBERS}
        crc = int(head["crc"], 16)
    except (ValueError, KeyError):
        raise BadTables("the head is damaged") from None
    if not 1 <= numbers["grain"] <= UNIT:
        raise BadTables("the head is damaged")
    if head.get("shapes") != shapes_hash() or numbers["unit"] != UNIT:
        raise BadTables("made for other patterns than this program has")
    yield
    if len(body) != numbers["bytes"] or zlib.crc32(body) != crc:
        raise BadTables("the tables are damaged")
    return numbers, (yield from inflating(body))


def inflating(body: bytes) -> Steps[bytes]:
    """The uncompressed bytes, piece by piece; the generator returns all of them. BadTables when they cannot
    be had back."""
    worker, rest, parts, size = zlib.decompressobj(), memoryview(body), [], 0
    try:
        while rest and not worker.eof and size <= LARGEST:
            yield
            parts.append(worker.decompress(rest[:PIECE], LARGEST + 1 - size))
            size += len(parts[-1])
            rest = rest[PIECE:]
    except zlib.error:
        raise BadTables("the tables are damaged") from None
    if not worker.eof or worker.unused_data or rest or size > LARGEST:
        raise BadTables("the tables are damaged")
    return b"".join(parts)


def shapes_hash() -> str:
    """The hash that tells these patterns from others."""
    patterns = core.load("othello.patterns")
    text = "\n".join((*patterns.SHAPES, str(patterns.ENTRIES - patterns.CODES)))
    return f"{zlib.crc32(text.encode()):08x}"


def level_of(rules: object) -> str:
    """The CPU level that compiled rules are of."""
    return type(rules).__module__.split(".")[-3].removeprefix("_")


def shipped(level: str) -> Patterns:
    """The evaluation that comes with the program, for rules of a CPU level. NotBuilt when it is missing or
    damaged."""
    return finish(loading(level))


def loading(level: str) -> Steps[Patterns]:
    """The work of `shipped` in steps, so that it can be done in idle time; nothing where it has been done."""
    if level not in _shipped:
        try:
            _shipped[level] = yield from reading(shipped_data(), level)
        except BadTables as error:
            raise NotBuilt(f"the learned evaluation {TABLES} cannot be read: {error}") from None
    return _shipped[level]


def is_loaded(level: str) -> bool:
    """Tell whether the program's own tables have been read for a CPU level."""
    return level in _shipped


def identity() -> str:
    """The checksum that tells the program's own tables from others."""
    return f"{zlib.crc32(shipped_data()):08x}"


def shipped_data() -> bytes:
    """The content of the file that comes with the program. NotBuilt when there is none."""
    try:
        return data_of(TABLES)
    except OSError as error:
        raise NotBuilt(f"the learned evaluation {TABLES} cannot be read: {error.strerror}") from None


def data_of(name: str) -> bytes:
    """The content of a file of the program's own data, read by the loader of the engine's modules."""
    folder = os.path.dirname(os.path.abspath(engine.__file__))
    loader = engine.__spec__.loader if engine.__spec__ else None
    path = os.path.join(folder, *name.split("/"))
    if loader is None or not hasattr(loader, "get_data"):
        raise FileNotFoundError(errno.ENOENT, "the engine's loader has no data", path)
    data: bytes = loader.get_data(path)
    return data
