"""A file of lines that only grows, written by one run at a time."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator

from outflank.protocol.console import files
from outflank.protocol.console.errors import UserError
from outflank.protocol.console.outbox import Outbox, warn

PIECE = 1 << 20
"""Bytes that are read at a time."""


class End:
    """The end of an open file, to which lines are added, each whole or not at all."""

    def __init__(self, fd: int, path: str) -> None:
        self._fd, self._path = fd, path
        self._outbox = Outbox(fd)
        self._torn: OSError | None = None

    def add(self, line: bytes) -> None:
        """Add a line, which has its end. OSError when it cannot be: then the file is as it was before, or if
        not even that can be had it takes no more lines, and the next run finds one without its end."""
        if self._torn is not None:
            raise files.named(self._path, self._torn)
        size = os.fstat(self._fd).st_size
        try:
            self._outbox.write(line)
        except OSError as error:
            try:
                os.ftruncate(self._fd, size)
            except OSError as worse:
                self._torn = worse
            raise files.named(self._path, error) from None


def opened_alone(path: str) -> int:
    """A file that only grows, open for one run at a time; it is made where there is none. UserError when it
    cannot be had."""
    try:
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise files.unusable(path, error) from None
    # Not a context manager, here and below: without memory to make one the file would stay open.
    try:
        # Waiting for a FIFO would have no end.
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise UserError(f"{path}: not a regular file")
        lock(fd, path)
    except BaseException:
        os.close(fd)
        raise
    return fd


def lock(fd: int, path: str) -> None:
    """Have a file alone. UserError when another run has it."""
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UserError(f"{path} is in use by another run") from None


class LineFile:
    """A file whose lines all begin with a mark. UserError when it cannot be had, is another kind of file, or
    is in use. A last line without its end, which a killed run leaves, is cut off."""

    def __init__(self, path: str, mark: bytes) -> None:
        self._path = path
        self._mark = mark
        self._fd = opened_alone(path)
        try:
            self._examine()
            self._end = End(self._fd, path)
        except BaseException:
            os.close(self._fd)
            raise

    def lines(self) -> Iterator[bytes]:
        """The lines from the first one on, without their ends."""
        rest, at = b"", 0
        while piece := os.pread(self._fd, PIECE, at):
            at += len(piece)
            *whole, rest = (rest + piece).split(b"\n")
            yield from whole

    def line(self, start: int, length: int) -> bytes:
        """The line of that length that begins at an offset."""
        return os.pread(self._fd, length, start)

    def add(self, line: bytes) -> None:
        """Add a line, which has its end. OSError when it cannot be, as `End.add` has it."""
        self._end.add(line)

    def close(self) -> None:
        """Let another run have the file."""
        os.close(self._fd)

    def _examine(self) -> None:
        end = row = 0
        for row, line in enumerate(self.lines(), 1):
            end += len(line) + 1
            if not line.startswith(self._mark):
                raise UserError(f"{self._path}, line {row}: this is another kind of file")
        size = os.fstat(self._fd).st_size
        if end == size:
            return
        torn = os.pread(self._fd, len(self._mark), end)
        if not (torn.startswith(self._mark) or self._mark.startswith(torn)):
            raise UserError(f"{self._path} ends in a line of another kind")
        warn(f"the last line of {self._path} was not written to its end; its work is done again")
        os.ftruncate(self._fd, end)
