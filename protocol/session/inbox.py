"""Bytes from a descriptor become stamped lines in a queue, read by one daemon thread.

The thread reads with os.read alone: blocked in a buffered stream it would abort the interpreter at exit.
The queue is the C one because a signal handler may put into it while the same thread waits in `take`.

A signal that comes in the instant before the main thread begins to wait would be seen only with the next
line. So the interpreter also writes it to a pipe, and the reader passes it on as a line that wakes `take`.

Where the system has no thread or no pipe to give, a timer's signal takes the reader's place: its handler runs
in the main thread, also between the slices of a search, and takes in what has arrived.
"""

from __future__ import annotations

import os
import select
import signal
import threading
import time
from _queue import SimpleQueue
from collections.abc import Callable

from outflank.engine.record import NamedTuple

LONGEST = 16 * 2**20
CHUNK = 65536
SCRIPT_GAP = 0.1
GRACE = 0.5
PARENT_CHECK = 0.25
TICK = 0.01
"""Seconds between two looks where no thread can wait: as long as a slice of a search."""

LINE, END, NUDGE, WAKE, CALL = range(5)


class Line(NamedTuple):
    """One line without its newline, or another event of the same queue.

    `kind` is LINE, END (no more input), NUDGE (SIGINT came while nothing ran), WAKE (some signal came, and
    its handler runs now that `take` returns) or CALL (`call` is to be made by who takes it); `number` counts
    lines from 1; `at` is time.monotonic() of its arrival; `cut` says that it was longer than LONGEST and that
    `data` is only its beginning.
    """

    kind: int
    data: bytes
    number: int
    at: float
    cut: bool = False
    call: Callable[[], None] | None = None


