"""A search tree as the bytes of a file, to be kept while the program does not run.

A head of text says what the tree is of, then come its nodes as engine/core/search/dump lays them out, then
four bytes, the CRC-32 of the nodes, lowest first:

    Outflank tree 2
    layout little 8 32 16
    game Othello
    ...
    nodes 2117
    units 98240
    check 0a1b2c3d

The check is the CRC-32 of the lines above it, and an empty line ends the head. A tree is of use only where
all of its terms are the same: the game and its rules, and the options that its numbers depend on. What only
decides where the search looks (`select`, `exploration`, `widening` and the like) may differ: the numbers mean
the same wherever they were gathered.
"""

from __future__ import annotations

import sys

from outflank.engine import core, evaluation
from outflank.engine.errors import Refused
from outflank.engine.games import require_game
from outflank.engine.options import NAMES, current_name
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TypeAlias

    from outflank.engine.core.game.rules import Rules
    from outflank.engine.core.search.dump import Dump
    from outflank.engine.technique import Value

    Terms: TypeAlias = dict[str, str]
    Data: TypeAlias = bytes | memoryview

MAGIC = b"Outflank tree "
VERSION = 2
LONGEST_HEAD = 4096
CHECK_BYTES = 4
BINDING = (
    "evaluation",
    "value_slope",
    "prior_temperature",
    "priors",
    "rave",
    "rave_weight",
    "minimax",
    "prove",
    "policy",
    "cut",
    "static_weight",
)
"""The options that a tree's numbers depend on: the value of a leaf, the contents of a node, the meaning of
proven."""


class BadTree(Refused):
    """Bytes that hold no tree, or none of use here."""


class NoTree(Refused):
    """A tree is asked for before the first search."""


class Head(NamedTuple):
    """The head of a file: its terms {name: text}, and its numbers of nodes and units. `length` is that of the
    head in bytes."""

    terms: Terms
    nodes: int
    units: int
    length: int


def terms(game: str, size: int, komi: float, rules: Rules, options: Mapping[str, Value]) -> Terms:
    """The terms that a tree must share with this game and these options, {name: text}."""
    judged = options["evaluation"] == "learned" and require_game(game).is_learned(rules)
    unit, node, edge = core.load("search.dump").layout(bool(options["rave"] or options["rave_weight"]))
    return {
        "layout": f"{sys.byteorder} {unit} {node} {edge}",
        "game": game,
        "size": str(size),
        "komi": str(float(komi)),
        "players": str(rules.players),
        "moves": str(rules.actions),
        "start": f"{rules.new_position().key:016x}",
        "draw": f"{rules.draw:.4f}",
        **{name: str(NAMES[name].check(options[name])) for name in BINDING},
        "tables": evaluation.identity() if judged else "none",
    }


def most_bytes(memory: int) -> int:
    """The length of the longest file that a pool of `memory` megabytes takes."""
    return LONGEST_HEAD + (memory << 20) + CHECK_BYTES


def write(agreed: Terms, dump: Dump) -> Iterator[bytes | bytearray]:
    """The file in pieces: the head, the dump, and the checksum."""
    import zlib

    lines = [*agreed.items(), ("nodes", dump.nodes), ("units", dump.units)]
    text = MAGIC + f"{VERSION}\n".encode() + "".join(f"{name} {value}\n" for name, value in lines).encode()
    yield text + b"check %08x\n\n" % zlib.crc32(text)
    check = 0
    for piece in dump:
        check = zlib.crc32(piece, check)
        yield piece
    yield check.to_bytes(CHECK_BYTES, "little")


def read_head(data: Data) -> Head:
    """The head of a file, whole and unharmed; BadTree says where it is not."""
    import zlib

    if data[: len(MAGIC)] != MAGIC:
        raise BadTree("it is no tree of Outflank")
    version = bytes(data[len(MAGIC) : len(MAGIC) + 10]).partition(b"\n")[0]
    if version != b"%d" % VERSION:
        raise BadTree(f"it is of format {version.decode('ascii', 'replace')}, this program reads {VERSION}")
    text, end, _ = bytes(data[:LONGEST_HEAD]).partition(b"\n\n")
    body, _, check = text.rpartition(b"check ")
    if not end or check != b"%08x" % zlib.crc32(body):
        raise BadTree("its head is damaged")
    # A head may be made up, and its check be right.
    pairs = [line.partition(" ")[::2] for line in body.decode("latin-1").split("\n")[1:-1]]
    found = {current_name(name): value for name, value in pairs}
    try:
        nodes, units = (_count(found.pop(name)) for name in ("nodes", "units"))
    except (KeyError, ValueError):
        raise BadTree("its head does not say how large it is") from None
    return Head(found, nodes, units, len(text) + len(end))


def has_head(data: Data) -> bool:
    """Tell whether bytes begin with the whole and unharmed head of a tree, of whatever version."""
    import zlib

    text, end, _ = bytes(data[:LONGEST_HEAD]).partition(b"\n\n")
    body, _, check = text.rpartition(b"check ")
    return bool(end) and body.startswith(MAGIC) and check == b"%08x" % zlib.crc32(body)


def compare(found: Terms, wanted: Terms) -> None:
    """BadTree when the terms of a tree differ from those wanted here."""
    for name, value in wanted.items():
        if found.get(name) != value:
            raise BadTree(f"its {name} is {found.get(name, 'not known')}, here it is {value}")
    unknown = found.keys() - wanted.keys()
    if unknown:
        raise BadTree(f"it has a {min(unknown)}, here there is none")


def read_nodes(data: Data, head: Head) -> memoryview:
    """The nodes in a file, whole and unharmed; BadTree when they are not."""
    import zlib

    unit = core.load("search.dump").layout(False)[0]
    end = head.length + unit * head.units
    if len(data) != end + CHECK_BYTES:
        raise BadTree(f"it has {len(data)} bytes instead of {end + CHECK_BYTES}")
    nodes = memoryview(data)[head.length : end]
    if zlib.crc32(nodes) != int.from_bytes(data[end:], "little"):
        raise BadTree("its nodes are damaged")
    return nodes


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) < 1 << 32):
        raise ValueError(f"{text!r} is no count")
    return int(text)
