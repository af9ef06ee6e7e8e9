"""Limits of a search: plain values, and the one rule by which Python stops it between two slices.

The compiled search itself stops at its visits, seconds and nodes, when the bell rings and when the outcome is
proven; `StopRule` adds the clock and the early stop.

`rows` are the moves of a root as (move, visits, mean), most visits first.
"""

from __future__ import annotations

import math

from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    Standing: TypeAlias = tuple[int, int, float]
    from typing import TypeVar

    Number = TypeVar("Number", int, float)

CATCHING_UP = 0.4
"""Share of all further visits that a second move gets at most in practice. 1 would be certain."""
CLOSE = 1.5
"""A leader may be overtaken with fewer than this multiple of the second's visits."""
SPEED_KNOWN = 0.1
"""The part of the time after which the speed so far foretells that of the rest; a judgement."""
DROP = 0.04
"""A fall of the leader's mean by more than this calls for a second look."""
LONE_SHARE = 0.1
"""The part of its time that a search takes where all moves are mirror images of each other; a judgement."""
LONG = 1e9
"""More seconds than any search has."""
WORTH_A_LOOK = 0.1
"""A move's mean counts from this share of the leader's visits on."""


class Limits(NamedTuple):
    """Limits of one search, which ends at the first one reached; None stands for no limit.

    `visits` are simulations of this search, not those in the tree before; `seconds` are wall time; `nodes`
    are those that this search adds to the tree.


    >>> from outflank.engine import Limits
    >>> Limits(visits=1000).within(Limits(seconds=2.0))
    Limits(visits=1000, seconds=2.0, nodes=None)
    """

    visits: int | None = None
    seconds: float | None = None
    nodes: int | None = None

    def within(self, other: Limits) -> Limits:
        """The tighter of these and other limits, each field for itself."""
        visits, nodes = least(self.visits, other.visits), least(self.nodes, other.nodes)
        return Limits(visits, least(self.seconds, other.seconds), nodes)

    def less(self, seconds: float) -> Limits:
        """The limits that are left after `seconds`."""
        return self if self.seconds is None else self._replace(seconds=max(0.0, self.seconds - seconds))


def least(one: Number | None, other: Number | None) -> Number | None:
    """The lower of two limits, either of which may be none."""
    return one if other is None else other if one is None else min(one, other)


class StopRule:
    """Decides between two slices whether a search has done enough. The limits count, the time between `soft`
    and `hard` that the root is worth, and, with an early stop, a leader that cannot be caught in the visits
    left. `images` says that some moves are mirror images of others, which are not searched."""

    def __init__(
        self,
        limits: Limits,
        soft: float | None = None,
        hard: float | None = None,
        early: bool = False,
        images: bool = False,
    ) -> None:
        self._visits = limits.visits
        self._soft, self._hard = soft, hard
        self._early = early
        self._images = images
        self._means: list[float] = []
        self.looks = early or hard is not None
        """True where the rule has to be asked at all."""
        self.seconds = min(LONG if limits.seconds is None else limits.seconds, LONG if hard is None else hard)
        """The search ends after these seconds in any case."""

    def is_met(self, elapsed: float, rows: Sequence[Standing], done: int) -> bool:
        """Tell whether to stop with `elapsed` seconds and `done` visits of this search, and these rows of the
        root."""
        # One row that stands for several moves: there is a value to find, if no choice.
        lone = self._images and len(rows) == 1
        left = None if self._visits is None else self._visits - done
        if self._early and left is not None and not lone and settled(rows, left):
            return True
        if self._soft is None or self._hard is None:
            return False
        if lone:
            return elapsed >= LONE_SHARE * self._soft
        self._means.append(rows[0][2])
        before = self._means[3 * len(self._means) // 4]
        return not keep_thinking(elapsed, self._soft, self._hard, rows, done, before, left)


def settled(rows: Sequence[Standing], ahead: float, share: float = 1.0) -> bool:
    """Tell whether the leader stays the leader while the second gets at most that share of the visits
    `ahead`."""
    return len(rows) == 1 or (len(rows) > 1 and rows[0][1] - rows[1][1] > share * ahead)


def unstable(rows: Sequence[Standing], earlier: float | None = None) -> bool:
    """Tell whether more time may well change the choice. It may where another move looks better or has nearly
    as many visits, or the leader's mean has fallen since it was `earlier`."""
    if len(rows) < 2:
        return not rows
    _, visits, mean = rows[0]
    better = any(row[2] > mean and row[1] >= WORTH_A_LOOK * visits for row in rows[1:])
    fell = earlier is not None and earlier - mean > DROP
    return better or fell or visits < CLOSE * rows[1][1]


def keep_thinking(
    elapsed: float,
    soft: float | None,
    hard: float | None,
    rows: Sequence[Standing],
    done: int | None = None,
    earlier: float | None = None,
    left: int | None = None,
) -> bool:
    """Tell whether a search should go on after `elapsed` seconds.

    It ends at the soft limit, at the hard one while the root is unstable (`earlier` is the best mean some
    time ago), and at once when there is only one move or the leader can hardly be caught in the time that
    remains. `done` are the visits of this search, where the tree had some before: they give the speed. With
    no limits (both None) only a single move ends it. `left` are the visits left where they are limited: if
    the time is enough for them it ends nothing, and a moment without a CPU does not tell.
    """
    if len(rows) == 1:
        return False
    if hard is None or soft is None:
        return True
    end = hard if unstable(rows, earlier) else soft
    if elapsed >= end:
        return False
    visits = sum(row[1] for row in rows) if done is None else done
    # Before the first visit the speed is not known.
    ahead = visits / elapsed * (end - elapsed) if visits and elapsed > 0 else math.inf
    if left is not None and (elapsed < SPEED_KNOWN * end or ahead >= left):
        return True
    return not settled(rows, ahead, CATCHING_UP)
