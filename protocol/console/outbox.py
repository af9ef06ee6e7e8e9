"""The only writer to the peer, and warnings to the person behind it."""

from __future__ import annotations

import os

LONGEST = 1000
"""Characters of a message: a person reads no more."""


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


def plain(text: str, most: int = 0, kept: str = "") -> str:
    """Text that is safe on a terminal: what would steer it, or turn its letters around, is escaped.

    That are control characters, C1 among them, and Unicode's invisible ones, but for those to be kept. A text
    that is longer than `most` loses its middle.
    """
    if not text.isprintable():
        text = "".join(
            letter if _shows(letter) or letter in kept else letter.encode("unicode_escape").decode("ascii")
            for letter in text
        )
    if most and len(text) > most:
        half = (most - 3) // 2
        text = f"{text[:half]}...{text[-half:]}"
    return text


def _shows(letter: str) -> bool:
    # Blanks other than the usual one are not printable either, but harmless from the no-break space on.
    return letter.isprintable() or (letter.isspace() and letter >= "\xa0" and letter not in "\u2028\u2029")


def warn(text: str) -> None:
    """One line on stderr."""
    show(f"outflank: {plain(text, LONGEST)}\n")


def show(text: str) -> None:
    """Text on stderr, in which only carriage return and line feed steer the terminal."""
    draw(plain(text, kept="\r\n"))


def draw(text: str) -> None:
    """Text on stderr as it is. A closed stderr stops nothing: no place is left to say so."""
    try:
        os.write(2, text.encode("utf-8", "backslashreplace"))
    except OSError:
        return
