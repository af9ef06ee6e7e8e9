"""Clocks: what a player has left, and how much of it one move may take.

Everything but `Clock` is a value or a function of its arguments; all times are seconds. A move costs what it
was thought about and then the lag: the way to the peer and back, which runs on the peer's clock alone. The
lag is counted once for each move: a budget leaves it out, and a clock is charged with it.
"""

from __future__ import annotations

import math
from collections import deque

from outflank.engine.record import NamedTuple

LAG = 0.1
GREATEST_LAG = 2.0
"""A lag is never measured as more than this: a peer that needs longer was doing something else."""
MINIMUM = 0.02
"""A budget is not shorter while there is as much, and the lag, for each move to come; of an overtime while
twice as much is left."""
SPENT_SHARE = 0.5
"""Of what is left where that is not enough: the rest is for what every reply costs beyond thought, which is
more than the thought where other programs use the core."""

DELAYS = 4
"""A move may meet so many delays of the scheduler: when it is asked for, in its search and after it, and when
it is sent. They are a part of the lag."""
WINDOW, FADING = 8, 0.5
"""So many of the last delays are reckoned with. A move too short to meet one counts as this part of what was
expected."""
GREATEST_DELAY = 0.1
"""A longer one is no matter of the scheduler: the program was stopped, or the machine asleep."""
DELAY_PART = 0.5
"""Delays are kept back up to this part of what a move has: they leave no move without time."""

FEWEST_MOVES = 4
"""A game may always last a little longer than it seems."""
RESERVE = 0.15
"""Share of the main time, and of a period, that a move only gets when it proves hard."""
USED = 0.75
"""Share of its soft limit that a search takes on average, as many end early; plans count on it."""
STRETCH = 2.5
GREATEST_SHARE = 0.2
"""The hard limit in shares of an even budget, and in shares of all that is free."""
INCREMENT_SHARE = 0.9


class TimeControl(NamedTuple):
    """A time system. `main` seconds, None for no limit at all; then `periods` periods of `period` seconds, or
    no overtime if 0. A period in which `stones` moves are made begins anew, one that runs out is lost.
    `increment` is added to the main time after each move, but not above `limit`; no move may take more than
    `most`; None is no such limit."""

    main: float | None
    period: float
    stones: int
    periods: int
    increment: float
    limit: float | None
    most: float | None

    @property
    def start(self) -> Left | None:
        """What a player has before his first move."""
        if self.main is None:
            return None
        return self.overtime if self.periods and not self.main else Left(self.main, 0, 0)

    @property
    def overtime(self) -> Left:
        """What a player has when he enters overtime."""
        return Left(self.period, self.stones, self.periods)


class Left(NamedTuple):
    """What a player has left: main time while `stones` is 0, then seconds of the current period for that many
    moves. `periods` counts the current one."""

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
    """So long for the whole game."""
    return _time_control(main)


def canadian(main: float, period: float, stones: int) -> TimeControl:
    """After the main time, so many moves in each period. ValueError when that can be no clock."""
    return _time_control(main, period, stones, 1)


def byo_yomi(main: float, period: float, periods: int) -> TimeControl:
    """After the main time, so many periods, each of which lasts until one move used it up. ValueError when
    that can be no clock."""
    return _time_control(main, period, 1, periods)


def per_move(seconds: float) -> TimeControl:
    """So long for each move."""
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
    """What `time_settings` means: overtime for no moves at all is no limit, and so is no time at all."""
    if (period and not stones) or not (main or period):
        return NO_LIMIT
    return canadian(main, period, stones)


