"""The only writer to the peer, and warnings to the person behind it."""

from __future__ import annotations

import os


class Disconnected(Exception):
    """Nobody reads any more."""


class Outbox:
    """Writes whole replies to a descriptor, and nothing more once the peer has gone."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._closed = False

    def write(self, data: bytes) -> None:
        """Write all of `data` before returning. Disconnected when the other end is closed."""
        if self._closed:
            raise Disconnected
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._fd, rest) :]
            except BlockingIOError:
                import select

                select.select([], [self._fd], [])
            except (BrokenPipeError, ConnectionResetError) as gone:
                self._closed = True
                raise Disconnected from gone


def warn(text: str) -> None:
    """One line on stderr."""
    show(f"outflank: {text}\n")


def show(text: str) -> None:
    """Text on stderr as it is. A closed stderr is no reason to stop: there is no place left to say so."""
    try:
        os.write(2, text.encode("utf-8", "backslashreplace"))
    except OSError:
        return
