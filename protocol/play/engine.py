"""The engine of a session: `outflank json` in a process of its own, at pipes that nobody waits for."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from contextlib import suppress

from outflank.protocol.console.own_program import own_program
from outflank.protocol.match.engines.process import environment
from outflank.protocol.session.inbox import Cutter
from outflank.protocol.sitting.seal import VARIABLE

CHUNK = 1 << 16
MOST_UNREAD = 16 << 20
"""Bytes that wait to be taken by an engine which answers short requests at once."""
LONGEST_LINE = 32 << 20
POLITE = 2.0


class Engine:
    """A running engine, with the key that seals the links of its games. It ends when its input does, and so
    when this process does, however that ends."""

    def __init__(self, options: Sequence[str], key: str = "") -> None:
        self._process = subprocess.Popen(
            [*own_program(), "json", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env={**environment(), **({VARIABLE: key} if key else {})},
            # A Ctrl-C in the terminal is for the server, which then ends it.
            start_new_session=True,
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise OSError("no pipes")
        self.input, self.output = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self.input, False)
        os.set_blocking(self.output, False)
        self._unsent = bytearray()
        self._cutter = Cutter(LONGEST_LINE)

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def unsent(self) -> bool:
        """Tell whether it has not taken all yet."""
        return bool(self._unsent)

    def send(self, line: bytes) -> bool:
        """Have a line sent; false where it takes none any more."""
        self._unsent += line
        return self.flush() and len(self._unsent) <= MOST_UNREAD

    def flush(self) -> bool:
        """Send what it takes now; false when it has gone."""
        try:
            while self._unsent:
                del self._unsent[: os.write(self.input, self._unsent[:CHUNK])]
        except BlockingIOError:
            return True
        except OSError:
            return False
        return True

    def lines(self) -> list[bytes] | None:
        """The lines it has said since; None at its end."""
        try:
            data = os.read(self.output, CHUNK)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        return [line for line, _ in self._cutter.feed(data)] if data else None

    def dismiss(self) -> None:
        """Close its pipes: it ends by itself."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def end(self) -> int:
        """Leave nothing of it behind; its exit code."""
        self.dismiss()
        try:
            return self._process.wait(POLITE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def ended(self) -> bool:
        """Tell whether it has ended; to be asked now and then of one that was dismissed."""
        return self._process.poll() is not None