class Reading(NamedTuple):
    """What the clocks of all players show at one moment. A player without an entry has used nothing, so that
    a reading fits any number of players."""

    settings: TimeControl
    lefts: tuple[Left | None, ...] = ()

    def left(self, player: int) -> Left | None:
        """What a player has left; None when his time is not limited."""
        return self.lefts[player] if player < len(self.lefts) else self.settings.start

    def spent(self, player: int, seconds: float) -> Reading:
        """After a move that took so long. A player whose time is over goes on with none, or with his last
        period: what follows from that is the peer's business. Of a Canadian period that follows a main time
        nothing counts as saved until the peer says so."""
        left = self.left(player)
        return self if left is None else self._set(player, _after(self.settings, left, seconds))

    def told(self, player: int, seconds: float, stones: int) -> Reading:
        """After the peer's word on what is left, which holds: main time if `stones` is 0, else time for so
        many moves or, in byo-yomi, of so many periods. Whole seconds are taken as rounded, so that an own
        count stands which is lower by less than one.

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
    """What is left after a move."""
    rest = left.seconds - seconds
    if left.stones == 0:
        if rest > 0 or not settings.periods:
            grown = max(rest, 0) + settings.increment
            return Left(grown if settings.limit is None else min(grown, settings.limit), 0, 0)
        left = settings.overtime
        rest += left.seconds
    if left.stones > 1:
        # Our main time may have ended a move before the peer's, and then his periods end later too. Who never
        # takes more than an even share of a period is safe either way, so nothing is saved from move to move.
        most = settings.overtime.share * (left.stones - 1) if settings.main and settings.periods else rest
        return Left(max(min(rest, most), 0), left.stones - 1, left.periods)
    if not settings.periods:
        # The peer spoke of overtime that no settings announced: what is left of it is all there is.
        return Left(max(rest, 0), 0, 0)
    lost = 0 if rest > 0 else min(left.periods - 1, 1 + -rest // settings.period)
    return Left(settings.period, settings.stones, left.periods - int(lost))


class Phase(NamedTuple):
    """How far a game is: the moves, at least 1, that a player still has to think about, and how much more
    than an even share of the time this one is worth."""

    moves: float
    weight: float = 1.0


def phase(played: int, ahead: int, players: int = 2, solved: int = 0) -> Phase:
    """The phase after `played` plies of all players with about `ahead` to come, of which an exact solver
    answers the last `solved`."""
    done = played / max(played + ahead, 1)
    if done < 1 / 10:
        weight = 0.5
    elif 4 / 15 <= done < 17 / 30:
        weight = 1.3
    else:
        weight = 1.0
    return Phase(max(FEWEST_MOVES, (ahead - solved) / players), weight)


def budget(
    reading: Reading, player: int, now: Phase, lag: float = LAG, delay: float = 0.0
) -> tuple[float, float] | tuple[None, None]:
    """Seconds that a player's move in phase `now` should take and seconds it must not exceed; (None, None) if
    his time is not limited.

    Who never takes more than the second, with a lag of at most `lag`, does not lose on time while he has the
    lag and `MINIMUM` for each move that `now` counts, and in overtime for each move of the period. More time
    left never gives a shorter budget. A budget is never more than what is left, in overtime one move's share
    of it; of that the lag is held back unless less than `MINIMUM` would remain. Where there is not so much,
    it is SPENT_SHARE of an even share. Where a search may end by `delay` too late, DELAYS of them are kept
    back if they are more than the lag, up to DELAY_PART of an even share, and one of what is left of a clock
    that is too short for all.
    """
    settings, left = reading.settings, reading.left(player)
    if left is None:
        return None, None
    lag = max(lag, min(DELAYS * delay, DELAY_PART * _even_share(settings, left, now)))
    least = max(0.0, MINIMUM - delay)
    if left.stones:
        slot = left.share
        # The last period is never touched, and of those before it one stays.
        spare = settings.period if left.periods > 2 else 0
        room = slot + spare
        soft, hard = (1 - RESERVE) * (slot - lag), room
    else:
        slot = settings.overtime.share if settings.periods else 0
        soft, hard = _of_main(settings, left.seconds, now, lag, delay)
        if not slot:
            least = min(least, hard)
        # A move may always take what it would get in overtime, which is at hand when the main time is over.
        soft, hard = max(soft, (1 - RESERVE) * (slot - lag)), max(hard, slot - lag)
        room = left.seconds + slot
    if settings.most is not None:
        room = min(room, settings.most)
    hard = _within(hard, room, lag, least)
    return min(_within(soft, room, lag, least), hard), hard


def _even_share(settings: TimeControl, left: Left, now: Phase) -> float:
    """What each move to come has if all have the same."""
    if left.stones:
        return left.share
    slot = settings.overtime.share if settings.periods else 0
    return max(slot, left.seconds / now.moves + INCREMENT_SHARE * settings.increment)


def _of_main(settings: TimeControl, main: float, now: Phase, lag: float, delay: float) -> tuple[float, float]:
    """The soft and hard limit of a move out of main time. Every move to come keeps its lag and its `MINIMUM`,
    which increments pay for first; but this move's own comes too late for it."""
    need = lag + MINIMUM
    gain = INCREMENT_SHARE * settings.increment - need
    free = main - need + (now.moves - 1) * min(0, gain)
    if free < 0:
        # Too little for all of them.
        income = INCREMENT_SHARE * settings.increment * (now.moves - 1)
        share = min(MINIMUM, SPENT_SHARE * min(main, (main + income) / now.moves)) - delay
        return max(0.0, share), max(0.0, share)
    even = (1 - RESERVE) / USED * free / now.moves
    income = MINIMUM + max(0, gain)
    return income + now.weight * even, income + min(STRETCH * even, GREATEST_SHARE * free)


