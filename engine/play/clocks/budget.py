"""Budgets: the part of the time on a clock that one move may take.

A move costs the thought about it and then the lag: the way to the client and back, during which only the
clock of the client runs. A budget leaves the lag out.
"""

from __future__ import annotations

from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.play.clocks.time_control import Left, Reading, TimeControl

LAG = 0.1
MINIMUM = 0.02
"""The shortest budget in seconds, if the time suffices for it. A budget is not shorter while there is as
much, and the lag, for each move to come; in overtime while twice as much is left."""
SPENT_SHARE = 0.5
"""The part of a budget that is used where the time is short. The rest is for the cost of a reply beyond
thought, which is more than the thought where other programs use the core."""

DELAYS = 4
"""Most delays of the scheduler that a move may meet: at its request, in its search, after it, and at its
sending. They are a part of the lag."""
DELAY_PART = 0.5
"""The part of a move's time that is held back for delays at most: they leave no move without time."""

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


class Phase(NamedTuple):
    """The stage of a game for a player: moves to come, at least 1, and the weight of this one. The weight is
    in even shares of the time."""

    moves: float
    weight: float = 1.0


def phase(played: int, ahead: int, players: int = 2, solved: int = 0) -> Phase:
    """The phase after `played` plies of all players with about `ahead` to come. An exact solver answers the
    last `solved`."""
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
    """The soft and the hard limit of a player's move in phase `now`, in seconds. They are (None, None)
    without a limit.

    A player who keeps the hard limit, with a lag of at most `lag`, does not lose on time while there are the
    lag and `MINIMUM` for each move that `now` counts, and in overtime for each move of the period. More time
    left never gives a shorter budget. A budget is never more than the time left, in overtime one move's share
    of it; of that the lag is held back unless less than `MINIMUM` would remain. Where there is less, it is
    SPENT_SHARE of an even share. Where a search may end by `delay` too late, DELAYS of them are kept back if
    they are more than the lag, up to DELAY_PART of an even share, and one of the time on a clock that is too
    short for all.
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
        # A move may always take its share of the overtime, which is at hand when the main time is over.
        soft, hard = max(soft, (1 - RESERVE) * (slot - lag)), max(hard, slot - lag)
        room = left.seconds + slot
    if settings.most is not None:
        room = min(room, settings.most)
    hard = _within(hard, room, lag, least)
    return min(_within(soft, room, lag, least), hard), hard


def _even_share(settings: TimeControl, left: Left, now: Phase) -> float:
    """The time of each move to come if all have the same."""
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
