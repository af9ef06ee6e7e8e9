"""The clocks of a match: which there are, how much time they show, and when a flag falls."""

from __future__ import annotations

from typing import NamedTuple

MARGIN = 0.1
"""Seconds that a flag has to be down before a game is lost: what pipes and the scheduler may cost."""


class Clock(NamedTuple):
    """The time control of every player: at most one of `visits`, `move` and `main` is told."""

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


NO_CLOCK = Clock()


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
