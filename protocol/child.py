"""A program at the other end of pipes, spoken to in GTP: what a client needs, with an end to all patience."""

from __future__ import annotations

import os
import select
import shlex
import signal
import subprocess
import time

PATIENCE = 20.0
"""Seconds after which a program that owes a reply, or its end, is given up."""


class Child:
    """A running program in a process group of its own. ValueError when it does not do its part in time."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise ValueError(f"cannot start {shlex.join(command)}: {error.strerror}") from None
        assert self._process.stdin is not None and self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        self._heard = b""
        os.set_blocking(self._in.fileno(), False)

    def send(self, data: bytes) -> None:
        """Write to the program, and take in what it writes meanwhile."""
        rest = memoryview(data)
        while rest:
            readable, writable, _ = select.select([self._out], [self._in], [], PATIENCE)
            if not (readable or writable):
                raise ValueError(f"the program takes no input for {PATIENCE:.0f} s")
            if readable:
                self._listen()
            if writable:
                try:
                    rest = rest[os.write(self._in.fileno(), rest[:65536]) :]
                except BrokenPipeError:
                    raise ValueError("the program has closed its stdin") from None

    def until(self, end: bytes, times: int = 1) -> bytes:
        """What the program says until it has said `end` so many times."""
        stop = time.monotonic() + PATIENCE
        while self._heard.count(end) < times:
            if not select.select([self._out], [], [], max(0.0, stop - time.monotonic()))[0]:
                raise ValueError(f"the program does not answer within {PATIENCE:.0f} s")
            self._listen()
        *said, self._heard = self._heard.split(end, times)
        return end.join(said)

    def ask(self, text: str) -> str:
        """The text of the success that answers a command."""
        self.send(text.encode("ascii") + b"\n")
        reply = self.until(b"\n\n").decode("utf-8", "replace").strip()
        if not reply.startswith("="):
            raise ValueError(f"the program answers {reply!r} to {text}")
        return reply[1:].strip()

    def leave(self) -> None:
        """Close the program's stdin and wait for its end."""
        self._in.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise ValueError(f"the program does not end within {PATIENCE:.0f} s of EOF") from None

    def kill(self) -> None:
        """Leave nothing of it behind."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._in.close()
        self._out.close()

    def _listen(self) -> None:
        chunk = os.read(self._out.fileno(), 65536)
        if not chunk:
            raise ValueError("the program has ended")
        self._heard += chunk
