"""GGF, the game format of GGS and NBoard: what a text says, without any opinion on what is legal.

The reader takes what programs really write: blanks or none between properties, rows of the board apart or
together, any of the usual letters for discs, commas for decimal points, names that are missing or `null`,
tags it does not know. The writer writes what NBoard's own reader accepts: no blanks between properties, no
tag and no form of a value that it does not know, colours in turn with every pass. Komi alone it never reads,
not even its own.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterator

DISCS = {
    letter: disc for disc, letters in (("X", "*xXbB"), ("O", "oO0wW"), ("-", "-._")) for letter in letters
}
PASSES = ("pa", "pas", "pass", "ps", "--", "@@")
TYPE = "TY"
KNOWN = ("GM", "PC", "DT", "PB", "PW", "RB", "RW", "RE", "TI", "TB", "TW", TYPE, "KB", "KW", "KM", "CO")
"""Tags the writer keeps, in its order; the others its readers do not know."""
SIZES = ("4", "6", "8", "10", "12", "14")
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

    def choice(self, colour: str) -> Move | None:
        """In a komi game, what a colour chose as the first move, what he thinks it is worth and how long he
        thought; the mover's is the first of the moves once more. None in other games. BadGgf when it is not
        to be read."""
        text = self.tags.get("KB" if colour == "X" else "KW", "").strip()
        return read_move(text, colour) if text else None

    @property
    def komi(self) -> float | None:
        """What a komi game was agreed to be worth to Black; None where it is not told. BadGgf when it is not
        to be read."""
        return read_number(self.tags.get("KM", "").strip())


def read_ggf(text: str, left_out: list[str] | None = None) -> list[Ggf]:
    """The games of a text, as it may stand in a file or in a message: at least one. BadGgf says what is wrong
    and at which character. `left_out` as in `read_move`."""
    games = []
    for _, game in each_game(text, left_out):
        if isinstance(game, BadGgf):
            raise game
        games.append(game)
    if not games:
        raise BadGgf("no game: nothing begins with (;")
    return games


def each_game(text: str, left_out: list[str] | None = None) -> Iterator[tuple[int, Ggf | BadGgf]]:
    """The offset of every game in a text, and the game or what is wrong with it. Behind a bad one it goes on
    where a game begins a line or follows one that ends. Numbers of games before a match are not looked at."""
    at = text.find("(;")
    while at >= 0:
        start = at
        try:
            game, at = _read_game(text, at + 2, left_out)
            yield start, game
            at = text.find("(;", at)
        except BadGgf as error:
            yield start, error
            at = _next_start(text, start + 2, len(text))


def _next_start(text: str, at: int, end: int) -> int:
    """Where between two offsets the next game begins, that is, at a line or behind another game; else -1."""
    at = text.find("(;", at, end)
    while at >= 0:
        before = text[max(0, at - 8) : at].rstrip(" \t0123456789")
        if before.endswith((";)", "\n")):
            return at
        at = text.find("(;", at + 2, end)
    return -1


def _read_game(text: str, at: int, left_out: list[str] | None) -> tuple[Ggf, int]:
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
        if _next_start(text, at, end) >= 0:
            raise BadGgf(f"the value of {tag} has no end before another game begins")
        at = end + 1
        if tag in ("B", "W"):
            moves.append(read_move(value, "X" if tag == "B" else "O", left_out))
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
    digits = "".join(letter if letter.isascii() and letter.isdigit() else " " for letter in kind).split()
    size = int(digits[0][:3]) if digits else 8
    if str(size) not in SIZES:
        raise BadGgf(f"no board, and the type {kind!r} names no usual one")
    return f"{size} {usual_cells(size)} *"


def usual_cells(size: int) -> str:
    """The cells of the board a game begins with."""
    cells = ["-"] * (size * size)
    for row, column, disc in ((-1, -1, "O"), (-1, 0, "X"), (0, -1, "X"), (0, 0, "O")):
        cells[size * (size // 2 + row) + size // 2 + column] = disc
    return "".join(cells)


def read_board(text: str) -> tuple[int, str, str]:
    """(size, cells, mover) of a board such as `8 ---...--- *`."""
    words = text.split()
    size = int(words[0]) if words and words[0] in SIZES else 0
    if not size:
        raise BadGgf(f"the board {text[:20]!r} does not begin with its size")
    signs = "".join(words[1:])
    if len(signs) != size * size + 1 or any(sign not in DISCS for sign in signs):
        raise BadGgf(f"the board is not {size * size} cells and the side to move")
    discs = "".join(DISCS[sign] for sign in signs)
    if discs[-1] == "-":
        raise BadGgf(f"{signs[-1]!r} is no side to move")
    return size, discs[:-1], discs[-1]


def read_move(text: str, colour: str, left_out: list[str] | None = None) -> Move:
    """A move such as `F5/1.20/0.5`, `d3//2`, `PA` or `pass/-2`. BadGgf when the square or an annotation
    cannot be read; with a list `left_out` such an annotation is told there, and the move has none."""
    square, *rest = [part.strip() for part in text.split("/")]
    name = square.lower()
    if name in PASSES:
        name = "pass"
    elif 2 <= len(name) <= 3 and "a" <= name[0] <= "n" and name[1:].isascii() and name[1:].isdigit():
        name = name[0] + str(int(name[1:]))
    else:
        raise BadGgf(f"{square[:20]!r} is no square")
    bad = [f"the move {text[:20]!r} has more than a value and a time"] if len(rest) > 2 else []
    told: list[float | None] = [None, None]
    for i, part in enumerate([] if bad else rest):
        try:
            told[i] = read_number(part)
        except BadGgf as error:
            bad.append(str(error))
    if left_out is not None:
        left_out += bad
    elif bad:
        raise BadGgf(bad[0])
    return Move(colour, name, *told)


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
    """A game as NBoard reads it. What a tag says in a form that NBoard does not know is written in one that
    it knows, or left out; a pass that the moves imply is written."""
    told = {"GM": "", TYPE: "", **game.tags}
    pairs = [(tag, STRICT.get(tag, _free)(game, told[tag])) for tag in KNOWN if tag in told]
    kept = "".join(f"{tag}[{text}]" for tag, text in pairs if text is not None)
    cells = game.cells.replace("X", "*")
    board = f"BO[{game.size} {cells} {'*' if game.mover == 'X' else 'O'}]"
    moves = "".join(f"{'B' if move.colour == 'X' else 'W'}[{move_text(move)}]" for move in _in_turn(game))
    return f"(;{kept}{board}{moves};)"


def _in_turn(game: Ggf) -> Iterator[Move]:
    """The moves, with a pass between two of one colour."""
    turn = game.mover
    for move in game.moves:
        if move.colour != turn:
            yield Move(turn, "pass")
        yield move
        turn = "O" if move.colour == "X" else "X"


def move_text(move: Move) -> str:
    """A move with its value and its time, as far as they are known."""
    square = "PA" if move.square == "pass" else move.square.upper()
    value = "" if move.value is None else f"{move.value:.2f}"
    seconds = "" if move.seconds is None else f"{move.seconds:.3f}"
    return f"{square}/{value}/{seconds}".rstrip("/")


def _free(game: Ggf, text: str) -> str:
    """Any text, on one line and without what would end it early."""
    return "".join(letter if letter >= " " else " " for letter in text if letter != "]")


def _type(game: Ggf, text: str) -> str:
    """The type of the match; only the size where more is not to be read, or is of another board."""
    import re

    kind = text.strip().lower()
    found = re.fullmatch(r"([skbwa]*)(\d+)([skbwa]*)", re.sub(r"r[0-9]{1,3}", "", kind, count=1))
    known = found and found[2] == str(game.size) and len((found[1] + found[3]).replace("a", "")) <= 1
    return kind if known else str(game.size)


def _number(game: Ggf, text: str) -> str | None:
    """A number with digits and a point alone."""
    plain = text.strip().replace(",", ".")
    digits = plain[plain[:1] in ("+", "-") :].replace(".", "", 1)
    return plain if digits.isascii() and digits.isdigit() else None


def _result(game: Ggf, text: str) -> str:
    """Black's lead, with how it came about where NBoard knows that: resigned, out of time or left."""
    lead, _, way = text.partition(":")
    number = _number(game, lead)
    if number is None:
        return "?"
    return f"{number}:{way[0]}" if way[:1] in ("r", "t", "l") else number


