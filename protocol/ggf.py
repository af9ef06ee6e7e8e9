"""GGF, the game format of GGS and NBoard: what a text says, without any opinion on what is legal.

The reader takes what programs really write: blanks or none between properties, rows of the board apart or
together, any of the usual letters for discs, commas for decimal points, names that are missing or `null`,
tags it does not know. The writer writes what NBoard's own reader accepts.
"""

from __future__ import annotations

from collections import namedtuple

DISCS = {
    letter: disc for disc, letters in (("X", "*xXbB"), ("O", "oO0wW"), ("-", "-._")) for letter in letters
}
PASSES = ("pa", "pas", "pass", "ps", "--", "@@")
TYPE = "TY"
KNOWN = ("GM", "PC", "DT", "PB", "PW", "RB", "RW", "RE", "TI", "TB", "TW", TYPE, "KB", "KW", "KM", "CO")
"""Tags the writer keeps, in its order; the others its readers do not know."""
GREATEST_SIZE = 14
EXTENSION = 120.0
"""Seconds that are added when the time is first over, unless the clock says otherwise."""


class BadGgf(ValueError):
    """The text is no GGF, and why."""


class Move(namedtuple("Move", ("colour", "square", "value", "seconds"), defaults=(None, None))):
    """One move: `colour` X or O, `square` as `f5` or `pass`, its value in discs for who made it and the
    seconds it took, None where they are not told."""

    __slots__ = ()


class Ggf(namedtuple("Ggf", ("tags", "size", "cells", "mover", "moves"))):
    """One game. `tags` holds the text of every tag but the board and the moves; `cells` are the discs it
    begins with, row by row, as X, O and -; `mover` is X or O. A komi game's first choices are tags, no
    moves."""

    __slots__ = ()

    def clock(self, colour: str) -> tuple[float, float, float] | None:
        """A colour's clock at the start, as (main, increment, extension) in seconds; None when none is told.
        BadGgf when it is not to be read."""
        for tag in ("TB" if colour == "X" else "TW", "TI"):
            if self.tags.get(tag, "").strip():
                return read_clock(self.tags[tag])
        return None


def read_ggf(text: str) -> list[Ggf]:
    """The games of a text, as it may stand in a file or in a message: at least one. BadGgf says what is wrong
    and at which character."""
    games = []
    at = text.find("(;")
    while at >= 0:
        game, at = _read_game(text, at + 2)
        games.append(game)
        at = text.find("(;", at)
    if not games:
        raise BadGgf("no game: nothing begins with (;")
    return games


def _read_game(text: str, at: int) -> tuple[Ggf, int]:
    tags: dict[str, str] = {}
    moves: list[Move] = []
    board: tuple[int, str, str] | None = None
    while True:
        at = _skip_blanks(text, at)
        if text.startswith(";)", at):
            break
        start = at
        while at < len(text) and text[at].isascii() and text[at].isalnum():
            at += 1
        tag = text[start:at].upper()
        at = _skip_blanks(text, at)
        if not tag or not text.startswith("[", at):
            raise BadGgf(f"no tag with a value at character {start + 1}")
        end = text.find("]", at)
        if end < 0:
            raise BadGgf(f"the value of {tag} has no end")
        value = text[at + 1 : end]
        at = end + 1
        if tag in ("B", "W"):
            moves.append(read_move(value, "X" if tag == "B" else "O"))
        elif tag == "BO":
            board = read_board(value)
        else:
            tags[tag] = value
    size, cells, mover = board or read_board(_usual_board(tags.get(TYPE, "8")))
    return Ggf(tags, size, cells, mover, tuple(moves)), at + 2


