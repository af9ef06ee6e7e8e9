"""The clocks of a match as people write them.

none         no clock: engines think by their own settings
visits=N     N visits a move, where that can be told to an engine
move=S       S seconds for each move
60, 5:00     seconds, or minutes and seconds, for the whole game
60+0.5       the same, and an increment after each move (Fischer)
"""

from __future__ import annotations

from outflank.engine.lab.clock import Clock
from outflank.protocol.console.errors import UserError

LONGEST = 86400.0
MOST_VISITS = 2**31 - 1


def read_clock(text: str) -> Clock:
    """The clock that a text names. ValueError when it names none."""
    word = text.strip()
    name, equals, value = word.partition("=")
    if word == "none":
        return Clock()
    if equals and name == "visits":
        if not (value.isascii() and value.isdigit() and len(value) < 12 and 1 <= int(value) <= MOST_VISITS):
            raise UserError(f"{text!r}: visits are a whole number from 1 to {MOST_VISITS}")
        return Clock(visits=int(value))
    if equals and name == "move":
        return Clock(move=_seconds(value, text, 0.001))
    main, plus, increment = word.partition("+")
    return Clock(main=_seconds(main, text, 0.001), increment=_seconds(increment, text, 0.0) if plus else 0.0)


def _seconds(word: str, text: str, least: float) -> float:
    minutes, colon, seconds = word.rpartition(":")
    try:
        if not word.isascii() or (colon and not minutes.isdigit()):
            raise ValueError
        value = 60 * int(minutes or 0) + float(seconds)
    except ValueError:
        raise UserError(f"{text!r} is no clock; there are none, visits=N, move=S, S, M:S and S+S") from None
    if not least <= value <= LONGEST:
        raise UserError(f"{text!r}: a time is {least:g} to {LONGEST:g} seconds")
    return value
