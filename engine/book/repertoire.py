"""The book that comes with the program: positions of Othello 8x8 with the values of their best moves.

Its file begins with a line that names the format and three numbers of 32 bits: how many positions and moves
follow, and the CRC-32 of those two numbers and all that follows. There come the positions in rising order,
each as the discs of its mover and of the other in 64 bits, the first cell the highest; then for each how many
moves there are up to its last; then the moves, the best first: cell, logarithm of the visits behind it, and
the mean reward as a 65535th. All numbers are big-endian. Nothing is unpacked before it is looked up.
"""

from __future__ import annotations

import functools
import math
import struct
import zlib
from bisect import bisect_left

from outflank.engine import NotBuilt
from outflank.engine.book.book import Known, lines_of
from outflank.engine.evaluation import data_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from outflank.engine.book.book import Line, Moves
    from outflank.engine.core.game.position import Position

SHIPPED = "data/othello.book"
"""The file that comes with the program."""
MARK = b"outflank-book 1\n"
COUNTS = struct.Struct(">II")
CHECK = struct.Struct(">I")
POSITION = struct.Struct(">QQ")
END = struct.Struct(">I")
MOVE = struct.Struct(">BBH")
MOST = 65535
"""The code of a certain win in the file."""
CELLS = 64
MARGIN = 0.01
"""Moves that are worth less than the best by this share of a win, half a disc, are not played. The values of
a book and of a search of 300,000 visits differ by more (0.04, root of the mean square, where each of its
moves had 20,000)."""
SCALE = 0.005
"""The loss of value by which a move is played e times less often."""
TRUST = 1000
"""Visits behind a move of another book that let its value stand for the one here."""


class BadBook(ValueError):
    """The file is damaged, or not a book of this format."""


class Repertoire:
    """The positions of a file with that content. BadBook when it is none."""

    def __init__(self, data: bytes) -> None:
        start = len(MARK) + CHECK.size + COUNTS.size
        if data[: len(MARK)] != MARK or len(data) < start:
            raise BadBook(f"not a file that begins with {MARK.decode().strip()}")
        (check,) = CHECK.unpack_from(data, len(MARK))
        if zlib.crc32(data[len(MARK) + CHECK.size :]) != check:
            raise BadBook("the book is damaged")
        count, moves = COUNTS.unpack_from(data, start - COUNTS.size)
        ends = start + POSITION.size * count
        first = ends + END.size * count
        if len(data) != first + MOVE.size * moves:
            raise BadBook("the book is not as long as its head says")
        self._count: int = count
        self._positions = data[start:ends]
        self._ends = data[ends:first]
        self._moves = data[first:]

    def __len__(self) -> int:
        return self._count

    def moves(self, key: str) -> Moves:
        """The known moves of a position by its key (engine/book/book.py), {cell: Known}."""
        if len(key) != CELLS:
            return {}
        wanted = packed(key)
        place = bisect_left(range(self._count), wanted, key=self._position)
        if place == self._count or self._position(place) != wanted:
            return {}
        begin, end = self._end(place - 1) if place else 0, self._end(place)
        rows = MOVE.iter_unpack(self._moves[MOVE.size * begin : MOVE.size * end])
        return {cell: Known(share / MOST, 1 << power, None, 0, 0) for cell, power, share in rows}

    def keys(self, count: int) -> Iterator[str]:
        """The keys of the first positions, as many as `count`."""
        for place in range(min(count, self._count)):
            mine, theirs = POSITION.unpack(self._position(place))
            bits = range(CELLS - 1, -1, -1)
            yield "".join("X" if mine >> bit & 1 else "O" if theirs >> bit & 1 else "-" for bit in bits)

    def lines(self, position: Position) -> tuple[Line, ...]:
        """The moves of a position, the best first."""
        return lines_of(position, self.moves)

    def choice(self, position: Position, learnt: Iterable[Line], visits: float, number: float) -> Line | None:
        """The line that a number in 0..1 draws, where a search of `visits` would know less of the position.
        None where it would know more than the book, or the position is not known. Lines of another book stand
        for those here."""
        mine = self.lines(position)
        if not mine or sum(line.known.visits for line in mine) < visits:
            return None
        lines = {line.move: line for line in mine}
        lines.update({line.move: line for line in learnt if is_sound(line.known)})
        return drawn(sorted(lines.values()), number)

    def _position(self, place: int) -> bytes:
        return self._positions[POSITION.size * place : POSITION.size * (place + 1)]

    def _end(self, place: int) -> int:
        end: int = END.unpack_from(self._ends, END.size * place)[0]
        return end


def is_sound(known: Known) -> bool:
    """Tell whether a value has enough visits behind it to stand for another one."""
    return known.margin is not None or (known.mean is not None and known.visits >= TRUST)


def drawn(lines: list[Line], number: float) -> Line:
    """The line that a number in 0..1 draws among those with a value near the best. Each has a weight that
    falls exponentially with its loss."""
    best = max(line.known.value for line in lines)
    near = [line for line in lines if line.known.value >= best - MARGIN]
    weights = [math.exp((line.known.value - best) / SCALE) for line in near]
    mark = number * sum(weights)
    for line, weight in zip(near, weights, strict=True):
        mark -= weight
        if mark < 0:
            return line
    return near[-1]


def write(records: Mapping[str, Moves]) -> bytes:
    """The content of a file with these positions, {key: {cell: Known}}."""
    positions, ends, moves = [], [], []
    for code, known in sorted((packed(key), known) for key, known in records.items()):
        positions.append(code)
        for cell, row in sorted(known.items(), key=lambda item: (-item[1].value, item[0])):
            moves.append(MOVE.pack(cell, max(row.visits, 1).bit_length() - 1, round(row.value * MOST)))
        ends.append(END.pack(len(moves)))
    rest = b"".join([COUNTS.pack(len(positions), len(moves)), *positions, *ends, *moves])
    return MARK + CHECK.pack(zlib.crc32(rest)) + rest


def packed(key: str) -> bytes:
    """A key as the file has it."""
    return POSITION.pack(*(int("".join("01"[cell == disc] for cell in key), 2) for disc in "XO"))


@functools.cache
def shipped() -> Repertoire:
    """The book that comes with the program. NotBuilt when it is missing or damaged."""
    try:
        return Repertoire(data_of(SHIPPED))
    except (OSError, BadBook) as error:
        raise NotBuilt(f"the opening book {SHIPPED} cannot be read: {error}") from None
