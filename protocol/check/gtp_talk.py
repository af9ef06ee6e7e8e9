"""A dialogue with an engine in GTP, from the controller's end."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from outflank.engine.games import OTHELLO, find_game
from outflank.engine.variant import Variant
from outflank.protocol.check.recorded_process import Fault, Skip, Wire, need


class Reply(NamedTuple):
    """A reply: `=` or `?`, the id as it stands behind it, and the lines of its text."""

    sign: str
    id: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


class Gtp:
    """A dialogue in GTP. Every verb raises Fault when the reply is not framed as it must be."""

    def __init__(self, command: Sequence[str], patience: float) -> None:
        self.wire = Wire(command, patience)
        self.commands: frozenset[str] = frozenset()
        self.games: tuple[str, ...] = ("Othello",)
        self.name = ""

    def learn(self) -> None:
        """Note its name, its commands and its games, where it tells them."""
        with suppress(Fault):
            self.name = self.reply_to("name").text
        with suppress(Fault):
            self.commands = frozenset(self.reply_to("list_commands").text.split())
        if "list_games" in self.commands:
            with suppress(Fault):
                self.games = tuple(line.strip() for line in self.reply_to("list_games").lines if line.strip())

    def reply(self, seconds: float | None = None) -> Reply:
        """The next reply."""
        line = self.wire.line(seconds)
        while not line:
            line = self.wire.line(seconds)
        return self._rest_of(line, seconds)

    def _rest_of(self, line: str, seconds: float | None = None) -> Reply:
        """The reply that begins with a line."""
        need(line[:1] in ("=", "?"), f"a reply begins with {line[:20]!r}, neither = nor ?")
        sign, rest = line[0], line[1:]
        size = next((at for at, letter in enumerate(rest) if not letter.isdigit()), len(rest))
        lines = [rest[size:].removeprefix(" ")]
        while line := self.wire.line(seconds):
            lines.append(line)
        return Reply(sign, rest[:size], tuple(lines) if lines != [""] else ())

    def reply_to(self, command: str, seconds: float | None = None) -> Reply:
        """The reply to a command without an id."""
        self.wire.send(command + "\n")
        reply = self.reply(seconds)
        need(not reply.id, f"a reply has the id {reply.id}, and the command had none")
        return reply

    def ok(self, command: str, seconds: float | None = None) -> str:
        """The text of a success."""
        reply = self.reply_to(command, seconds)
        need(reply.sign == "=", f"{command!r} fails: {reply.text}")
        return reply.text

    def refused(self, command: str) -> str:
        """The text of a failure."""
        reply = self.reply_to(command)
        need(reply.sign == "?", f"{command!r} succeeds")
        return reply.text

    def ignores(self, *lines: str) -> bool:
        """Tell whether lines have no reply, however fast or slow it is: the next thing that it says is the
        answer to what is asked behind them. What it says instead is taken."""
        name = self.ok("name")
        self.wire.send("".join(line + "\n" for line in (*lines, "name")))
        first = self.wire.line()
        if first and self._rest_of(first).text == name:
            return True
        for _ in lines:
            if self.reply().text == name:
                break
        return False

    def numbered(self, number: int, command: str) -> Reply:
        """The reply to a command with an id, which must come back behind the sign."""
        self.wire.send(f"{number} {command}\n")
        reply = self.reply()
        need(
            reply.id == str(number),
            f"the id {number} comes back as {reply.id!r} (before {reply.text[:20]!r})",
        )
        return reply

    def has(self, *names: str) -> None:
        """Skip where it does not list these commands."""
        missing = [name for name in names if name not in self.commands]
        if missing:
            raise Skip(f"{missing[0]} is not listed")

    def othello(self) -> None:
        """Have an empty board of Othello; Skip where it plays other games."""
        if "Othello" not in self.games:
            raise Skip("it does not play Othello")
        self._set_game("Othello", OTHELLO)
        self.ok("clear_board")

    def known_game(self) -> None:
        """Have a board of Othello, or else of the first game of its list that is known here, if there is one:
        which sizes other games have cannot be said, nor which game it begins with."""
        known = [(name, variant) for name in self.games if (variant := find_game(name)) is not None]
        if known:
            self._set_game(*next((row for row in known if row[1] == OTHELLO), known[0]))

    def _set_game(self, name: str, variant: Variant) -> None:
        """Have it play a game, on a board of the usual size."""
        if "set_game" in self.commands:
            self.ok(f"set_game {name}")
        self.ok(f"boardsize {variant.sizes[0]}")

    def close(self) -> None:
        """Leave nothing of it behind."""
        self.wire.close("quit\n")
