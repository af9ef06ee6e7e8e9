"""WTHOR, the database format of the French federation: bytes to plain values and back.

A .wtb file holds games, each with numbers of players and of a tournament; the .jou and .trn files beside it
hold the names, number 0 being whoever is not known. Passes are not stored, nor any start but the usual one.
What is legal is not known here. Moves are squares `f5`, columns a to j without a gap.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence

from outflank.engine.record import NamedTuple
from outflank.protocol.formats.syntax.squares import LETTERS

PLAYER_LENGTH = 20
TOURNAMENT_LENGTH = 26
USUAL_DEPTH = 22
LARGEST_BOARD = 16
"""Squares of a side, which a header may tell; 8 and 10 are read."""

_HEADER = struct.Struct("<4BIHH4B")
_RECORD = struct.Struct("<3HBB")
_SQUARES = {8: 60, 10: 96}
_UNUSED_NUMBER = 0xFFFF


class BadWthor(ValueError):
    """The bytes are no such file, or the values do not fit into one; the message says why."""


class Header(NamedTuple):
    """Header of a file: the day it was `created` (year, month, day), how many `games` or `names` it
    has, the `year` of the games, the `size` of the board, whether it is a file of `solitaire` problems, and
    with how many empty squares, `depth`, the theoretical scores are reckoned."""

    created: tuple[int, int, int] = (2000, 1, 1)
    games: int = 0
    names: int = 0
    year: int = 0
    size: int = 8
    solitaire: bool = False
    depth: int = USUAL_DEPTH


class Record(NamedTuple):
    """One game: its squares, Black's discs at the end with the empty squares that Black won, the same with
    best play of both from the depth on, and the numbers of the names."""

    moves: tuple[str, ...]
    score: int = 0
    theory: int = 0
    black: int = 0
    white: int = 0
    tournament: int = 0


def may_be(data: bytes) -> bool:
    """Tell whether bytes may be one of the files: they begin with the day on which one was made, as far as it
    is told, and a size that a board may have."""
    if len(data) < _HEADER.size:
        return False
    century, rest, month, day, *_, size, _, _, _ = _HEADER.unpack_from(data)
    dated = century in (0, 19, 20) and rest < 100 and month <= 12 and day <= 31
    return dated and size <= LARGEST_BOARD


def record_length(size: int) -> int:
    """The bytes of one game."""
    return _RECORD.size + _SQUARES[size]


def read_header(data: bytes) -> Header:
    """The header that every file begins with."""
    if len(data) < _HEADER.size:
        raise BadWthor(f"{len(data)} bytes; the header alone has {_HEADER.size}")
    century, rest, month, day, games, names, year, size, kind, depth, _ = _HEADER.unpack_from(data)
    if month > 12 or day > 31:
        raise BadWthor(f"created on day {day} of month {month}")
    return Header(
        (100 * century + rest, month, day), games, names, year, size or 8, kind == 1, depth or USUAL_DEPTH
    )


def read_games(data: bytes) -> tuple[Header, Iterator[bytes]]:
    """The header of a .wtb file, and the bytes of each game for `read_record`."""
    header = read_header(data)
    if header.size not in _SQUARES:
        raise BadWthor(f"a board of size {header.size}; 8 and 10 are known")
    if header.solitaire:
        raise BadWthor("problems (solitaire), not games")
    length = record_length(header.size)
    wanted = _HEADER.size + header.games * length
    if len(data) != wanted:
        raise BadWthor(f"{len(data)} bytes; a file of {header.games} games has {wanted}")
    return header, (data[at : at + length] for at in range(_HEADER.size, wanted, length))


def read_record(record: bytes, size: int = 8) -> Record:
    """The game of these bytes."""
    if len(record) != record_length(size):
        raise BadWthor(f"a game of {len(record)} bytes, not {record_length(size)}")
    tournament, black, white, score, theory = _RECORD.unpack_from(record)
    played = record[_RECORD.size :].rstrip(b"\0")
    moves = tuple(_read_square(number, code, size) for number, code in enumerate(played, 1))
    if score > size * size:
        raise BadWthor(f"a score of {score} discs on {size * size} squares")
    return Record(moves, score, theory, black, white, tournament)


def _read_square(number: int, code: int, size: int) -> str:
    # One less, so that the tenth column of a board that has one ends its own row.
    row, column = divmod(code - 1, 10)
    if code == 0:
        raise BadWthor(f"move {number}: moves go on behind the end of the game")
    if not (1 <= row <= size and column < size):
        raise BadWthor(f"move {number}: {code} is no square")
    return f"{LETTERS[column]}{row}"


def write_games(header: Header, records: Sequence[Record]) -> bytes:
    """A .wtb file of these games; the header's counts are not looked at."""
    size = header.size
    if size not in _SQUARES:
        raise BadWthor(f"no games on a board of size {size}")
    pieces = [_write_header(header._replace(games=len(records), names=0), header.size)]
    return b"".join([*pieces, *(write_record(record, size) for record in records)])


def write_record(record: Record, size: int = 8) -> bytes:
    """The bytes of one game."""
    moves = bytes(_write_square(square, size) for square in record.moves)
    numbers = (record.tournament, record.black, record.white)
    if len(moves) > _SQUARES[size]:
        raise BadWthor(f"{len(moves)} moves; there is room for {_SQUARES[size]}")
    if not all(0 <= number <= _UNUSED_NUMBER for number in numbers):
        raise BadWthor(f"a number of more than {_UNUSED_NUMBER} for a name")
    if not (0 <= record.score <= size * size and 0 <= record.theory <= 255):
        raise BadWthor(f"a score of {record.score} discs on {size * size} squares")
    return _RECORD.pack(*numbers, record.score, record.theory) + moves.ljust(_SQUARES[size], b"\0")


def _write_square(square: str, size: int) -> int:
    column, row = LETTERS[:size].find(square[:1]), square[1:]
    if column < 0 or not square[:1] or row not in [str(n) for n in range(1, size + 1)]:
        raise BadWthor(f"{square[:20]!r} is no square of this board; passes are not stored")
    return 10 * int(row) + column + 1


def read_names(data: bytes, length: int) -> tuple[str, ...]:
    """The names of a .jou (PLAYER_LENGTH) or .trn (TOURNAMENT_LENGTH) file, the first being number 0."""
    # Some converters leave anything in the byte of the board's size, so it is not asked for.
    header = read_header(data)
    wanted = _HEADER.size + header.names * length
    if header.games or len(data) != wanted:
        raise BadWthor(f"{len(data)} bytes; a file of {header.names} names of {length} bytes has {wanted}")
    rows = (data[at : at + length] for at in range(_HEADER.size, wanted, length))
    return tuple(row.partition(b"\0")[0].decode("latin-1").strip() for row in rows)


def write_names(names: Sequence[str], length: int, created: tuple[int, int, int]) -> bytes:
    """A .jou or .trn file of these names, each cut to what there is room for, letters that ISO-8859-1 does
    not have as question marks."""
    rows = [
        name.replace("\0", " ").encode("latin-1", "replace")[:length].ljust(length, b"\0") for name in names
    ]
    return _write_header(Header(created, 0, len(names)), 0) + b"".join(rows)


def _write_header(header: Header, size: int) -> bytes:
    year, month, day = header.created
    try:
        return _HEADER.pack(
            *divmod(year, 100),
            month,
            day,
            header.games,
            header.names,
            header.year,
            size,
            int(header.solitaire),
            header.depth if size else 0,
            0,
        )
    except struct.error:
        raise BadWthor(f"no header has room for {header}") from None
