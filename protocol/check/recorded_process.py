"""Recorded dialogue with a program under examination, in which whatever is not as it should be is a Fault."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from outflank.engine.lab.client import Trouble
from outflank.protocol.match.engines.process import HungUp, Peer, Silent

START_SECONDS = 20.0
"""For the first reply: some programs load for a while."""
THINKING = 6
"""How many times as long as for another answer it may think about a move."""
QUIET = 0.3
"""Seconds in which nothing may come where nothing is due."""
KEPT = 40
"""Lines of dialogue that are kept for the report."""
LONGEST = 160
"""Letters of a line in the report."""
Examine = TypeVar("Examine", bound=Callable[..., None])


class Fault(Exception):
    """The program does not keep to its protocol; the text says what is wrong."""


class Flaw(Fault):
    """A fault that clients are known to live with."""


class Skip(Exception):
    """There is nothing to examine; the text says why."""


class Step(NamedTuple):
    """One thing to examine: a name, what is right, and the examination, which may raise Fault, Flaw or Skip.
    A lenient step has only flaws."""

    name: str
    about: str
    run: Callable[..., None]
    lenient: bool = False


class Steps(list[Step]):
    """Steps in the order in which they are declared, each above its examination."""

    def step(self, name: str, about: str, lenient: bool = False) -> Callable[[Examine], Examine]:
        """Declare what a function examines."""

        def declare(run: Examine) -> Examine:
            self.append(Step(name, about, run, lenient))
            return run

        return declare


class Wire:
    """A program and what is said to it and by it. `patience` are the seconds within which it must answer."""

    def __init__(self, command: Sequence[str], patience: float) -> None:
        self.patience = patience
        self.record: deque[str] = deque(maxlen=KEPT)
        self.returns = False
        """Tell whether it has ended lines with a carriage return."""
        self.first = True
        """Tell whether it has not said anything yet."""
        self.broken = False
        """Tell whether no further answer is to be hoped for."""
        self._command = list(command)
        self._peer = self._start()

    def _start(self) -> Peer:
        try:
            return Peer(self._command)
        except Trouble as trouble:
            raise Fault(str(trouble)) from None

    @property
    def thinking(self) -> float:
        """The seconds within which it must have decided on a move."""
        return THINKING * self.patience

    @property
    def errors(self) -> str:
        """Its stderr, as far as that is kept."""
        return self._peer.errors

    def note(self, text: str) -> None:
        """Put a remark into the record."""
        self.record.append(f"  ({text})")

    def send(self, text: str) -> None:
        """Send text as it is, in one piece."""
        for line in text.removesuffix("\n").split("\n"):
            self.record.append("> " + shown(line))
        try:
            self._peer.send(text.encode("latin-1"), time.monotonic() + self.patience)
        except Trouble as trouble:
            raise self._fault(trouble) from None

    def line(self, seconds: float | None = None) -> str:
        """Its next line. A carriage return at the end is noted and taken away."""
        longest = (
            seconds
            if seconds is not None
            else max(START_SECONDS, self.patience)
            if self.first
            else self.patience
        )
        try:
            data = self._peer.until(b"\n", time.monotonic() + longest)
        except Trouble as trouble:
            raise self._fault(trouble) from None
        text = data.decode("latin-1")
        self.first = False
        self.record.append("< " + shown(text))
        if text.endswith("\r"):
            self.returns = True
            text = text.removesuffix("\r")
        return text

    def stirs(self, seconds: float) -> bool:
        """Tell whether it says anything within some seconds, which stays to be read by who waits for an
        answer."""
        return self._peer.stirs(time.monotonic() + seconds)

    def quiet(self, seconds: float = QUIET) -> list[str]:
        """The lines that come within some seconds, which are none if all is well; it may also end. They are
        taken: this is for when no answer is due."""
        lines = []
        end = time.monotonic() + seconds
        while True:
            try:
                lines.append(self._peer.until(b"\n", end).decode("latin-1"))
            except Silent:
                return lines
            except HungUp:
                self.broken = True
                return lines
            except Trouble as trouble:
                raise self._fault(trouble) from None
            self.record.append("< " + shown(lines[-1]))

    def ends(self, seconds: float) -> None:
        """It has to end by itself so soon, with its input open."""
        self.broken = True
        need(self._peer.ends(seconds), f"it goes on for more than {seconds:g} s")

    def leave(self, seconds: float) -> None:
        """Close its input, whereupon it has to end so soon."""
        self.record.append("> (end of input)")
        self.broken = True
        try:
            self._peer.leave(seconds)
        except Trouble as trouble:
            self._peer.kill()
            raise Fault(f"it {trouble} within {seconds:g} s") from None

    def close(self, farewell: str) -> None:
        """Leave nothing of it behind."""
        self._peer.end(farewell.encode("ascii") if not self.broken else b"")

    def _fault(self, trouble: Trouble) -> Fault:
        self.broken = True
        text = str(trouble)
        self.record.append(f"< ({text})")
        return Fault(f"it {text}")


def shown(line: str) -> str:
    """A line with what cannot be seen in it made visible, cut short."""
    plain = "".join(
        letter if " " <= letter <= "~" else "\\n" if letter == "\n" else f"\\x{ord(letter):02x}"
        for letter in line
    )
    return plain if len(plain) <= LONGEST else plain[:LONGEST] + "..."


def need(condition: object, text: str) -> None:
    """Fault with this text unless the condition holds."""
    if not condition:
        raise Fault(text)


def hope(condition: object, text: str) -> None:
    """Flaw with this text unless the condition holds."""
    if not condition:
        raise Flaw(text)
