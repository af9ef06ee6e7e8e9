"""One game between engines as a line of JSON, and back: what a match leaves behind.

    {"format": 1, "match": "9f...", "number": 0, "game": "Othello", ..., "end": "played", ...}

A line is UTF-8 without a line break inside. `match` is a hash of everything that decides what the match is,
`number` the game's own in it, and the two together name a game.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from outflank.protocol.console.files import parsed

FORMAT = 1
UNITS = ("discs", "share")
ENDS = ("played", "adjudicated", "resigned", "time", "illegal", "crash", "disconnect", "void")
LOSSES = ("time", "illegal", "crash", "disconnect")
"""Ends that lose the game for the engine at fault."""
GREATEST = 1 << 62


class Ply(NamedTuple):
    """One move. `book` moves were given by the opening. `value` is the mover's, in discs or as a share of 1,
    None where the engine told none; so for `visits` and `depth`."""

    player: int
    move: str
    book: bool = False
    seconds: float = 0.0
    value: float | None = None
    unit: str | None = None
    visits: int | None = None
    depth: int | None = None


class Fault(NamedTuple):
    """Which engine failed, by its name, and how. That has lost it the game if `end` is one of LOSSES; else
    the game was over already."""

    engine: str
    reason: str


class Played(NamedTuple):
    """One game. `start` is the position the opening begins from, `seats` name the engine in each player's
    seat. A game counts unless `void` says why not: then `rewards` are empty and `result` is. `overhead` is
    the runner's own time, in seconds a move."""

    match: str
    number: int
    opening: int
    opening_name: str
    game: str
    size: int
    start: str
    players: tuple[str, ...]
    seats: tuple[str, ...]
    plies: tuple[Ply, ...]
    rewards: tuple[float, ...]
    scores: tuple[float, ...]
    result: str
    end: str
    fault: Fault | None
    void: str
    began: str
    seconds: float
    machine: str
    programs: dict[str, str]
    overhead: float


TEXTS = ("match", "opening_name", "game", "start", "result", "end", "void", "began", "machine")
COUNTS = ("number", "opening", "size")
AMOUNTS = ("seconds", "overhead")
LISTS = ("players", "seats", "plies", "rewards", "scores")


def to_line(played: Played) -> bytes:
    """The game as one line, its line feed included. What cannot be written, as in the name of a file that is
    no text, becomes a question mark."""
    row: dict[str, Any] = {"format": FORMAT, **played._asdict()}
    row["plies"] = [ply._asdict() for ply in played.plies]
    row["fault"] = None if played.fault is None else played.fault._asdict()
    return json.dumps(row, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace") + b"\n"


def from_line(line: bytes) -> Played:
    """The game that a line holds. ValueError says what is wrong with it."""
    try:
        row = parsed(_from_json, line.decode("utf-8"))
    except UnicodeDecodeError:
        raise ValueError("the line is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"the line is no JSON: {error.msg}, column {error.colno}") from None
    if not isinstance(row, dict):
        raise ValueError("the line is no JSON object")
    if row.pop("format", None) != FORMAT:
        raise ValueError(f"the line is no game of format {FORMAT}")
    _check_names(row, Played._fields, "the game")
    for names, is_one, kind in (
        (TEXTS, _is_text, "text"),
        (COUNTS, _is_count, "whole number"),
        (AMOUNTS, _is_amount, "number"),
        (LISTS, _is_list, "list"),
    ):
        for name in names:
            if not is_one(row[name]):
                raise ValueError(f"{name} is no {kind}")
    plies = tuple(_read_ply(ply, number) for number, ply in enumerate(row["plies"], 1))
    played = Played(
        **{
            **row,
            **{name: tuple(row[name]) for name in LISTS},
            "plies": plies,
            "fault": _read_fault(row["fault"]),
        }
    )
    _check(played)
    return played


def _check(played: Played) -> None:
    """ValueError when the parts of a game contradict each other."""
    seats = len(played.players)
    if seats < 2 or not all(map(_is_text, (*played.players, *played.seats))) or len(played.seats) != seats:
        raise ValueError("players and seats are not as many names")
    for name, values in (("rewards", played.rewards), ("scores", played.scores)):
        if not all(map(_is_number, values)) or len(values) not in (0, seats):
            raise ValueError(f"{name} are not a number for each player")
    if played.end not in ENDS:
        raise ValueError(f"{played.end!r} is no end of a game; there are {', '.join(ENDS)}")
    if bool(played.void) != (played.end == "void") or bool(played.void) == bool(played.rewards):
        raise ValueError("a game has either rewards or a reason why it is void")
    if any(ply.player >= seats for ply in played.plies):
        raise ValueError("a move of a player who is not there")
    programs = played.programs
    if (
        not isinstance(programs, dict)
        or not all(map(_is_text, programs.values()))
        or not programs.keys() >= set(played.seats)
    ):
        raise ValueError("programs are not a text for each engine")


def _read_ply(ply: Any, number: int) -> Ply:
    if not isinstance(ply, dict):
        raise ValueError(f"move {number} is no JSON object")
    _check_names(ply, Ply._fields, f"move {number}")
    read = Ply(**ply)
    right = (
        _is_count(read.player)
        and _is_text(read.move)
        and isinstance(read.book, bool)
        and _is_amount(read.seconds)
        and (read.value is None or _is_number(read.value))
        and (read.unit in UNITS if read.value is not None else read.unit is None)
        and all(count is None or _is_count(count) for count in (read.visits, read.depth))
    )
    if not right:
        raise ValueError(f"move {number} has a value of the wrong kind")
    return read


def _read_fault(fault: Any) -> Fault | None:
    if fault is None:
        return None
    if not isinstance(fault, dict) or not all(map(_is_text, fault.values())):
        raise ValueError("fault is neither null nor an engine and a reason")
    _check_names(fault, Fault._fields, "fault")
    return Fault(**fault)


def _check_names(row: dict[str, Any], names: tuple[str, ...], what: str) -> None:
    missing = [name for name in names if name not in row]
    if missing:
        raise ValueError(f"{what} lacks {', '.join(missing)}")
    unknown = sorted(set(row) - set(names))
    if unknown:
        raise ValueError(f"{what} has {unknown[0][:40]!r}, which means nothing")


def _from_json(text: str) -> Any:
    return json.loads(text, parse_constant=_no_number)


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= GREATEST


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= GREATEST


def _is_amount(value: Any) -> bool:
    return _is_number(value) and value >= 0
