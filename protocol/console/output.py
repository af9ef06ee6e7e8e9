"""Reports on stdout: text that is safe on a terminal, and the only writer of JSON."""

from __future__ import annotations

import json
import math

from outflank.protocol.console.errors import Failed, reason
from outflank.protocol.console.outbox import Outbox, plain


def say(text: str) -> None:
    """A piece of the report. What would steer a terminal is escaped."""
    write(plain(text, kept="\n\t").encode("utf-8", "backslashreplace"))


def write(data: bytes) -> None:
    """Bytes as they are. Disconnected when nobody reads any more, Failed when the disk is full."""
    try:
        Outbox(1).write(data)
    except OSError as error:
        raise Failed(f"cannot write to stdout: {reason(error)}") from None


def as_json(value: object, indent: int | None = None) -> str:
    """A report as one line of JSON. What is infinite is null, as JSON has no word for it."""
    return json.dumps(jsonable(value), allow_nan=False, indent=indent) + "\n"


def jsonable(value: object) -> object:
    """The same in what JSON has: rows with names become objects."""
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {key: jsonable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [jsonable(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
