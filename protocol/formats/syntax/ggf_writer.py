"""The writer of GGF: what NBoard's own reader accepts.

No blanks between properties, no tag and no form of a value that NBoard does not know, colours in turn with
every pass. Komi alone NBoard never reads, not even its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from outflank.protocol.formats.syntax.ggf import EXTENSION, TYPE, BadGgf, Ggf, Move, read_clock, read_move

KNOWN = ("GM", "PC", "DT", "PB", "PW", "RB", "RW", "RE", "TI", "TB", "TW", TYPE, "KB", "KW", "KM", "CO")
"""Tags that are kept, in the order in which they are written; other readers do not know more."""


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