class Cutter:
    """Cuts a stream into lines, however it is chunked, holding at most `longest` bytes of an open line."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._longest = longest
        self._parts: list[bytes] = []
        self._held = 0
        self._cut = False

    @property
    def open(self) -> bool:
        """Tell whether a line has begun and not ended."""
        return self._held > 0

    def feed(self, chunk: bytes) -> list[tuple[bytes, bool]]:
        """The lines that `chunk` completes, each with whether its end had to be dropped."""
        *complete, rest = chunk.split(b"\n")
        lines = []
        for piece in complete:
            self._hold(piece)
            lines.append(self._release())
        self._hold(rest)
        return lines

    def finish(self) -> list[tuple[bytes, bool]]:
        """The line that the end of the stream left without a newline, if there is one."""
        return [self._release()] if self._held else []

    def _hold(self, piece: bytes) -> None:
        kept = piece[: self._longest - self._held]
        self._cut = self._cut or len(kept) < len(piece)
        self._held += len(kept)
        if kept:
            self._parts.append(kept)

    def _release(self) -> tuple[bytes, bool]:
        line = b"".join(self._parts), self._cut
        self._parts, self._held, self._cut = [], 0, False
        return line


class Inbox:
    """The queue of lines, and who may end a search early.

    `hurries(data)` says whether a line may not wait behind the command that runs; `ring()` stops what
    runs, and `hasten()`, the same where it is not said, what was asked for so far. They are called in the
    reader's thread, or by a signal's handler. While `alert` is set, whatever arrives rings.
    """

    def __init__(
        self,
        hurries: Callable[[bytes], bool],
        ring: Callable[[], None],
        hasten: Callable[[], None] | None = None,
    ) -> None:
        self._hurries = hurries
        self._ring = ring
        self._hasten = hasten or ring
        self._queue: SimpleQueue[Line] = SimpleQueue()
        self._cutter = Cutter()
        self._number = 0
        self._hurried = 0
        self._hung_up = False
        self._waiting_since = time.monotonic()
        self.alert = False
        # What is looked at by the timer: a descriptor, a parent, and when the client has been gone for GRACE.
        self._fd: int | None = None
        self._parent: int | None = None
        self._leave_at: float | None = None
        self._looking = False
        self._buffer = bytearray(CHUNK)

    def start(self, fd: int) -> str:
        """Read `fd` to its end in a thread of its own, or by a timer where that cannot be had; then says why.
        RuntimeError where the system has no such timer. Only the main thread may call this."""
        try:
            woken = _signal_pipe() if os.name == "posix" and _is_open(fd) else None
        except OSError as error:
            return self._begin_ticks(str(error.strerror), fd=fd)
        try:
            threading.Thread(target=self._read, args=(fd, woken), name="inbox", daemon=True).start()
        except RuntimeError as error:
            if woken is not None:
                os.close(signal.set_wakeup_fd(-1))
                os.close(woken)
            return self._begin_ticks(str(error), fd=fd)
        return ""

    def watch_parent(self) -> str:
        """Take the death of the process that started this one for the end of the stream. Returns as `start`
        does."""
        parent = os.getppid()
        try:
            threading.Thread(target=self._watch, args=(parent,), name="parent", daemon=True).start()
        except RuntimeError as error:
            return self._begin_ticks(str(error), parent=parent)
        return ""

    def close(self) -> None:
        """Look at nothing any more: a timer that outlives its handler would kill the process."""
        self._fd = self._parent = self._leave_at = None
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)

    def take(self) -> Line:
        """The next line, as soon as there is one. Signal handlers run while it waits."""
        return self._queue.get()

    def empty(self) -> bool:
        """Tell whether `take` would wait."""
        return self._queue.empty()

    def stirred(self) -> bool:
        """Tell whether anything has arrived that was not taken, be it the beginning of a line."""
        return not self._queue.empty() or self._cutter.open

    def hurried(self, line: Line) -> bool:
        """Tell whether a search for this line must be short: it was read before haste was asked for, or the
        client has gone away."""
        return self._hung_up or line.number <= self._hurried

    def hurry(self) -> None:
        """End the command that runs, and every other one read so far as soon as it starts."""
        self._hurried = self._number
        self._hasten()

    def nudge(self) -> None:
        """Wake up a waiting `take` with a NUDGE."""
        self._queue.put(Line(NUDGE, b"", self._number, time.monotonic()))

    def post(self, call: Callable[[], None]) -> None:
        """Have a call made by who takes lines, in its turn. Any thread may ask for one."""
        self._queue.put(Line(CALL, b"", self._number, time.monotonic(), call=call))

    def feed(self, chunk: bytes) -> None:
        """Take in what has just arrived."""
        now = time.monotonic()
        for data, cut in self._cutter.feed(chunk):
            self._put(data, cut, now)
        # Even the beginning of a line. The lines are in the queue before `alert` is asked: whoever sets it
        # and then finds the queue empty can rely on the ring. What has been taken meanwhile needs none: it
        # would end what was begun for it.
        if self.alert and self.stirred():
            self._ring()
        self._waiting_since = time.monotonic()

    def end(self) -> None:
        """Take in the end of the stream. Right after its last bytes it belongs to a script that was piped
        whole, and all of it is answered in full; later it means that nobody waits for a search, and what is
        not answered within GRACE seconds is answered with haste. Returns after that time."""
        if self._finish():
            time.sleep(GRACE)
            self._leave()

    def _finish(self) -> bool:
        """Put the last line and the end into the queue; whether the client has gone away."""
        now = time.monotonic()
        gone = now - self._waiting_since > SCRIPT_GAP
        for data, cut in self._cutter.finish():
            self._put(data, cut, now)
        self._queue.put(Line(END, b"", self._number, now))
        if self.alert and self.stirred():
            self._ring()
        return gone

    def _leave(self) -> None:
        self._hung_up = True
        self._hasten()

    def _put(self, data: bytes, cut: bool, now: float) -> None:
        self._number += 1
        self._queue.put(Line(LINE, data, self._number, now, cut))
        if self._hurries(data):
            self.hurry()

    def _watch(self, parent: int) -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_CHECK)
        self.end()

    def _begin_ticks(self, reason: str, fd: int | None = None, parent: int | None = None) -> str:
        if not hasattr(signal, "setitimer"):
            raise RuntimeError(reason)
        self._fd = self._fd if fd is None else fd
        self._parent = self._parent if parent is None else parent
        signal.signal(signal.SIGALRM, self._on_tick)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        return reason

    def _on_tick(self, signum: int, frame: object) -> None:
        # The next one may come before this one is done.
        if self._looking:
            return
        self._looking = True
        try:
            self._look()
        finally:
            self._looking = False

    def _look(self) -> None:
        """The work of the threads, as far as it needs no waiting."""
        orphaned = self._parent is not None and os.getppid() != self._parent
        if orphaned or self._fd is not None and not self._take_in(self._fd):
            self._fd = self._parent = None
            self._leave_at = time.monotonic() + GRACE if self._finish() else None
        if self._leave_at is not None and time.monotonic() >= self._leave_at:
            self._leave_at = None
            self._leave()
        if (self._fd, self._parent, self._leave_at) == (None, None, None):
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _take_in(self, fd: int) -> bool:
        """Take in what has arrived; false at the end of it."""
        while not _is_open(fd) or select.select([fd], [], [], 0)[0]:
            chunk = _read_some(fd, self._buffer)
            if not chunk:
                return False
            self.feed(chunk)
        return True

    def _read(self, fd: int, woken: int | None) -> None:
        try:
            while True:
                if woken is not None:
                    ready, _, _ = select.select([fd, woken], [], [])
                    if woken in ready:
                        os.read(woken, CHUNK)
                        self._queue.put(Line(WAKE, b"", self._number, time.monotonic()))
                    if fd not in ready:
                        continue
                chunk = _read_some(fd, self._buffer)
                if not chunk:
                    break
                self.feed(chunk)
        finally:
            self.end()


def _is_open(fd: int) -> bool:
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True


def _signal_pipe() -> int:
    """The end to read of a pipe that gets a byte for each signal. Its numbers keep clear of 0, 1 and 2, which
    may be free when a client has closed them, and two more are left to whoever has a file to open. OSError
    when there are too few."""
    import fcntl

    low = os.pipe()
    high: list[int] = []
    try:
        for end in low:
            high.append(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 3))
    except OSError:
        for end in high:
            os.close(end)
        raise
    finally:
        for end in low:
            os.close(end)
    read, write = high
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    return read


def _read_some(fd: int, buffer: bytearray) -> bytes:
    """The bytes that have arrived, waiting for the first one; nothing at the end, which a broken stream has
    too. They come by way of a buffer: a block as long as that for each line, cut to what it holds, would
    leave holes in the heap, some 300 bytes for each line, for ever."""
    while True:
        try:
            return bytes(memoryview(buffer)[: os.readv(fd, [buffer])])
        except BlockingIOError:
            select.select([fd], [], [])
        except OSError:
            return b""
