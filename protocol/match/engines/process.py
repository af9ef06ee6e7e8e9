"""A program at the other end of pipes, with an end to all patience.

It runs in a process group of its own. Whatever it does, nobody waits for ever: every wait has a deadline (a
time of time.monotonic()), what it writes is taken in while it is written to, and what it says on stderr is
kept up to a bound, to be shown when it fails.
"""

from __future__ import annotations

import os
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

from outflank.engine.lab.client import Trouble
from outflank.engine.lab.stop import Stop, Stopped
from outflank.protocol.console.errors import reason
from outflank.protocol.match.engines.reaper import WARDEN

CHUNK = 65536
LONGEST = 4 << 20
"""Bytes that a peer may say without a line break, or until it has said what is waited for."""
ERRORS_KEPT = 8192
ERRORS_SHOWN = 300
LAST_WORDS = 0.5
"""Seconds for a peer that has closed its output to end, so that it is known how."""
POLITE = 2.0
"""Seconds for each step of a friendly end."""
FIRM = 0.5
"""Seconds between SIGTERM and SIGKILL."""
STEP = 0.001
LOOK_EVERY = 0.2
"""Seconds of silence after which a peer that has ended says nothing more; its child may hold the pipes."""


class Crashed(Trouble):
    """It has ended with an error."""

    end = "crash"


class HungUp(Trouble):
    """It has closed a pipe, or ended in peace without being asked."""

    end = "disconnect"


class Silent(Trouble):
    """It does not answer in time, or takes no input."""

    end = "time"


class Wrong(Trouble):
    """It says what cannot be."""

    end = "illegal"


