"""Commands by name: one table a protocol, filled by decorators."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from outflank.protocol.session.reply import Reply, guard
from outflank.protocol.session.words import GREATEST_INT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


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
        """Tell whether the number of words is right."""
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

    def run(self, session: Any, name: str, words: list[str]) -> Reply:
        """Run a command and say what it came to. Raises nothing that is an Exception."""
        command = self.commands.get(name)
        if command is None:
            return Reply(False, "unknown command")
        if not command.accepts(words):
            return Reply(False, "syntax error")
        return guard(lambda: command.run(session, words), self._refusals)
