"""Clocks of a sitting: what each player has left, and when a flag falls."""

from __future__ import annotations

import math

from outflank.engine.play.clocks.time_control import (
    NO_LIMIT,
    Left,
    Reading,
    TimeControl,
    byo_yomi,
    canadian,
    fischer,
)


def time_control(
    main: float, increment: float = 0.0, period: float = 0.0, periods: int = 0, stones: int = 0
) -> TimeControl:
    """Main time that grows by an increment, then periods that each last until one move has used it up, or
    with `stones` periods in each of which that many moves are to be made (Canadian overtime). ValueError when
    that can be no clock."""
    if increment and period:
        raise ValueError("a clock has an increment or periods, not both")
    if stones and (periods or not period):
        raise ValueError("a clock with moves to a period has the seconds of one, and no count of periods")
    if main + increment + period <= 0:
        raise ValueError("a clock has some time")
    if stones:
        return canadian(main, period, stones)
    return byo_yomi(main, period, periods) if period else fischer(main, increment)


def flag_after(control: TimeControl, left: Left | None) -> float:
    """The seconds after which a player who has so much left has lost on time."""
    if left is None:
        return math.inf
    if left.stones:
        return left.seconds + (left.periods - 1) * control.period
    return left.seconds + control.periods * control.period


def _in_period(control: TimeControl, left: Left, seconds: float) -> Left:
    """The rest after a move that was made in Canadian overtime, or ended there; a period whose moves are
    made begins anew."""
    rest, stones = left.seconds - seconds, left.stones
    if not stones:
        rest, stones = rest + control.period, control.stones
    return Left(max(rest, 0.0), stones - 1, 1) if stones > 1 else control.overtime


class Clocks:
    """The clocks of all players. One runs at a time, or none; times are of time.monotonic()."""

    def __init__(self, control: TimeControl = NO_LIMIT) -> None:
        self.reading = Reading(control)
        self.running: int | None = None
        self._since = 0.0

    @property
    def control(self) -> TimeControl:
        """The time system."""
        return self.reading.settings

    @property
    def limited(self) -> bool:
        """Tell whether there is a clock at all."""
        return self.control != NO_LIMIT

    def start(self, player: int, now: float) -> None:
        """Let a player's clock run, and no other."""
        self.running, self._since = player, now

    def rest(self) -> None:
        """Let no clock run; what has gone of a move is not charged."""
        self.running = None

    def spend(self, now: float) -> float:
        """Charge who is to move with his move, and let no clock run; the seconds it took."""
        if self.running is None:
            return 0.0
        seconds, player = now - self._since, self.running
        left, control = self.reading.left(player), self.control
        self.reading = self.reading.spent(player, seconds)
        if left is not None and control.stones > 1 and (left.stones or seconds >= left.seconds):
            # The sitting keeps the time, so that what a move has saved of its period is there for the next.
            told = _in_period(control, left, seconds)
            self.reading = self.reading.told(player, told.seconds, told.stones)
        self.running = None
        return seconds

    def back_to(self, reading: Reading) -> None:
        """Show what was shown at an earlier move; no clock runs."""
        self.reading, self.running = reading, None

    def left(self, player: int, now: float) -> Left | None:
        """The time that a player has left at a moment, None where it is not limited: of the period where the
        main time is over."""
        left = self.reading.left(player)
        if left is None or player != self.running:
            return left
        seconds, periods, stones = left.seconds - (now - self._since), left.periods, left.stones
        if not stones and seconds <= 0 and self.control.periods:
            seconds, periods, stones = (
                seconds + self.control.period,
                self.control.periods,
                self.control.stones,
            )
        while seconds <= 0 and periods > 1:
            seconds, periods = seconds + self.control.period, periods - 1
        return Left(max(0.0, seconds), stones, periods)

    def flag(self, now: float) -> float:
        """The seconds until who is to move has lost on time; none of them left at 0, infinite without a
        clock."""
        if self.running is None:
            return math.inf
        whole = flag_after(self.control, self.reading.left(self.running))
        return max(0.0, whole - (now - self._since))
