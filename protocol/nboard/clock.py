"""Clocks of an NBoard session, from a game's record or from `set time`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from outflank.engine.play.clocks import time_control
from outflank.protocol.formats.syntax.ggf import BadGgf, Ggf, Move

WITHOUT_CLOCK = 5.0
"""Seconds for a move where nobody has told of a clock."""
SIDES = {"black": 0, "white": 1}
FORM = ["main", "inc", "byoyomi"]
GREATEST = 1e7
"""No time counts as more seconds than these, about a hundred days."""


class BadTime(ValueError):
    """Words that tell no clock."""


class Clocks:
    """(main, increment, extension) in seconds for either side, and what has gone of them."""

    def __init__(self) -> None:
        self._clocks: dict[int, tuple[float, float, float]] = {}
        self._spent = [0.0, 0.0]
        self._told = False

    @staticmethod
    def of(record: Ggf, left_out: list[str]) -> dict[int, tuple[float, float, float]]:
        """The clocks that a record begins with. One that is not to be read is told in `left_out`, and the
        side has none."""
        clocks = {}
        for side, disc in enumerate("XO"):
            try:
                times = record.clock(disc)
            except BadGgf as error:
                left_out.append(str(error))
                continue
            if times:
                clocks[side] = bounded(times[0]), bounded(times[1]), bounded(times[2])
        return clocks

    def begin(self, clocks: dict[int, tuple[float, float, float]], moves: Iterable[Move]) -> None:
        """Take the clocks of a game, unless others were told, less what its moves took."""
        if not self._told:
            self._clocks = clocks
        self._spent = [0.0, 0.0]
        for move in moves:
            self.made("XO".index(move.colour), move.seconds)

    def made(self, side: int, seconds: float | None) -> None:
        """A move took so long, and brings what a move brings. Where clocks were told the peer does not say
        what moves take."""
        if seconds is not None and not self._told:
            self._take(side, bounded(seconds))

    def thought(self, side: int, seconds: float) -> None:
        """`go` took so long. Where the peer says what moves take it will say it of this one."""
        if self._told:
            self._take(side, seconds)

    def tell(self, words: Sequence[str]) -> None:
        """A clock as `COLOUR main MS inc MS byoyomi MS`, which holds from now on instead of those of games.
        BadTime when it is none."""
        if len(words) != 7 or words[0].lower() not in SIDES or [*words[1::2]] != FORM:
            raise BadTime("not COLOUR main MS inc MS byoyomi MS")
        main, increment, period = (milliseconds(word) for word in words[2::2])
        side = SIDES[words[0].lower()]
        if not self._told:
            self._told, self._clocks = True, {}
        self._clocks[side] = (main, increment, period)
        self._spent[side] = 0.0

    def settings(self, side: int) -> time_control.TimeControl:
        """The clock by which a side's next move is to be found."""
        if side not in self._clocks:
            return time_control.per_move(WITHOUT_CLOCK)
        main, increment, extra = self._clocks[side]
        left = main - self._spent[side]
        if self._told and extra:
            return time_control.byo_yomi(max(left, 0.0), extra, 1)
        if self._told or left > 0:
            return time_control.fischer(max(left, 0.0), increment)
        # The extension comes once, when the main time is over.
        return time_control.fischer(max(left + extra, 0.0), increment)

    def _take(self, side: int, seconds: float) -> None:
        self._spent[side] += seconds - self._clocks.get(side, (0.0, 0.0, 0.0))[1]


def bounded(seconds: float) -> float:
    """A time that a clock can have."""
    return min(max(seconds, 0.0), GREATEST)


def milliseconds(word: str) -> float:
    """A whole number of milliseconds, at most a hundred days, in seconds. BadTime when it is none."""
    if not (word.isascii() and word.removeprefix("-").isdigit() and len(word) <= 11):
        raise BadTime(f"{word[:20]!r} is no time")
    return max(0, int(word)) / 1000