def _skip_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _usual_board(kind: str) -> str:
    digits = "".join(letter if letter.isdigit() else " " for letter in kind).split()
    size = int(digits[0][:3]) if digits else 8
    if not 4 <= size <= GREATEST_SIZE or size % 2:
        raise BadGgf(f"no board, and the type {kind!r} names no usual one")
    cells = ["-"] * (size * size)
    for row, column, disc in ((-1, -1, "O"), (-1, 0, "*"), (0, -1, "*"), (0, 0, "O")):
        cells[size * (size // 2 + row) + size // 2 + column] = disc
    return f"{size} {''.join(cells)} *"


def read_board(text: str) -> tuple[int, str, str]:
    """(size, cells, mover) of a board such as `8 ---...--- *`."""
    words = text.split()
    size = int(words[0]) if words and words[0].isdigit() and len(words[0]) <= 2 else 0
    if not 4 <= size <= GREATEST_SIZE:
        raise BadGgf(f"the board {text[:20]!r} does not begin with its size")
    signs = "".join(words[1:])
    if len(signs) != size * size + 1 or any(sign not in DISCS for sign in signs):
        raise BadGgf(f"the board is not {size * size} cells and the side to move")
    discs = "".join(DISCS[sign] for sign in signs)
    if discs[-1] == "-":
        raise BadGgf(f"{signs[-1]!r} is no side to move")
    return size, discs[:-1], discs[-1]


def read_move(text: str, colour: str) -> Move:
    """A move such as `F5/1.20/0.5`, `d3//2`, `PA` or `pass/-2`."""
    square, *rest = [part.strip() for part in text.split("/")]
    if len(rest) > 2:
        raise BadGgf(f"the move {text[:20]!r} has more than a value and a time")
    value, seconds = (*(read_number(part) for part in rest), None, None)[:2]
    name = square.lower()
    if name in PASSES:
        return Move(colour, "pass", value, seconds)
    if not (2 <= len(name) <= 3 and "a" <= name[0] <= "n" and name[1:].isascii() and name[1:].isdigit()):
        raise BadGgf(f"{square[:20]!r} is no square")
    return Move(colour, name[0] + str(int(name[1:])), value, seconds)


def read_number(text: str) -> float | None:
    """A decimal number with a point or a comma; None for nothing. BadGgf for anything else."""
    if not text:
        return None
    try:
        value = float(text.replace(",", ".")) if text.isascii() and "_" not in text else None
    except ValueError:
        value = None
    if value is None or value - value != 0:
        raise BadGgf(f"{text[:20]!r} is no number")
    return value


def read_clock(text: str) -> tuple[float, float, float]:
    """(main, increment, extension) in seconds of a clock such as `5:00`, `15:00//02:00` or `1.02:00:00/5`."""
    parts = text.split("/")
    if len(parts) > 3:
        raise BadGgf(f"the clock {text[:20]!r} has more than three times")
    times = [_read_time(part.strip()) for part in parts]
    main, increment, extension = (*times, None, None)[:3]
    return main or 0.0, increment or 0.0, EXTENSION if extension is None else extension


def _read_time(text: str) -> float | None:
    if not text:
        return None
    *large, small = text.split(":")
    days, dot, hours = large[0].partition(".") if len(large) == 2 else ("", "", "")
    if dot:
        large = [str(24 * _whole(days) + _whole(hours)), large[1]]
    total = 0
    for part in large:
        total = 60 * (total + _whole(part))
    seconds = read_number(small)
    if len(large) > 2 or seconds is None or seconds < 0:
        raise BadGgf(f"{text[:20]!r} is no time")
    return total + seconds


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadGgf(f"{text[:20]!r} is no whole number")
    return int(text)


def write_ggf(game: Ggf) -> str:
    """A game as NBoard reads it: known tags only, no blanks between them, every number with a point."""
    tags = {"GM": "Othello", TYPE: str(game.size), **game.tags}
    kept = "".join(f"{tag}[{_value(tags[tag])}]" for tag in KNOWN if tag in tags)
    cells = game.cells.replace("X", "*")
    board = f"BO[{game.size} {cells} {'*' if game.mover == 'X' else 'O'}]"
    moves = "".join(f"{'B' if move.colour == 'X' else 'W'}[{move_text(move)}]" for move in game.moves)
    return f"(;{kept}{board}{moves};)"


def move_text(move: Move) -> str:
    """A move with its value and its time, as far as they are known."""
    square = "PA" if move.square == "pass" else move.square.upper()
    value = "" if move.value is None else f"{move.value:.2f}"
    seconds = "" if move.seconds is None else f"{move.seconds:.3f}"
    return f"{square}/{value}/{seconds}".rstrip("/")


def _value(text: str) -> str:
    """Text that cannot end a value early."""
    return "".join(letter for letter in text if letter not in "]" and letter >= " ")
