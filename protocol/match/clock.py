"""The clocks of a match: which there are, what they show, and when a flag falls.

none         no clock: engines think by their own settings
visits=N     so many visits a move, where that can be told to an engine
move=S       so many seconds for each move
60, 5:00     so many seconds, or minutes and seconds, for the whole game
60+0.5       the same, and so much more after each move (Fischer)
"""

from __future__ import annotations

from typing import NamedTuple

from outflank.protocol.console.errors import UserError

MARGIN = 0.1
"""Seconds that a flag has to be down before a game is lost: what the pipes and the scheduler may cost."""
LONGEST = 86400.0
MOST_VISITS = 2**31 - 1


class Clock(NamedTuple):
    """What holds for every player: at most one of `visits`, `move` and `main` is told."""

    visits: int | None = None
    move: float | None = None
    main: float | None = None
    increment: float = 0.0

    def __str__(self) -> str:
        if self.visits is not None:
            return f"visits={self.visits}"
        if self.move is not None:
            return f"move={self.move:g}"
        if self.main is not None:
            return f"{self.main:g}+{self.increment:g}" if self.increment else f"{self.main:g}"
        return "none"

    @property
    def start(self) -> float | None:
        """Seconds that a player may think about his first move; None for ever."""
        return self.move if self.main is None else self.main


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


class Clocks:
    """The clocks of one game."""

    def __init__(self, clock: Clock, players: int, margin: float) -> None:
        self.clock = clock
        self._margin = margin
        self._left = [clock.start] * players

    def left(self, player: int) -> float | None:
        """Seconds that a player may think about his next move, not less than none; None for ever."""
        left = self._left[player]
        return None if left is None else max(0.0, left)

    def spend(self, player: int, seconds: float) -> float | None:
        """Take the time of a move; by how much it was too long where the flag has fallen, else None."""
        left = self._left[player]
        if left is None:
            return None
        if seconds > left + self._margin:
            return seconds - left
        if self.clock.main is not None:
            self._left[player] = max(0.0, left - seconds) + self.clock.increment
        return None
