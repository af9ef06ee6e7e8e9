"""A program to be measured at the other end of pipes, spoken to in GTP."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from outflank.engine.lab.client import Trouble
from outflank.protocol.console.errors import Failed
from outflank.protocol.match.engines.process import Peer

PATIENCE = 20.0
"""Seconds after which a program that owes a reply, or its end, is given up."""


class NotOffered(Exception):
    """The program does not do what would be measured; the text says what is missing."""


class Child:
    """A running program that is spoken to in GTP. ValueError when it does not do its part in time."""

    def __init__(self, command: list[str]) -> None:
        with failing():
            self._peer = Peer(command)

    def send(self, data: bytes) -> None:
        """Write to the program, and take in what it writes meanwhile."""
        with failing():
            self._peer.send(data, time.monotonic() + PATIENCE)

    def until(self, end: bytes, times: int = 1) -> bytes:
        """The program's words until it has said `end` a number of times."""
        with failing():
            return self._peer.until(end, time.monotonic() + PATIENCE, times)

    def ask(self, text: str) -> str:
        """The text of the success that answers a command."""
        self.send(text.encode("ascii") + b"\n")
        reply = self.until(b"\n\n").decode("utf-8", "replace").strip()
        if not reply.startswith("="):
            raise Failed(f"the program answers {reply!r} to {text}")
        return reply[1:].strip()

    def leave(self) -> None:
        """Close the program's stdin and wait for its end."""
        with failing():
            self._peer.leave(PATIENCE)

    def kill(self) -> None:
        """Leave nothing of it behind."""
        self._peer.kill()


@contextmanager
def failing() -> Iterator[None]:
    """Trouble with the program is an error that is said."""
    try:
        yield
    except Trouble as trouble:
        raise Failed(f"the program {trouble}") from None


class Program:
    """Measurement: a command, whether it is this engine, and the commands it lists."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        with self.started() as child:
            self.ours = child.ask("name") == "Outflank"
            self._listed = child.ask("list_commands").split()

    @contextmanager
    def started(self, *options: str) -> Iterator[Child]:
        """A child that has not been spoken to; it is killed at the end."""
        child = Child([*self.command, *options])
        try:
            yield child
        finally:
            child.kill()

    def need(self, name: str) -> None:
        """NotOffered unless the program lists that command."""
        if name not in self._listed:
            raise NotOffered(f"it does not list {name}")
