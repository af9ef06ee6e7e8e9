"""Games of Othello in files of transcripts and of PlayOK's PGN, and back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from outflank.protocol.formats.record import Broken, Record, Result, Unwritable
from outflank.protocol.formats.replay import Told, board_of, othello_record, square_text
from outflank.protocol.formats.results import lead_of
from outflank.protocol.formats.syntax import transcript
from outflank.protocol.formats.syntax.boards import Board
from outflank.protocol.formats.syntax.transcript import BadTranscript
from outflank.protocol.formats.tags import read_tags, write_tags


def read(text: str) -> Iterator[Record | Broken]:
    """The games of a text, each placed by its line."""
    for line, found in transcript.read_transcripts(text):
        place = f"line {line}"
        if isinstance(found, BadTranscript):
            yield Broken(place, str(found))
            continue
        told = [
            Told("XO".index(colour) if colour else None, square)
            for colour, square in zip_longest(found.colours, found.moves)
        ]
        result = None if found.lead is None else Result(float(found.lead))
        yield othello_record(place, found.start, told, read_tags("pgn", found.tags), result)


def plain_text(record: Record) -> str:
    """A transcript on a line."""
    return transcript.write_plain(*_told(record)) + "\n"


def nboard_text(record: Record) -> str:
    """A transcript as NBoard copies it, on a line."""
    return transcript.write_nboard(*_told(record)) + "\n"


def pgn_text(record: Record) -> str:
    """A game of PlayOK with an empty line behind it."""
    start, squares = _told(record)
    if not squares:
        raise Unwritable("a game without a move has no place in PlayOK's format")
    cells = start.size**2
    lead = lead_of(record)
    stated = record.result.lead if record.result else None
    if lead is None and stated is not None and (cells + stated) % 2 == 0:
        lead = stated
    score = None if lead is None or abs(lead) > cells else (int(cells + lead) // 2, int(cells - lead) // 2)
    try:
        text = transcript.write_pgn(start, squares, write_tags("pgn", record), score)
    except BadTranscript as error:
        raise Unwritable(str(error)) from None
    return text + "\n"


def _told(record: Record) -> tuple[Board, list[str]]:
    """The board a game begins with, and its moves."""
    rules = record.game.rules
    return board_of(record.game.start), [square_text(rules, move) for _, move, _ in record.plies()]
