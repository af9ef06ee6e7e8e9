"""Records of games for tests, and their texts."""

from outflank.protocol.formats.games import sgf_writer
from outflank.protocol.formats.games.sgf_reader import read_game
from outflank.protocol.formats.record import Record
from outflank.protocol.formats.replay import square_text
from outflank.protocol.formats.syntax import sgf
from outflank.protocol.formats.syntax.ggf import Move
from outflank.protocol.formats.syntax.sgf import Unreadable


def sgf_of(variant, size, game, algebraic=False):
    """A game as SGF text."""
    return sgf_writer.text(Record("", variant, size, game), algebraic)


def sgf_game(text):
    """The whole game of an SGF text; Unreadable where it cannot be followed to its end."""
    record = read_game(text if isinstance(text, bytes) else text.encode())
    if record.stopped:
        raise Unreadable(record.stopped)
    return record


def first_tree(text):
    """The root of the first game of an SGF text."""
    return next(sgf.games(text))


def moves_of(record):
    """The plies of a record of Othello as GGF has them."""
    return tuple(
        Move("XO"[position.mover], square_text(position.rules, move), note.value, note.seconds)
        for position, move, note in record.plies()
    )