def _within(seconds: float, room: float, lag: float, least: float) -> float:
    return max(min(seconds, room - lag), min(least, SPENT_SHARE * room))


class _Trail(NamedTuple):
    """Main times that the peer told one after the other: the latest, the moves since then and the seconds
    thought about them; the moves since the first, and by how much the peer's clock ran faster than ours."""

    told: float
    moves: int
    spent: float
    all_moves: int
    excess: float


class Clock:
    """The clocks of one session, and the lag as far as it is known.

    `set_clock` when the peer sets them, `restart` for a new game, `time_left` when the peer says what is
    left. For a move that is to be found: `start` gives the moment from which it counts, `budget` the limits
    from that moment on, and `stop` charges for it when the move goes out. `note_delay` where the scheduler
    was seen to keep this program waiting.

    >>> from outflank.engine import Clock
    >>> from outflank.engine.play.clock import absolute, phase
    >>> clock = Clock()
    >>> clock.set_clock(absolute(60.0))
    >>> soft, hard = clock.budget(0, phase(0, 60))
    >>> 0 < soft < hard < 60
    True
    """

    def __init__(self, lag: float = LAG) -> None:
        self.lag = lag
        self._delays = deque([0.0] * WINDOW, WINDOW)
        self.reading = Reading(NO_LIMIT)
        self._trails: dict[int, _Trail] = {}
        self._stopped = -math.inf

    @property
    def runs(self) -> bool:
        """Whether there is a clock at all."""
        return self.reading.settings != NO_LIMIT

    def set_clock(self, settings: TimeControl) -> None:
        """New settings, and the full time for everybody. The lag stays: it belongs to the connection."""
        self.reading, self._trails = Reading(settings), {}

    def restart(self) -> None:
        """The full time of the same settings for everybody."""
        self.set_clock(self.reading.settings)

    def time_left(self, player: int, seconds: float, stones: int) -> None:
        """Take the peer's word as `Reading.told` does, and measure the lag by it."""
        self._compare(player, seconds, stones)
        self.reading = self.reading.told(player, seconds, stones)

    def budget(self, player: int, now: Phase) -> tuple[float, float] | tuple[None, None]:
        """The soft and hard limit of a player's move in phase `now`, as `budget` gives them."""
        return budget(self.reading, player, now, self.lag, self.delay)

    @property
    def delay(self) -> float:
        """The delay of the scheduler that a move may meet: the second longest of the last ones, as a single
        long one comes from elsewhere."""
        return sorted(self._delays)[-2]

    def note_delay(self, seconds: float | None) -> None:
        """Note for how long the scheduler has kept this program from a move; None for a move that was too
        short to tell."""
        expected = FADING * self.delay
        self._delays.append(expected if seconds is None else min(max(0.0, seconds), GREATEST_DELAY))

    def start(self, arrived: float) -> float:
        """The moment (of time.monotonic()) from which a move counts that was asked for at `arrived`. What
        waited behind another move counts from the end of that."""
        return max(arrived, self._stopped)

    def stop(self, player: int, started: float, ended: float) -> None:
        """Charge a player with a move and its lag."""
        seconds = max(0.0, ended - self.start(started))
        self.reading = self.reading.spent(player, seconds + self.lag)
        self._stopped = ended
        trail = self._trails.get(player)
        if trail is not None:
            self._trails[player] = trail._replace(moves=trail.moves + 1, spent=trail.spent + seconds)

    def _compare(self, player: int, seconds: float, stones: int) -> None:
        """Raise the lag to what the main times told before and after two moves or more prove. Whole seconds
        are rounded, so that a difference may be wrong by one, however many moves lie between."""
        trail = self._trails.pop(player, None)
        settings = self.reading.settings
        if stones or (settings.limit is not None and seconds >= settings.limit):
            return
        moves, total = 0, 0.0
        if trail is not None and trail.moves:
            excess = trail.told + trail.moves * settings.increment - seconds - trail.spent
            # Beyond these bounds it is no lag: the clock was set anew, or somebody else moved for the player.
            if -1 < excess < trail.moves * GREATEST_LAG + 1:
                moves, total = trail.all_moves + trail.moves, trail.excess + excess
        self._trails[player] = _Trail(seconds, 0, 0.0, moves, total)
        if moves > 1:
            rounding = 1 if seconds == int(seconds) else 0
            self.lag = max(self.lag, min((total - rounding) / moves, GREATEST_LAG))
