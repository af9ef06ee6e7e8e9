"""The record of a game between engines as a line of JSON, and back: what a match leaves behind.

    {"format": 2, "match": "9f...", "number": 0, "game": "Othello", ..., "plies": [[0, "F5", true], ...], ...}

A line is UTF-8 without a line break inside. `match` is a hash of everything that decides what the match is,
`number` the game's own in it, and the two together name a game. A ply is the list of its values, without the
last ones that are those of a ply of which nothing more is known. In lines of format 1 it is an object.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from outflank.engine.results.game_record import CHANCE, ENDS, UNITS, Fault, GameRecord, Ply
from outflank.protocol.console.files import parsed
from outflank.protocol.console.json_types import Json, JsonObject
from outflank.protocol.formats.notation import score_text

FORMAT = 2
WITH_OBJECTS = 1
"""The format in which plies are objects."""
GREATEST = 1 << 62
FORFEITS = {"resigned": "R", "time": "T"}
"""The letter of a lost game's result between black and white, F where none is here."""
USUAL = Ply(0, "")[2:]
"""The values of a ply of which nothing is known but who played it."""
TEXTS = ("match", "opening_name", "game", "start", "end", "void", "began", "machine")
COUNTS = ("number", "opening", "size")
AMOUNTS = ("seconds", "overhead")
LISTS = ("players", "seats", "plies", "rewards", "scores")


def to_line(record: GameRecord) -> bytes:
    """The game as one line, its line feed included. What cannot be written, as in the name of a file that is
    not text, becomes a question mark."""
    row: JsonObject = {"format": FORMAT, **record._asdict()}
    row["plies"] = [_trimmed(ply) for ply in record.plies]
    row["result"] = result_text(record)
    row["fault"] = None if record.fault is None else record.fault._asdict()
    return json.dumps(row, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace") + b"\n"


def from_line(line: bytes) -> GameRecord:
    """The game that a line holds. ValueError says what is wrong with it."""
    return from_row(read_row(line))


def read_row(line: bytes) -> JsonObject:
    """The object that a line holds. ValueError says what is wrong with it."""
    try:
        row = parsed(_from_json, line.decode("utf-8"))
    except UnicodeDecodeError:
        raise ValueError("the line is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"the line is no JSON: {error.msg}, column {error.colno}") from None
    if not isinstance(row, dict):
        raise ValueError("the line is no JSON object")
    return row


def from_row(row: JsonObject) -> GameRecord:
    """The game that such an object is. ValueError says what is wrong with it."""
    form = row.pop("format", None)
    if form not in (WITH_OBJECTS, FORMAT) or isinstance(form, bool):
        raise ValueError(f"the line is no game of format {WITH_OBJECTS} or {FORMAT}")
    check_names(row, (*GameRecord._fields, "result"), "the game")
    for names, is_one, kind in (
        ((*TEXTS, "result"), _is_text, "text"),
        (COUNTS, _is_count, "whole number"),
        (AMOUNTS, _is_amount, "number"),
        (LISTS, _is_list, "list"),
    ):
        for name in names:
            if not is_one(row[name]):
                raise ValueError(f"{name} is no {kind}")
    # It follows from the rest.
    del row["result"]
    read = _read_ply if form == FORMAT else _read_object
    record = GameRecord(
        **{
            **row,
            **{name: tuple(row[name]) for name in LISTS},
            "plies": tuple(read(ply, number) for number, ply in enumerate(row["plies"], 1)),
            "fault": _read_fault(row["fault"]),
        }
    )
    _check(record)
    return record


def result_text(record: GameRecord) -> str:
    """The result as GTP and SGF write it; nothing for a void game."""
    players, loser = record.players, record.loser
    if record.void or not (record.forfeited or record.scores):
        return ""
    if loser is None:
        return score_text(players, record.scores)
    if tuple(players) == ("black", "white"):
        return f"{'WB'[loser]}+{FORFEITS.get(record.end, 'F')}"
    return f"{players[loser]} {'resigns' if record.end == 'resigned' else 'forfeits'}"


def _trimmed(ply: Ply) -> Sequence[Json]:
    count = len(ply)
    while count > 2 and ply[count - 1] == USUAL[count - 3]:
        count -= 1
    return ply[:count]


def _check(record: GameRecord) -> None:
    """ValueError when the parts of a game contradict each other."""
    seats = len(record.players)
    if seats < 2 or not all(map(_is_text, (*record.players, *record.seats))) or len(record.seats) != seats:
        raise ValueError("players and seats are not as many names")
    for name, values in (("rewards", record.rewards), ("scores", record.scores)):
        if not all(map(_is_number, values)) or len(values) not in (0, seats):
            raise ValueError(f"{name} are not a number for each player")
    if record.end not in ENDS:
        raise ValueError(f"{record.end!r} is no end of a game; there are {', '.join(ENDS)}")
    if bool(record.void) != (record.end == "void") or bool(record.void) == bool(record.rewards):
        raise ValueError("a game has either rewards or a reason why it is void")
    if not all(CHANCE <= ply.player < seats for ply in record.plies):
        raise ValueError("a move of a player who is not there")
    programs = record.programs
    if (
        not isinstance(programs, dict)
        or not all(map(_is_text, programs.values()))
        or not programs.keys() >= set(record.seats)
    ):
        raise ValueError("programs are not a text for each engine")


def _read_ply(values: Json, number: int) -> Ply:
    if not isinstance(values, list) or not 2 <= len(values) <= len(Ply._fields):
        raise ValueError(f"move {number} is no list of 2 to {len(Ply._fields)} values")
    return _checked(Ply(*values), number)


def _read_object(ply: Json, number: int) -> Ply:
    if not isinstance(ply, dict):
        raise ValueError(f"move {number} is no JSON object")
    check_names(ply, Ply._fields, f"move {number}")
    return _checked(Ply(**ply), number)


def _checked(ply: Ply, number: int) -> Ply:
    right = (
        (_is_count(ply.player) or (ply.player == CHANCE and isinstance(ply.player, int)))
        and _is_text(ply.move)
        and isinstance(ply.book, bool)
        and _is_amount(ply.seconds)
        and (ply.value is None or _is_number(ply.value))
        and (ply.unit in UNITS if ply.value is not None else ply.unit is None)
        and all(count is None or _is_count(count) for count in (ply.visits, ply.depth))
    )
    if not right:
        raise ValueError(f"move {number} has a value of the wrong kind")
    return ply


def _read_fault(fault: Json) -> Fault | None:
    if fault is None:
        return None
    if not isinstance(fault, dict) or not all(map(_is_text, fault.values())):
        raise ValueError("fault is neither null nor an engine and a reason")
    check_names(fault, Fault._fields, "fault")
    return Fault(**fault)


def check_names(row: JsonObject, names: tuple[str, ...], what: str) -> None:
    """ValueError when an object has other names than these."""
    missing = [name for name in names if name not in row]
    if missing:
        raise ValueError(f"{what} lacks {', '.join(missing)}")
    unknown = sorted(set(row) - set(names))
    if unknown:
        raise ValueError(f"{what} has {unknown[0][:40]!r}, which means nothing")


def _from_json(text: str) -> Json:
    return json.loads(text, parse_constant=_no_number)


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")


def _is_text(value: Json) -> bool:
    return isinstance(value, str)


def _is_list(value: Json) -> bool:
    return isinstance(value, list)


def _is_count(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= GREATEST


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= GREATEST


def _is_amount(value: Json) -> bool:
    return _is_number(value) and value >= 0
