"""Loop of a session: takes a line, carries it out, sends its reply; ends at signals or EOF.

Everything that talks to the engine happens in the thread that calls `Loop.run`. The bell is cleared before
the queue is looked at, so that a line arriving in between still rings.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from outflank.protocol import __version__
from outflank.protocol.console.errors import INTERRUPTED, TERMINATED
from outflank.protocol.console.outbox import Disconnected, Outbox, plain, show, warn
from outflank.protocol.session.contract import Client, Session
from outflank.protocol.session.inbox import END, NUDGE, WAKE, Inbox, Line
from outflank.protocol.session.log import Log
from outflank.protocol.session.reply import Reply, cause

HINT = "\n(Ctrl-C once more, or quit, to leave)\n"


class Terminated(BaseException):
    """SIGTERM arrived: no reply may follow. Not an Exception, so that no handler keeps it."""


class Loop(Client):
    """One session between a protocol and a client. `prompt` is for a person at a terminal and stays empty
    on a pipe, where stderr is silent and SIGINT never ends the session."""

    def __init__(
        self,
        session: Session,
        inbox: Inbox,
        outbox: Outbox,
        log: Log,
        prompt: str = "",
        tell: Callable[[str], None] = show,
    ) -> None:
        self._session = session
        self._inbox = inbox
        self._outbox = outbox
        self._log = log
        self._prompt = prompt
        self._tell = tell
        self._busy = False
        self._terminated = False
        self._told: set[str] = set()
        session.client = self

    def catch_signals(self) -> None:
        """Make SIGINT and SIGTERM this loop's business. Only the main thread may."""
        signal.signal(signal.SIGINT, self._on_interrupt)
        signal.signal(signal.SIGTERM, self._on_terminate)

    def run(self) -> int:
        """Serve the client until it leaves, and return the exit code."""
        try:
            return self._serve()
        except Disconnected:
            return 0
        except Terminated:
            return TERMINATED
        except OSError as error:
            warn(f"cannot write a reply: {error.strerror}")
            return 1
        finally:
            with suppress(Terminated):
                self._session.close()
            self._log.close()

    def send(self, data: bytes) -> None:
        """Write a part of a reply now."""
        self._log.sent(data)
        self._outbox.write(data)

    def post(self, call: Callable[[], None]) -> None:
        """Have a call made between two lines."""
        self._inbox.post(call)

    def mention(self, text: str) -> None:
        """Tell the person behind the client, in one line, and the log."""
        warn(text)
        self._log.note(text)

    def listen(self) -> None:
        """Ring the bell at the next byte until the command ends."""
        self._inbox.alert = True
        if self._inbox.stirred():
            self._session.bell.ring()

    def _serve(self) -> int:
        warned = ended = False
        while not (ended and not self._session.owes()):
            line = self._next()
            if line.call is not None:
                self._make(line.call)
                continue
            if line.kind == NUDGE:
                if warned:
                    self._tell("\n")
                    return INTERRUPTED
                if self._prompt:
                    self._tell(HINT)
                    warned = True
                continue
            warned = False
            if line.kind == END:
                ended = True
                continue
            code = self._carry_out(line)
            if code is not None:
                return code
        if self._prompt:
            self._tell("\n")
        return 0

    def _make(self, call: Callable[[], None]) -> None:
        """Make a call that another thread has posted. What it fails at is over."""
        self._busy = True
        try:
            call()
        except (Disconnected, OSError):
            raise
        except Exception as fault:
            self._report(fault, "none")
        self._busy = False
        if self._terminated:
            raise Terminated
        self._tell_of_shortages()

    def _next(self) -> Line:
        """The next line. The session may use the time until there is one."""
        prompt = self._prompt
        while True:
            if prompt and self._inbox.empty():
                self._tell(prompt)
                prompt = ""
            self._inbox.alert = True
            self._session.bell.clear()
            while self._inbox.empty():
                self._idle()
                if not self._session.bell.rung or self._inbox.stirred():
                    break
                # A ring that comes late, for a line that has been answered, ends nothing that came of it.
                self._session.bell.clear()
            self._inbox.alert = False
            line = self._inbox.take()
            if line.kind != WAKE:
                return line

    def _idle(self) -> None:
        """Let the session use the time. What it fails at is over, and the next line finds it as it was."""
        try:
            self._session.idle()
        except (Disconnected, OSError):
            raise
        except Exception as fault:
            self._report(fault, "none")
        self._tell_of_shortages()

    def _carry_out(self, line: Line) -> int | None:
        """Answer one line. Returns the exit code if the session ends with it."""
        self._busy = True
        try:
            reply = self._answer(line)
        except MemoryError as fault:
            reply = self._session.starved(line.data, fault)
        self._busy = self._inbox.alert = False
        self._tell_of_shortages()
        if self._terminated:
            raise Terminated
        if reply is None:
            return None
        self.send(reply.data)
        if reply.note:
            self._log.note(reply.note)
            if self._prompt:
                self._tell(f"({plain(reply.note)})\n")
        if reply.fault is not None:
            self._report(reply.fault, line.data[:200].decode("utf-8", "replace").strip())
        return reply.code

    def _answer(self, line: Line) -> Reply | None:
        self._log.received(line.data, line.at)
        self._session.bell.clear()
        if self._inbox.hurried(line):
            self._session.bell.ring()
        return self._session.answer(line.data, line.cut, line.at)

    def _tell_of_shortages(self) -> None:
        """Say once of each kind what the session has to do without."""
        for kind, text in self._session.shortages().items():
            if kind not in self._told:
                self._told.add(kind)
                self.mention(text)

    def _report(self, fault: Exception, command: str) -> None:
        """Say on one line of stderr what went wrong, and put the traceback into the log."""
        import traceback

        advice = "" if self._log.active else "; --log FILE keeps the traceback"
        warn(f"internal error: {cause(fault)} ({_build()}, command {command!r}{advice})")
        self._log.note("".join(traceback.format_exception(fault)))

    def _on_interrupt(self, signum: int, frame: object) -> None:
        self._inbox.hurry()
        if not self._busy:
            self._inbox.nudge()

    def _on_terminate(self, signum: int, frame: object) -> None:
        # Raising also ends a write to a client that does not read; the flag holds where a callback of the
        # interpreter swallowed the exception.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        self._terminated = True
        self._session.bell.ring()
        raise Terminated


def _build() -> str:
    """The line that a report of an error must name: this version, the platform and the interpreter."""
    machine = os.uname().machine if hasattr(os, "uname") else "unknown"
    python = ".".join(map(str, sys.version_info[:3]))
    return f"Outflank {__version__}, {sys.platform} {machine}, Python {python}"
