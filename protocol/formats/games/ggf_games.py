"""Games of Othello in files of GGF, and back."""

from __future__ import annotations

from outflank.engine.analysis.discs import discs_at
from outflank.engine.games import OTHELLO
from outflank.protocol.formats.record import Broken, Note, Record
from outflank.protocol.formats.replay import board_of, othello_record, square_text, told_of
from outflank.protocol.formats.results import ggf_result, read_ggf_result, result_text
from outflank.protocol.formats.syntax.boards import Board
from outflank.protocol.formats.syntax.ggf import BadGgf, Ggf, Move, each_game, read_number
from outflank.protocol.formats.syntax.ggf_writer import write_ggf
from outflank.protocol.formats.tags import other_facts, read_tags, write_tags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from outflank.engine.core.game.position import Position
    from outflank.protocol.formats.record import Result

NAMES = ("othello", "reversi")
APART = ("GM", "RE")
"""Tags that are no facts of a record."""


def read(text: str) -> Iterator[Record | Broken]:
    """The games of a text one after the other, each placed by its line."""
    line, before = 1, 0
    for offset, game in each_game(text):
        line += text.count("\n", before, offset)
        before = offset
        place = f"line {line}"
        yield Broken(place, str(game)) if isinstance(game, BadGgf) else _read_game(place, game)


def _read_game(place: str, game: Ggf) -> Record | Broken:
    name = game.tags.get("GM", OTHELLO.name).strip()
    if name.lower() not in NAMES:
        return Broken(place, f"a game of {name[:20]!r}")
    tags = {tag: "" if text == "null" else text for tag, text in game.tags.items() if tag not in APART}
    start = Board(game.size, game.cells, game.mover)
    return othello_record(place, start, map(told_of, game.moves), read_tags("ggf", tags), _result(game))


def _result(game: Ggf) -> Result | None:
    text = game.tags.get("RE", "")
    try:
        number = read_number(text.partition(":")[0].strip())
    except BadGgf:
        number = None
    return read_ggf_result(text, number)


def text(record: Record) -> str:
    """A game on a line, as archives have it. What an engine told as a share of a win is the margin that this
    usually comes to."""
    return f"1 {bare_text(record)}"


def bare_text(record: Record) -> str:
    """The same without the number of games before it."""
    moves = tuple(
        Move("XO"[position.mover], square_text(record.game.rules, move), _discs(position, note), note.seconds)
        for position, move, note in record.plies()
    )
    start = board_of(record.game.start)
    return write_ggf(Ggf(tags(record), start.size, start.cells, start.mover or "X", moves)) + "\n"


def tags(record: Record) -> dict[str, str]:
    """The facts of a game between black and white, by GGF's names; what GGF has no tag for has
    the name that it has in a record. The result of more than two players is that of SGF."""
    result = ggf_result(record) if len(record.variant.players) == 2 else result_text(record) or "?"
    found = {**other_facts(record), **write_tags("ggf", record), "RE": result}
    if "\n" in (comment := found.get("CO", "")):
        found["CO"] = " | ".join(" ".join(line.split()) for line in comment.split("\n"))
    return found


def _discs(position: Position, note: Note) -> float | None:
    """The value of a move to its mover in discs."""
    if note.unit == "share" and note.value is not None:
        return discs_at(note.value, position.empties)
    return note.value
