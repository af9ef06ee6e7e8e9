"""Time controls, and the readings of all players' clocks by them.

All of them are values; all times are seconds.
"""

from __future__ import annotations

import math

from outflank.engine.record import NamedTuple


class TimeControl(NamedTuple):
    """A time system: main time, overtime in periods, an increment. `main` is in seconds, None without any
    limit; then come `periods` periods of `period` seconds, or no overtime if 0. A period in which `stones`
    moves are made begins anew, one that runs out is lost. `increment` is added to the main time after each
    move, but not above `limit`; no move may take more than `most`; None stands for no such limit."""

    main: float | None
    period: float
    stones: int
    periods: int
    increment: float
    limit: float | None
    most: float | None

    @property
    def start(self) -> Left | None:
        """The time of a player before the first move."""
        if self.main is None:
            return None
        return self.overtime if self.periods and not self.main else Left(self.main, 0, 0)

    @property
    def overtime(self) -> Left:
        """The time of a player who enters overtime."""
        return Left(self.period, self.stones, self.periods)


class Left(NamedTuple):
    """A player's time left: main time while `stones` is 0, then seconds for that many moves of the period.
    `periods` counts the current one."""

    seconds: float
    stones: int
    periods: int

    @property
    def share(self) -> float:
        """One move's share of the period."""
        return self.seconds / self.stones


def _time_control(
    main: float | None,
    period: float = 0,
    stones: int = 0,
    periods: int = 0,
    increment: float = 0,
    limit: float | None = None,
    most: float | None = None,
) -> TimeControl:
    times = [seconds for seconds in (main, period, increment, limit, most) if seconds is not None]
    if not all(0 <= seconds < math.inf for seconds in times):
        raise ValueError("a time is finite and not negative")
    if period and (stones < 1 or periods < 1):
        raise ValueError("overtime needs at least one move and one period")
    if not period:
        stones = periods = 0
    return TimeControl(main, period, stones, periods, increment, limit, most)


NO_LIMIT = _time_control(None)


def absolute(main: float) -> TimeControl:
    """A time for the whole game."""
    return _time_control(main)


def canadian(main: float, period: float, stones: int) -> TimeControl:
    """Canadian overtime: after the main time, `stones` moves in each period. ValueError for times that make
    no clock."""
    return _time_control(main, period, stones, 1)


def byo_yomi(main: float, period: float, periods: int) -> TimeControl:
    """Byo-yomi: after the main time, periods that each last until one move uses them up. ValueError for times
    that make no clock."""
    return _time_control(main, period, 1, periods)


def per_move(seconds: float) -> TimeControl:
    """A time for each move."""
    return _time_control(0, seconds, 1, 1)


def fischer(
    main: float, increment: float, limit: float | None = None, most: float | None = None
) -> TimeControl:
    """Main time that grows with every move, but not above `limit`, and of which one move may take `most`.
    ValueError when that can be no clock."""
    if limit is not None and limit < main:
        raise ValueError("the main time begins above its limit")
    return _time_control(main, increment=increment, limit=limit, most=most)


def from_gtp(main: float, period: float, stones: int) -> TimeControl:
    """The time control of GTP's `time_settings`: overtime without moves means no limit, and so does no time
    at all."""
    if (period and not stones) or not (main or period):
        return NO_LIMIT
    return canadian(main, period, stones)


class Reading(NamedTuple):
    """The clocks of all players at one moment. A player without an entry has used nothing, so that a reading
    fits any number of players."""

    settings: TimeControl
    lefts: tuple[Left | None, ...] = ()

    def left(self, player: int) -> Left | None:
        """A player's time left; None without a limit."""
        return self.lefts[player] if player < len(self.lefts) else self.settings.start

    def spent(self, player: int, seconds: float) -> Reading:
        """The reading after a move of `seconds`. A player whose time is over goes on with none, or with the
        last period: the consequences are the client's business. Of a Canadian period that follows a main time
        nothing counts as saved until the client says so."""
        left = self.left(player)
        return self if left is None else self._set(player, _after(self.settings, left, seconds))

    def told(self, player: int, seconds: float, stones: int) -> Reading:
        """The reading after the client's word on the time left, which holds. It is main time if `stones` is
        0, else time for that many moves or, in byo-yomi, of that many periods. Whole seconds are taken as
        rounded, so that an own count stands which is lower by less than one.

        0 and 0 say that the main time is over: overtime begins, if there is any and it has not begun. Without
        settings they say nothing.
        """
        own = self.left(player)
        if seconds == 0 and stones == 0 and (self.settings.main is None or own is None or own.stones):
            return self
        left = self._told(seconds, stones)
        rounded = seconds == int(seconds)
        if rounded and own and own[1:] == left[1:] and left.seconds - 1 < own.seconds < left.seconds:
            return self
        return self._set(player, left)

    def _told(self, seconds: float, stones: int) -> Left:
        if stones == 0:
            over = seconds == 0 and self.settings.periods > 0
            return self.settings.overtime if over else Left(seconds, 0, 0)
        return Left(seconds, 1, stones) if self.settings.periods > 1 else Left(seconds, stones, 1)

    def _set(self, player: int, left: Left | None) -> Reading:
        lefts = [self.left(number) for number in range(max(player + 1, len(self.lefts)))]
        lefts[player] = left
        return self._replace(lefts=tuple(lefts))


def _after(settings: TimeControl, left: Left, seconds: float) -> Left:
    """The time left after a move."""
    rest = left.seconds - seconds
    if left.stones == 0:
        if rest > 0 or not settings.periods:
            grown = max(rest, 0) + settings.increment
            return Left(grown if settings.limit is None else min(grown, settings.limit), 0, 0)
        left = settings.overtime
        rest += left.seconds
    if left.stones > 1:
        # Our main time may have ended a move before the client's, and then its periods end later too. An even
        # share of a period is safe either way, so nothing is saved from move to move.
        most = settings.overtime.share * (left.stones - 1) if settings.main and settings.periods else rest
        return Left(max(min(rest, most), 0), left.stones - 1, left.periods)
    if not settings.periods:
        # The client spoke of overtime that no settings announced: that is all the time left.
        return Left(max(rest, 0), 0, 0)
    lost = 0 if rest > 0 else min(left.periods - 1, 1 + -rest // settings.period)
    return Left(settings.period, settings.stones, left.periods - int(lost))
