"""Bell that ends all waiting of a match, for games in this process and at pipes."""

from __future__ import annotations

from collections.abc import Callable


class Stopped(Exception):
    """A game is given up, because its match ends."""


class Stop:
    """Ends all waiting of all threads, at once and for good. `ear` is a file that can be read once it is
    rung, for clients that wait at pipes (protocol/match/engines/pipe_stop); None where there are none."""

    def __init__(self) -> None:
        self.rung = False
        self.ear: int | None = None
        self._called: list[Callable[[], object]] = []

    def ring(self) -> None:
        """Have everything that waits, or will, get Stopped. A signal handler may do this."""
        if not self.rung:
            self.rung = True
            for call in self._called:
                call()

    def check(self) -> None:
        """Stopped when it was rung."""
        if self.rung:
            raise Stopped

    def when_rung(self, call: Callable[[], object]) -> None:
        """Have a function called by the ring, at once when that was already."""
        self._called.append(call)
        if self.rung:
            call()
