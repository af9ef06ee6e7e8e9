"""The clocks of one session: readings, charges for moves, and the measured lag.

The lag is counted once for each move: a budget (engine/play/clocks/budget.py) leaves it out, and a clock is
charged with it.
"""

from __future__ import annotations

import math
from collections import deque

from outflank.engine.play.clocks.budget import LAG, budget
from outflank.engine.play.clocks.time_control import NO_LIMIT, Reading
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.play.clocks.budget import Phase
    from outflank.engine.play.clocks.time_control import TimeControl

GREATEST_LAG = 2.0
"""Most seconds of a measured lag: a client that needs longer was doing something else."""
WINDOW, FADING = 8, 0.5
"""The number of delays that are remembered, and the weight of one not seen. A move too short to meet one
counts as this part of the delay expected."""
GREATEST_DELAY = 0.1
"""Most seconds of a delay by the scheduler: in a longer one the program was stopped, or the machine
asleep."""


class _Trail(NamedTuple):
    """Main times that the client told one after the other. They are the latest, the moves since then and the
    seconds thought about them; the moves since the first, and by how much the client's clock ran faster than
    ours."""

    told: float
    moves: int
    spent: float
    all_moves: int
    excess: float


class Clock:
    """The clocks of one session, and the lag as far as it is known.

    `set_clock` when the client sets them, `restart` for a new game, `time_left` when the client tells the
    time left. For a move that is to be found: `start` gives the moment from which it counts, `budget` the
    limits from that moment on, and `stop` charges for it when the move goes out. `note_delay` where the
    scheduler was seen to keep this program waiting.


    >>> from outflank.engine import Clock
    >>> from outflank.engine.play.clocks.budget import phase
    >>> from outflank.engine.play.clocks.time_control import absolute
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
        """Tell whether there is a clock at all."""
        return self.reading.settings != NO_LIMIT

    def set_clock(self, settings: TimeControl) -> None:
        """New settings, and the full time for everybody. The lag stays: it belongs to the connection."""
        self.reading, self._trails = Reading(settings), {}

    def restart(self) -> None:
        """The full time of the same settings for everybody."""
        self.set_clock(self.reading.settings)

    def time_left(self, player: int, seconds: float, stones: int) -> None:
        """Take the client's word as `Reading.told` does, and measure the lag by it."""
        self._compare(player, seconds, stones)
        self.reading = self.reading.told(player, seconds, stones)

    def budget(self, player: int, now: Phase) -> tuple[float, float] | tuple[None, None]:
        """The soft and hard limit of a player's move in phase `now`, as `budget` gives them."""
        return budget(self.reading, player, now, self.lag, self.delay)

    @property
    def delay(self) -> float:
        """The delay of the scheduler that a move may meet. It is the second longest of the last ones, as a
        single long one comes from elsewhere."""
        return sorted(self._delays)[-2]

    def note_delay(self, seconds: float | None) -> None:
        """Note the seconds for which the scheduler has kept this program from a move. None is for a move that
        was too short to tell."""
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
        """Raise the lag to the least that the main times before and after two moves or more prove. Whole
        seconds are rounded, so that a difference may be wrong by one, however many moves lie between."""
        trail = self._trails.pop(player, None)
        settings = self.reading.settings
        if stones or (settings.limit is not None and seconds >= settings.limit):
            return
        moves, total = 0, 0.0
        if trail is not None and trail.moves:
            excess = trail.told + trail.moves * settings.increment - seconds - trail.spent
            # Beyond these bounds it is not the lag: the clock was set anew, or another program moved.
            if -1 < excess < trail.moves * GREATEST_LAG + 1:
                moves, total = trail.all_moves + trail.moves, trail.excess + excess
        self._trails[player] = _Trail(seconds, 0, 0.0, moves, total)
        if moves > 1:
            rounding = 1 if seconds == int(seconds) else 0
            self.lag = max(self.lag, min((total - rounding) / moves, GREATEST_LAG))
