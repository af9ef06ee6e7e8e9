"""Games of an SGF file, of any kind, with the broken ones in their places.

Behind a broken game it goes on where the root of another begins a line, even inside of what the broken one
would take for its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from outflank.protocol.formats.games.sgf_reader import read_tree
from outflank.protocol.formats.record import Broken, Record
from outflank.protocol.formats.syntax import sgf

_START = re.compile(r"\(\s*;")
_ROOT = re.compile(r"\(\s*;\s*(?:FF|GM|CA|AP|SZ)\s*\[")
_LINE_ROOT = re.compile(rf"^[ \t]*{_ROOT.pattern}", re.MULTILINE)
_PIECE = re.compile(r"\[[^\]\\]*(?:\\.[^\]\\]*)*(?:\]|\\?\Z)|[()]", re.DOTALL)
_WHERE = re.compile(r"line (\d+)")


def read(text: str) -> Iterator[Record | Broken]:
    """The games of a text, each placed by its line."""
    line, before, torn = 1, 0, 0
    found = _START.search(text)
    while found:
        start = found.start()
        line += text.count("\n", before, start)
        before = start
        stop = _next_root(text, start + 1, torn) if start < torn else len(text)
        end = _end_of_tree(text, start, stop)
        game = _read_piece(text[start:end], line)
        yield game
        if isinstance(game, Broken) or game.stopped:
            # A value without its end may have taken the next game for its own. Up to here every root ends
            # the game before it, so that no part is searched again and again.
            torn = max(torn, end)
            end = _next_root(text, start + 1, end)
        found = _START.search(text, end)


def _next_root(text: str, at: int, end: int) -> int:
    """The first place between two offsets where a root begins a line; the second of them where none does."""
    found = _LINE_ROOT.search(text, at, end)
    return found.start() if found else end


def _read_piece(piece: str, line: int) -> Record | Broken:
    """The game that begins at a line of a file."""
    place = f"line {line}"
    try:
        return read_tree(next(sgf.games(piece)), place)
    except sgf.Unreadable as error:
        return Broken(place, _moved(str(error), line))


def _moved(reason: str, line: int) -> str:
    """The fault of a piece of a file that begins at some line, in numbers of the file's lines."""
    found = _WHERE.match(reason)
    return f"line {line - 1 + int(found[1])}{reason[found.end() :]}" if found else reason


def _end_of_tree(text: str, start: int, stop: int) -> int:
    """The end of the tree that begins at an offset: behind its last parenthesis, or before the root of
    another one where that is missing."""
    depth = 0
    for piece in _PIECE.finditer(text, start, stop):
        if piece[0] == "(":
            if depth and _ROOT.match(text, piece.start()):
                return piece.start()
            depth += 1
        elif piece[0] == ")":
            depth -= 1
            if depth <= 0:
                return piece.end()
    return stop
