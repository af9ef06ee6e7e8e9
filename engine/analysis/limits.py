"""What ends a search: plain values, and the one rule by which Python stops it between two slices.

The compiled search itself stops at its visits, seconds and nodes, when the bell rings and when the outcome is
proven; `StopRule` adds what a clock and an early stop ask for.

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
"""A leader with fewer visits than so many times the second's may yet be overtaken."""
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
    """A search ends at whichever comes first; None is no limit.

    `visits` are simulations of this search, not counting what the tree already knew; `seconds` are wall time;
    `nodes` are those that this search adds to the tree.

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
        """What is left of them when so many seconds are gone."""
        return self if self.seconds is None else self._replace(seconds=max(0.0, self.seconds - seconds))


def least(one: Number | None, other: Number | None) -> Number | None:
    """The lower of two limits, either of which may be none."""
    return one if other is None else other if one is None else min(one, other)


class StopRule:
    """Decides between two slices whether a search has done enough: by its limits, by the time between `soft`
    and `hard` that the root is worth, and early where the leader cannot be caught in the visits that are
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
        """Whether it has to be asked at all."""
        self.seconds = min(LONG if limits.seconds is None else limits.seconds, LONG if hard is None else hard)
        """After so many the search ends in any case."""

    def is_met(self, elapsed: float, rows: Sequence[Standing], done: int) -> bool:
        """Whether to stop after so many seconds and visits of this search, with these rows of the root."""
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
    """Whether the leader stays the leader while the second gets at most that share of the visits `ahead`."""
    return len(rows) == 1 or (len(rows) > 1 and rows[0][1] - rows[1][1] > share * ahead)


def unstable(rows: Sequence[Standing], earlier: float | None = None) -> bool:
    """Whether more time may well change the choice: another move looks better or has nearly as many visits,
    or the leader's mean has fallen since it was `earlier`."""
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
    """Whether a search should go on that has run for `elapsed` seconds.

    It ends at the soft limit, at the hard one while the root is unstable (`earlier` is the best mean some
    time ago), and at once when there is only one move or the leader can hardly be caught in the time that
    remains. `done` are the visits of this search, where the tree had some before: they give the speed. With
    no limits (both None) only a single move ends it. Of visits that are limited so many
    are `left`: where the time is enough for them, it ends nothing, and a moment without a CPU does not tell.
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
