"""Lines to requests, and answers to lines."""

from __future__ import annotations

import json

from outflank.protocol.console.json_types import Json, JsonObject
from outflank.protocol.json_lines.messages.problems import Problem
from outflank.protocol.json_lines.messages.shapes import Either, Text, Whole

TYPE_CHECKING = False

Id = str | int
LONGEST_ID = 64
ID = Either("a text of 1 to 64 characters or a whole number", Text(LONGEST_ID, 1), Whole())


def encode(message: JsonObject) -> bytes:
    """A message as a line, in ASCII."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"


def decode(data: bytes) -> JsonObject:
    """The object in a line. Problem where there is none."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Problem("bad_json", f"the line is not UTF-8 (byte {error.start})") from None
    try:
        value = json.loads(text, parse_constant=_no_number, object_pairs_hook=_object)
    except RecursionError:
        raise Problem("too_deep", "the line nests too deeply") from None
    except json.JSONDecodeError as error:
        raise Problem("bad_json", f"the line is no JSON: {error.msg}, column {error.colno}") from None
    except ValueError as error:
        digits = "set_int_max_str_digits" in str(error)
        raise Problem("bad_json", "a number has too many digits" if digits else str(error)) from None
    if not isinstance(value, dict):
        raise Problem("bad_message", "the line is no object")
    return value


def id_of(message: JsonObject) -> Id | None:
    """The id of a message where it has one that can be answered to."""
    name: Json = message.get("id")
    try:
        ID.check(name, "id")
    except Problem:
        return None
    found: Id = name
    return found


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")


def _object(pairs: list[tuple[str, Json]]) -> JsonObject:
    found: JsonObject = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{ascii(name)[:40]} stands twice in an object")
        found[name] = value
    return found