def _clock(game: Ggf, text: str) -> str | None:
    """A clock in whole seconds: NBoard takes a fraction for more of them."""
    plain = text.strip()
    try:
        times = [round(seconds) for seconds in read_clock(plain)]
    except BadGgf:
        return None
    if not plain or max(times) >= 10**9:
        return None
    if all(letter.isdigit() or letter in ":/" for letter in plain) and plain[0] != "/" != plain[-1]:
        return plain
    main, increment, extension = (_time(seconds) for seconds in times)
    if times[2] != EXTENSION:
        return f"{main}/{increment if times[1] else ''}/{extension}"
    return f"{main}/{increment}" if times[1] else main


def _time(seconds: int) -> str:
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _choice(game: Ggf, text: str) -> str | None:
    """A first choice in a komi game."""
    try:
        return move_text(read_move(text, game.mover))
    except BadGgf:
        return None


STRICT: dict[str, Callable[[Ggf, str], str | None]] = {
    "GM": lambda game, text: "Othello",
    TYPE: _type,
    "RB": _number,
    "RW": _number,
    "RE": _result,
    "TI": _clock,
    "TB": _clock,
    "TW": _clock,
    "KB": _choice,
    "KW": _choice,
    "KM": _number,
}
"""How the writer says a tag that is not free text; None where it says nothing."""
