"""Commands by name, the ladder of errors, and readers of arguments.

A handler takes the session and its words and returns the text of a successful reply. What else can happen
is a ladder of four: CommandError is a failure reply, CommandFatal a failure reply and the end, Quit a
success reply and the end, any other exception an internal error after which the session goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from outflank.protocol.console.outbox import LONGEST, Disconnected, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

GREATEST_INT = 2**31 - 1


class CommandError(Exception):
    """The command fails with this text and has changed nothing. `note` says more to who reads the log."""

    def __init__(self, text: str, note: str = "") -> None:
        super().__init__(text)
        self.note = note


class CommandFatal(Exception):
    """The command fails with this text and the session cannot go on."""


class Quit(Exception):
    """The command succeeds with this text and is the last one."""


class Outcome:
    """What a command came to: success or failure with a text, the exit code when the session ends with
    it, the exception behind an internal error, and a note on a failure for the log."""

    __slots__ = ("good", "text", "code", "fault", "note")

    def __init__(
        self,
        good: bool,
        text: str,
        code: int | None = None,
        fault: Exception | None = None,
        note: str = "",
    ) -> None:
        self.good = good
        self.text = text
        self.code = code
        self.fault = fault
        self.note = note


class Reply:
    """What the desk sends for a line: the bytes; and `code`, `fault` and `note` as in Outcome."""

    __slots__ = ("data", "code", "fault", "note")

    def __init__(
        self, data: bytes, code: int | None = None, fault: Exception | None = None, note: str = ""
    ) -> None:
        self.data = data
        self.code = code
        self.fault = fault
        self.note = note


class Peer:
    """What a session may do to the other end while a command runs."""

    def send(self, data: bytes) -> None:
        """Write a part of a reply now. Disconnected when nobody reads any more."""
        raise NotImplementedError

    def listen(self) -> None:
        """Ring the bell at the next byte that comes in, at once if one is there, until the command ends."""
        raise NotImplementedError


class Session:
    """What the desk asks of a protocol."""

    bell: Any
    """The engine's bell: `ring()` ends what it does, `clear()` before each command."""
    peer: Peer
    """The other end; the desk sets it."""
    arrived: float | None
    """When the line to be answered arrived, in time.monotonic(); the desk sets it."""

    def hurries(self, data: bytes) -> bool:
        """Whether this line may not wait behind the command that runs, which then ends early with a
        normal reply. Called in the reader's thread."""
        raise NotImplementedError

    def answer(self, data: bytes, cut: bool) -> Reply | None:
        """Carry out one line, of which only the beginning is there when `cut`. None when the protocol
        has no reply to it."""
        raise NotImplementedError

    def shortages(self) -> dict[str, str]:
        """What the session has to do without, {kind: a line for the person behind the peer}; mostly
        nothing."""
        return {}

    def idle(self) -> None:
        """Use the time in which no line waits; return when the bell rings, or at once."""


class Command:
    """A name, the words it takes, what it does, and the handler.

    The usage is binding: `COLOUR MOVE` takes exactly two words, `[COMMAND]` none or one, `NAME...` one or
    more, and a command without usage ignores words.
    """

    __slots__ = ("name", "usage", "about", "run", "least", "most")

    def __init__(self, name: str, usage: str, about: str, run: Callable[..., str]) -> None:
        self.name = name
        self.usage = usage
        self.about = about
        self.run = run
        words = usage.split()
        self.least = sum(not word.startswith("[") for word in words)
        self.most = GREATEST_INT if not words or words[-1].rstrip("]").endswith("...") else len(words)

    @property
    def line(self) -> str:
        """The name with its usage."""
        return f"{self.name} {self.usage}".rstrip()

    def accepts(self, words: list[str]) -> bool:
        """Whether the number of words is right."""
        return self.least <= len(words) <= self.most


class Table:
    """The commands of one protocol in the order they were added.

    `refusals` gives the text for exceptions by which the engine refuses; an empty text stands for the
    exception's own.
    """

    def __init__(self, refusals: Mapping[type[Exception], str]) -> None:
        self.commands: dict[str, Command] = {}
        self._refusals = refusals

    def command(self, name: str, usage: str = "") -> Callable[[Callable[..., str]], Callable[..., str]]:
        """Decorator: add a handler whose docstring is the command's help."""

        def add(run: Callable[..., str]) -> Callable[..., str]:
            if name in self.commands:
                raise ValueError(f"two commands are called {name}")
            about = " ".join((run.__doc__ or "").split())
            self.commands[name] = Command(name, usage, about, run)
            return run

        return add

    def run(self, session: Any, name: str, words: list[str]) -> Outcome:
        """Run a command and say what it came to. Raises nothing that is an Exception."""
        command = self.commands.get(name)
        if command is None:
            return Outcome(False, "unknown command")
        if not command.accepts(words):
            return Outcome(False, "syntax error")
        return guard(lambda: command.run(session, words), self._refusals)


def guard(run: Callable[[], str], refusals: Mapping[type[Exception], str]) -> Outcome:
    """The outcome of a handler, whatever it raises but Disconnected: the ladder of errors of every protocol.

    `refusals` gives the text for exceptions that mean bad input; an empty text stands for the exception's
    own. Anything else is a fault of ours."""
    try:
        return Outcome(True, run())
    except CommandError as error:
        return Outcome(False, plain(str(error), LONGEST), note=error.note)
    except CommandFatal as error:
        return Outcome(False, plain(str(error), LONGEST), code=1)
    except Quit as end:
        return Outcome(True, str(end), code=0)
    except Disconnected:
        raise
    except Exception as fault:
        for kind, text in refusals.items():
            if isinstance(fault, kind):
                return Outcome(False, text or plain(str(fault), LONGEST))
        return Outcome(False, f"internal error: {cause(fault)}", fault=fault)


def interrupts(data: bytes) -> bool:
    """Whether a line is the comment `# interrupt`, by which a controller ends a search early."""
    return len(data) < 64 and data.split() == [b"#", b"interrupt"]


def cause(fault: Exception) -> str:
    """An exception in one line."""
    return " ".join(f"{type(fault).__name__}: {fault}".rstrip(": ").split())


def integer(word: str) -> int:
    """An int as GTP has it: unsigned decimal, at most 2**31 - 1."""
    if not (word.isascii() and word.isdigit()) or len(word) > 10 or int(word) > GREATEST_INT:
        raise CommandError("syntax error")
    return int(word)


def number(word: str) -> float:
    """A finite decimal number, with or without sign, point and exponent."""
    try:
        value = float(word)
    except ValueError:
        raise CommandError("syntax error") from None
    if not word.isascii() or "_" in word or value - value != 0:
        raise CommandError("syntax error")
    return value
