"""Replies to commands, and the ladder of errors that every protocol shares.

A handler returns the text of a successful reply. What else can happen is a ladder of four: CommandError is a
failure reply, CommandFatal a failure reply and the end, Quit a success reply and the end, any other exception
an internal error after which the session goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from outflank.engine.record import NamedTuple
from outflank.protocol.console.outbox import LONGEST, Disconnected, plain


class CommandError(Exception):
    """The command fails with this text and has changed nothing. `note` says more in the log."""

    def __init__(self, text: str, note: str = "") -> None:
        super().__init__(text)
        self.note = note


class CommandFatal(Exception):
    """The command fails with this text and the session cannot go on."""


class Quit(Exception):
    """The command succeeds with this text and is the last one."""


class Reply(NamedTuple):
    """The outcome of a line: success or failure with a text, and the bytes that a protocol makes of it.

    `code` is the exit code when the session ends with it, `fault` the exception behind an internal error,
    `note` a remark for the log."""

    good: bool
    text: str = ""
    code: int | None = None
    fault: Exception | None = None
    note: str = ""
    data: bytes = b""

    def framed(self, data: bytes, note: str = "") -> Reply:
        """The same outcome as these bytes, with a note where it has none."""
        return self._replace(note=self.note or note, data=data)


def guard(run: Callable[[], str], refusals: Mapping[type[Exception], str]) -> Reply:
    """Runs a handler and turns whatever it raises, but Disconnected, into a reply.

    `refusals` gives the text for exceptions that mean bad input; an empty text stands for the exception's
    own. Anything else is a fault of ours."""
    try:
        return Reply(True, run())
    except CommandError as error:
        return Reply(False, plain(str(error), LONGEST), note=error.note)
    except CommandFatal as error:
        return Reply(False, plain(str(error), LONGEST), code=1)
    except Quit as end:
        return Reply(True, str(end), code=0)
    except Disconnected:
        raise
    except Exception as fault:
        for kind, text in refusals.items():
            if isinstance(fault, kind):
                return Reply(False, text or plain(str(fault), LONGEST))
        return Reply(False, f"internal error: {cause(fault)}", fault=fault)


def cause(fault: Exception) -> str:
    """An exception in one line."""
    return " ".join(f"{type(fault).__name__}: {fault}".rstrip(": ").split())
