"""GGF, the game format of GGS and NBoard: the reader of its texts, which does not know what is legal.

It takes what programs really write: blanks or none between properties, rows of the board apart or together,
any of the usual letters for discs, commas for decimal points, names that are missing or `null`, tags it does
not know.
"""

from __future__ import annotations

from collections.abc import Iterator

from outflank.engine.record import NamedTuple
from outflank.protocol.formats.syntax.squares import PASSES

DISCS = {
    letter: disc for disc, letters in (("X", "*xXbB"), ("O", "oO0wW"), ("-", "-._")) for letter in letters
}
TYPE = "TY"
SIZES = ("4", "6", "8", "10", "12", "14")
EXTENSION = 120.0
"""Seconds that are added when the time is first over, unless the clock says otherwise."""


class BadGgf(ValueError):
    """The text is not GGF, and why."""


class Move(NamedTuple):
    """One move: `colour` X or O, `square` as `f5` or `pass`, its value in discs for who made it and the
    seconds it took, None where they are not told."""

    colour: str
    square: str
    value: float | None = None
    seconds: float | None = None


class Ggf(NamedTuple):
    """One game. `tags` holds the text of every tag but the board and the moves; `cells` are the discs it
    begins with, row by row, as X, O and -; `mover` is X or O. A komi game's first choices are tags, no
    moves."""

    tags: dict[str, str]
    size: int
    cells: str
    mover: str
    moves: tuple[Move, ...]

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
        """The value to Black that a komi game was agreed to have; None where it is not told. BadGgf when it
        is not to be read."""
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
    """The beginning of the next game between two offsets, that is, at a line or behind another game; else
    -1."""
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
