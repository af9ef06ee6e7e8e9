"""The dialogue as a text file: what came in, what went out, and tracebacks.

Writing it must never stop a game: the first failure is a warning on stderr and the end of the log. Nor must
it wait: a FIFO that nobody reads, or not fast enough, is such a failure.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable

from outflank.protocol import __version__
from outflank.protocol.console.outbox import warn

CAP = 16 * 2**20
HEAD = b"-- Outflank "
"""What a log begins with."""


class Log:
    """Appends to `path`; an empty path means no log. A regular file that would grow over `cap` bytes becomes
    `path`.1, in place of an older one, and a new file is begun.

    Each line has the seconds since the log was opened and a mark: `>` in, `<` out, `!` a note. With `faults`
    it also gets the stacks of all threads when the process dies of a fault in compiled code; only one log of
    a process may.
    """

    def __init__(
        self, path: str, cap: int = CAP, tell: Callable[[str], None] = warn, faults: bool = False
    ) -> None:
        self._path = path
        self._faults = faults
        self._cap = cap
        self._tell = tell
        self._fd = -1
        self._size = 0
        self._regular = False
        self._start = time.monotonic()
        if path:
            self._attempt(self._open)

    @property
    def active(self) -> bool:
        """Tell whether lines are still being written."""
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
            if self._faults:
                import faulthandler

                # Another file may get this descriptor.
                faulthandler.disable()
            os.close(fd)

    def _open(self) -> None:
        wait_not = getattr(os, "O_NONBLOCK", 0)
        fd = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | wait_not, 0o666)
        if fd < 3:
            # Replies would be written into the log, or the log read as commands.
            os.close(fd)
            raise OSError(errno.EBADF, "a standard stream is closed")
        self._fd = fd
        # What the engine has yet to load must find a descriptor too.
        os.close(os.dup(fd))
        about = os.fstat(fd)
        self._size = about.st_size
        # A device or a pipe does not grow, and must keep its name.
        self._regular = stat.S_ISREG(about.st_mode)
        now = time.strftime("%Y-%m-%d %H:%M:%S")
        header = HEAD.decode("ascii") + f"{__version__}, process {os.getpid()}, {now}\n"
        self._write(header.encode("ascii"))
        if self._faults:
            import faulthandler

            faulthandler.enable(fd)

    def _append(self, mark: bytes, data: bytes, at: float) -> None:
        stamp = b"%10.3f %s " % (at - self._start, mark)
        lines = data.rstrip(b"\r\n").split(b"\n")
        text = b"".join(stamp + line + b"\n" for line in lines)
        self._attempt(lambda: self._rotate_and_write(text))

    def _rotate_and_write(self, text: bytes) -> None:
        if self._regular and self._size + len(text) > self._cap:
            older = self._path + ".1"
            if os.path.lexists(older) and not _is_log(older):
                raise OSError(errno.EEXIST, f"{older} is a file of another kind")
            self.close()
            os.replace(self._path, older)
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
            reason = "nobody reads it" if error.errno == errno.ENXIO else error.strerror
            self._tell(f"no log in {self._path!r} from here on: {reason}")
            self.close()


def _is_log(path: str) -> bool:
    """Tell whether a file is an older log, which a newer one may take the place of."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(len(HEAD)) in (HEAD, b"")
