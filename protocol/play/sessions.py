"""Sessions of pages: an engine each, the connections that look at it, and whose request is whose answer."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from outflank.protocol import __version__
from outflank.protocol.console.json_types import JsonObject
from outflank.protocol.console.outbox import warn
from outflank.protocol.json_lines.messages.lines import Id, decode, encode, id_of
from outflank.protocol.json_lines.messages.problems import Problem
from outflank.protocol.play.engine import Engine

NAME = re.compile(r"[0-9a-f]{32}")
MOST_SESSIONS = 16
MOST_WATCHERS = 4
"""Connections that share a session: a tab, its copies, and those of it that are not known to be gone yet."""
KEPT_SECONDS = 12 * 3600.0
"""A session without a connection is kept so long."""
SCHEMA = 1
MOST_OPEN = 256
"""Requests of a connection that are not answered yet."""
QUICK_DEATH, MOST_DEATHS = 5.0, 3
"""An engine that ends so often so soon after it began is not started again."""
REFUSED = ("quit",)
"""Requests that are not a page's: the engine is the session's."""


class Watcher(Protocol):
    """A page that is connected."""

    def tell(self, line: bytes) -> None:
        """Send a message."""

    def leave(self, code: int, text: str) -> None:
        """End the connection, with a reason."""


class Session:
    """One engine and its pages. `watch` is told of each engine that is started, `unwatch` of each that has
    gone."""

    def __init__(
        self,
        name: str,
        options: Sequence[str],
        first: JsonObject,
        watch: Callable[[Session], None],
        unwatch: Callable[[Engine], None],
        key: str = "",
    ) -> None:
        self.name = name
        self.watchers: list[Watcher] = []
        self.last_seen = time.monotonic()
        self._options, self._first = options, first
        self._watch, self._unwatch, self._key = watch, unwatch, key
        self._numbers = 0
        self._open: dict[int, tuple[Watcher | None, Id]] = {}
        self._link = ""
        self._deaths = 0
        self._begin()

    def _begin(self) -> None:
        """Start the engine, and have it go on where the one before was."""
        self._began = time.monotonic()
        self.engine = Engine(self._options, self._key)
        self._watch(self)
        begin = {"do": "link", "link": self._link} if self._link else {"do": "new", **self._first}
        self._ask(None, 0, begin)

    def join(self, watcher: Watcher, fresh: bool) -> None:
        """Let a page look on: it is told what there is."""
        self.watchers.append(watcher)
        welcome = {"type": "welcome", "version": __version__, "schema": SCHEMA, "session": self.name}
        watcher.tell(encode({**welcome, "fresh": fresh, "limits": {}}))
        self._ask(None, 0, {"do": "state"})

    def part(self, watcher: Watcher) -> None:
        """A page has gone. What it had asked for is answered to nobody."""
        self.watchers.remove(watcher)
        self.last_seen = time.monotonic()
        for number, (who, name) in list(self._open.items()):
            if who is watcher:
                self._open[number] = None, name
        if not self.watchers:
            # Nobody reads what is thought; a page that comes back asks for it again.
            for wish in ("watch", "losses"):
                self._ask(None, 0, {"do": wish, "on": False})

    def hear(self, watcher: Watcher, data: bytes) -> None:
        """Take in a message of a page."""
        name: Id | None = None
        try:
            message = decode(data)
            name = id_of(message)
            if name is None:
                raise Problem("bad_message", "a request has an id", "id")
            if message.get("do") in REFUSED:
                raise Problem("unknown_request", "this request is not for pages", "do")
            mine = [number for number, (who, _) in self._open.items() if who is watcher]
            if len(mine) >= MOST_OPEN:
                raise Problem("too_many", f"{MOST_OPEN} requests are not answered yet")
            if any(self._open[number][1] == name for number in mine):
                raise Problem("duplicate_id", "a request of this id is not answered yet", "id")
            if message.get("do") == "cancel" and "of" in message:
                message["of"] = next((number for number in mine if self._open[number][1] == message["of"]), 0)
        except Problem as problem:
            told = {"type": "error", "id": name, "code": problem.code, "text": problem.text}
            watcher.tell(encode({**told, **({"where": problem.where} if problem.where else {})}))
            return
        self._ask(watcher, name, message)

    def look(self) -> None:
        """Pass on what the engine has said, or see that it has ended."""
        lines = self.engine.lines()
        if lines is None:
            self._bury()
            return
        for line in lines:
            self._pass_on(line)

    def end(self, code: int, text: str) -> None:
        """Send the pages away, and the engine."""
        for watcher in list(self.watchers):
            watcher.leave(code, text)
        self._unwatch(self.engine)
        self.engine.dismiss()

    def _ask(self, watcher: Watcher | None, name: Id, message: JsonObject) -> None:
        self._numbers += 1
        self._open[self._numbers] = watcher, name
        if not self.engine.send(encode({**message, "id": self._numbers})):
            self._bury()

    def _pass_on(self, line: bytes) -> None:
        """A message of the engine, to who has asked, or to all."""
        message = json.loads(line)
        if message["type"] == "state":
            self._link = message["link"]
        number = message.get("id")
        if message["type"] in ("result", "error", "report"):
            watcher, name = self._open.get(number, (None, 0))
            if message["type"] != "report":
                self._open.pop(number, None)
            if watcher is not None:
                watcher.tell(encode({**message, "id": name}))
            return
        for watcher in list(self.watchers):
            watcher.tell(line + b"\n")

    def _bury(self) -> None:
        """The engine has ended by itself: say so, and start another where this one was."""
        self._unwatch(self.engine)
        code = self.engine.end()
        text = f"the engine has ended (exit code {code}); another one goes on with the game"
        warn(text)
        unanswered, self._open = self._open, {}
        for watcher, name in unanswered.values():
            if watcher is not None:
                watcher.tell(encode({"type": "error", "id": name, "code": "gone", "text": text}))
        for watcher in list(self.watchers):
            watcher.tell(encode({"type": "trouble", "code": "gone", "text": text}))
        quick = time.monotonic() - self._began < QUICK_DEATH
        self._deaths = self._deaths + 1 if quick else 0
        if self._deaths >= MOST_DEATHS:
            # The game itself may be what it dies of.
            self._link, self._deaths = "", 0
            for watcher in list(self.watchers):
                watcher.leave(4005, "the engine ends again and again")
        self._begin()
