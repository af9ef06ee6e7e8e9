"""The dialogue as a text file: what came in, what went out, and tracebacks.

Writing it must never stop a game: the first failure is a warning on stderr and the end of the log.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable

from protocol import __version__
from protocol.outbox import warn

CAP = 16 * 2**20


class Log:
    """Appends to `path`; an empty path means no log. A file that would grow over `cap` bytes becomes
    `path`.1, in place of an older one, and a new file is begun.

    Each line has the seconds since the log was opened and a mark: `>` in, `<` out, `!` a note.
    """

    def __init__(self, path: str, cap: int = CAP, tell: Callable[[str], None] = warn) -> None:
        self._path = path
        self._cap = cap
        self._tell = tell
        self._fd = -1
        self._size = 0
        self._start = time.monotonic()
        if path:
            self._attempt(self._open)

    @property
    def active(self) -> bool:
        """Whether lines are still being written."""
        return self._fd >= 0

    def received(self, data: bytes, at: float) -> None:
        """A line that arrived at time.monotonic() `at`."""
        if self.active:
            self._append(b">", data, at)

    def sent(self, data: bytes) -> None:
        """A whole reply."""
        if self.active:
            self._append(b"<", data, time.monotonic())

    def note(self, text: str) -> None:
        """Lines that are not part of the dialogue."""
        if self.active:
            self._append(b"!", text.encode("utf-8", "backslashreplace"), time.monotonic())

    def close(self) -> None:
        """Write no more."""
        if self.active:
            fd, self._fd = self._fd, -1
            os.close(fd)

    def _open(self) -> None:
        fd = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        if fd < 3:
            # Replies would be written into the log, or the log read as commands.
            os.close(fd)
            raise OSError(errno.EBADF, "a standard stream is closed")
        self._fd = fd
        self._size = os.fstat(self._fd).st_size
        now = time.strftime("%Y-%m-%d %H:%M:%S")
        header = f"-- Outflank {__version__}, process {os.getpid()}, {now}\n"
        self._write(header.encode("ascii"))

    def _append(self, mark: bytes, data: bytes, at: float) -> None:
        stamp = b"%10.3f %s " % (at - self._start, mark)
        lines = data.rstrip(b"\r\n").split(b"\n")
        text = b"".join(stamp + line + b"\n" for line in lines)
        self._attempt(lambda: self._rotate_and_write(text))

    def _rotate_and_write(self, text: bytes) -> None:
        if self._size + len(text) > self._cap:
            self.close()
            os.replace(self._path, self._path + ".1")
            self._open()
        self._write(text)

    def _write(self, text: bytes) -> None:
        self._size += len(text)
        rest = memoryview(text)
        while rest:
            rest = rest[os.write(self._fd, rest) :]

    def _attempt(self, action: Callable[[], None]) -> None:
        try:
            action()
        except OSError as error:
            self._tell(f"no log in {self._path!r} from here on: {error.strerror}")
            self.close()