class Peer:
    """A running program. Every verb that waits raises Trouble, or Stopped when `stop` is rung.

    `waited` counts the seconds spent waiting for it, and `heard` is when it last said anything.
    """

    def __init__(self, command: Sequence[str], folder: str | None = None, stop: Stop | None = None) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=folder or None,
                env=environment(),
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            # Of the two that may not be there the error names the folder only.
            where = f" in {folder}" if folder and getattr(error, "filename", "") == folder else ""
            raise Crashed(f"cannot start {shlex.join(command)}{where}: {reason(error)}") from None
        WARDEN.guard(self._process.pid)
        pipes = self._process.stdin, self._process.stdout, self._process.stderr
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        self._stop = stop
        self.waited = 0.0
        self.heard = 0.0
        self._said = bytearray()
        self._spoken = 0
        self._errors = b""
        self._deaf = False
        self._poll = select.poll()
        for fd in (self._in, self._out, self._err):
            os.set_blocking(fd, False)
        for fd in (self._out, self._err, *([stop.ear] if stop is not None and stop.ear is not None else [])):
            self._poll.register(fd, select.POLLIN)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def errors(self) -> str:
        """The end of what it said on stderr."""
        return self._errors.decode("utf-8", "replace")

    def send(self, data: bytes, deadline: float) -> None:
        """Write to it, and take in what it says meanwhile."""
        rest = memoryview(data)
        self._spoken = 0
        while rest:
            try:
                rest = rest[os.write(self._in, rest) :]
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise Silent("takes no input") from None
                self._poll.register(self._in, select.POLLOUT)
                try:
                    self._wait(deadline)
                finally:
                    self._poll.unregister(self._in)
            except BrokenPipeError:
                raise self._gone("has closed its input") from None

    def line(self, deadline: float) -> str:
        """Its next line, without the line break and without control characters."""
        data = self.until(b"\n", deadline)
        text = data.decode("utf-8", "replace").replace("\t", " ")
        return "".join(sign for sign in text if sign >= " " and sign != "\x7f")

    def until(self, end: bytes, deadline: float, times: int = 1) -> bytes:
        """Its words until it has said `end` a number of times."""
        while (size := _find(self._said, end, times)) < 0:
            if self._deaf:
                raise self._gone("has closed its output")
            if time.monotonic() >= deadline:
                raise Silent("does not answer")
            if len(self._said) > LONGEST:
                raise Wrong(f"says more than {LONGEST >> 20} MB without an end")
            ended = self._ended() is not None
            if not self._wait(min(deadline, time.monotonic() + LOOK_EVERY)) and ended:
                raise self._gone("has ended")
        data = bytes(self._said[:size])
        del self._said[: size + len(end)]
        self._spoken += size
        if self._spoken > LONGEST:
            raise Wrong(f"says more than {LONGEST >> 20} MB and no answer")
        return data

    def stirs(self, deadline: float) -> bool:
        """Tell whether there is anything to read before the deadline; it stays there to be read."""
        while not (self._said or self._deaf) and time.monotonic() < deadline:
            self._wait(deadline)
        return bool(self._said)

    def drop(self) -> None:
        """Forget what it has said that nobody has waited for."""
        if not self._deaf:
            self._listen(self.heard)
        self._said.clear()

    def leave(self, seconds: float) -> int:
        """Close its input and wait for its end; the exit code. Silent when it does not come."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        if not self._ends_within(seconds):
            raise Silent("does not end at EOF")
        self.kill()
        return self._process.returncode

    def ends(self, seconds: float) -> bool:
        """Tell whether it ends by itself, its input still open. What it says until then is dropped."""
        return self._ends_within(seconds)

    def end(self, farewell: bytes = b"") -> str:
        """Leave nothing of it behind, as politely as it lets us; what it took: quit, EOF, TERM or KILL."""
        if self._process.returncode is not None:
            return "quit"
        self._ignore_stop()
        assert self._process.stdin is not None
        try:
            if farewell:
                self.send(farewell, time.monotonic() + FIRM)
                if self._ends_within(POLITE):
                    return "quit"
            self._process.stdin.close()
            if self._ends_within(POLITE):
                return "EOF"
            self._signal(signal.SIGTERM)
            return "TERM" if self._ends_within(FIRM) else "KILL"
        except Trouble:
            return "KILL"
        finally:
            self.kill()

    def kill(self) -> None:
        """Leave nothing of it behind, at once."""
        if self._process.returncode is None:
            self._signal(signal.SIGKILL)
            WARDEN.release(self._process.pid)
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _signal(self, number: int) -> None:
        """A signal to its whole group. Until it is waited for that number is nobody else's, be it alive or
        dead; some systems refuse to signal the dead."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def _wait(self, deadline: float) -> bool:
        """Take in whatever comes next; whether anything did."""
        began = time.monotonic()
        milliseconds = 1 + int(1000 * max(0.0, deadline - began))
        events = self._poll.poll(min(milliseconds, 1 << 30))
        now = time.monotonic()
        self.waited += now - began
        for fd, _ in events:
            if self._stop is not None and fd == self._stop.ear:
                raise Stopped
            if fd == self._out:
                self._listen(now)
            elif fd == self._err:
                self._overhear()
        return bool(events)

    def _listen(self, now: float) -> None:
        data = _read(self._out)
        if data == b"":
            self._deaf = True
            self._poll.unregister(self._out)
        elif data:
            self.heard = now
            self._said += data

    def _overhear(self) -> None:
        data = _read(self._err)
        if data == b"":
            self._poll.unregister(self._err)
        elif data:
            self._errors = (self._errors + data)[-ERRORS_KEPT:]

    def _ignore_stop(self) -> None:
        if self._stop is not None and self._stop.ear is not None:
            self._poll.unregister(self._stop.ear)
        self._stop = None

    def _ends_within(self, seconds: float) -> bool:
        """Tell whether it ends so soon. What it says until then is dropped."""
        deadline = time.monotonic() + seconds
        while not (ended := self._ended()) and time.monotonic() < deadline:
            self._wait(min(deadline, time.monotonic() + STEP))
            self._said.clear()
        return ended is not None

    def _ended(self) -> os.waitid_result | None:
        """The way it has ended; None while it runs."""
        return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)

    def _gone(self, what: str) -> Trouble:
        """The trouble that a closed pipe stands for."""
        self._ignore_stop()
        self._ends_within(LAST_WORDS)
        self._wait(0.0)
        ended = self._ended()
        said = f"; it said: {last_words(self.errors)}" if self._errors.strip() else ""
        if ended is None:
            return HungUp(what + said)
        if ended.si_code == os.CLD_EXITED:
            if ended.si_status == 0:
                return HungUp("has ended without being asked" + said)
            return Crashed(f"has ended with exit code {ended.si_status}{said}")
        return Crashed(f"was ended by {signal_name(ended.si_status)}{said}")


def environment() -> dict[str, str]:
    """The environment of other programs: what we did, but for what leads the stand-alone program
    to its own libraries."""
    found = dict(os.environ)
    if getattr(sys, "frozen", False):
        for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
            found.pop(name, None)
            if f"{name}_ORIG" in found:
                found[name] = found[f"{name}_ORIG"]
    return found


def signal_name(number: int) -> str:
    """A signal as people know it."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def last_words(text: str) -> str:
    """The last lines of a text as one short line."""
    words = " | ".join(line.strip() for line in text.splitlines()[-3:] if line.strip())
    plain = "".join(sign if sign.isprintable() else "?" for sign in words)
    return plain if len(plain) <= ERRORS_SHOWN else "..." + plain[-ERRORS_SHOWN:]


def _find(said: bytearray, end: bytes, times: int) -> int:
    """The beginning of the last of `times` ends; -1 where they are fewer."""
    at = said.find(end)
    while times > 1 and at >= 0:
        at = said.find(end, at + len(end))
        times -= 1
    return at


def _read(fd: int) -> bytes | None:
    """The bytes to read, none at the end of the stream, None while it is silent."""
    try:
        return os.read(fd, CHUNK)
    except BlockingIOError:
        return None
