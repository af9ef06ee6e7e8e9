"""The server of the page: one thread, one `select`, and an end to everybody's patience.

It listens on the loopback, and answers nobody who does not know the secret in the path, names another host or
comes from another page. Files come from a fixed table; what is sent goes into an engine's pipe alone.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from hmac import compare_digest
from typing import Any

from outflank.protocol.play.address import HOST, Address
from outflank.protocol.play.engine import Engine
from outflank.protocol.play.files import ASSETS, PAGE
from outflank.protocol.play.http import LONGEST_HEAD, Asked, Bad, answer, read_head, upgrade
from outflank.protocol.play.sessions import KEPT_SECONDS, MOST_SESSIONS, MOST_WATCHERS, NAME, Session
from outflank.protocol.play.websocket import (
    CLOSE,
    PING,
    PONG,
    TEXT,
    Broken,
    Reader,
    accept_key,
    frame,
    goodbye,
)
from outflank.protocol.web.files import asset

CHUNK = 1 << 16
MOST_CONNECTIONS = 64
HEAD_SECONDS = 5.0
"""A head that takes longer is not waited for, however its bytes drip."""
QUIET_SECONDS, PING_SECONDS = 60.0, 20.0
"""A page that says nothing for so long has gone; it is asked now and then whether it is there."""
FAREWELL_SECONDS = 2.0
MOST_MESSAGE = 8 << 20
MOST_UNSENT = 32 << 20
"""Bytes that wait for a page; a state of the longest game has some hundred thousand."""
RATE, BURST = 100.0, 200.0
"""Messages a second of a page, on average, and at once."""
GRACE_SECONDS = 30.0
"""Without a page for so long the server ends: a reload takes less, and a machine that sleeps has no time."""
TICK = 0.5
TOO_MANY_SESSIONS, TOO_MANY_WATCHERS, TOO_FAST, SERVER_ENDS, SESSION_ENDS = 4001, 4002, 4003, 4004, 4005


class Connection:
    """One connection: first the head of a request, then an answer and its end, or a WebSocket."""

    def __init__(self, server: Server, socket: socket.socket) -> None:
        self.socket = socket
        self.session: Session | None = None
        self.deadline = time.monotonic() + HEAD_SECONDS
        self._server = server
        self._head = b""
        self._reader: Reader | None = None
        self._unsent = bytearray()
        self._leaving = False
        self._heard = self._asked = time.monotonic()
        self._credit, self._counted = BURST, time.monotonic()

    @property
    def writes(self) -> bool:
        """Whether something waits to be sent."""
        return bool(self._unsent)

    def tell(self, line: bytes) -> None:
        """Send a message to the page."""
        if not self._leaving:
            self._send(frame(TEXT, line.rstrip(b"\n")))

    def leave(self, code: int, text: str = "") -> None:
        """End the connection, with a reason."""
        if self._leaving:
            return
        self._send(goodbye(code, text) if self._reader is not None else b"")
        self._leaving, self.deadline = True, time.monotonic() + FAREWELL_SECONDS

    def read(self) -> None:
        """Take in what has come."""
        try:
            data = self.socket.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._server.drop(self)
        elif self._reader is not None:
            self._take(data)
        elif not self._leaving:
            self._take_head(data)

    def flush(self) -> None:
        """Send what goes out now."""
        try:
            while self._unsent:
                del self._unsent[: self.socket.send(self._unsent[:CHUNK])]
        except BlockingIOError:
            return
        except OSError:
            self._server.drop(self)
            return
        if self._leaving and self._reader is None:
            self._server.drop(self)

    def look_at_clock(self, now: float) -> None:
        """Ask whether the page is there, and let go of who takes too long."""
        if self._reader is None or self._leaving:
            if now > self.deadline:
                self._server.drop(self)
        elif now - self._heard > QUIET_SECONDS:
            self._server.drop(self)
        elif now - max(self._heard, self._asked) > PING_SECONDS:
            self._asked = now
            self._send(frame(PING))

    def _send(self, data: bytes) -> None:
        self._unsent += data
        if len(self._unsent) > MOST_UNSENT:
            self._server.drop(self)
        else:
            self.flush()

    def _finish(self, data: bytes) -> None:
        """Send an answer, and end."""
        self._leaving, self.deadline = True, time.monotonic() + FAREWELL_SECONDS
        self._send(data)

    def _take_head(self, data: bytes) -> None:
        self._head += data
        end = self._head.find(b"\r\n\r\n")
        try:
            if end > LONGEST_HEAD or (end < 0 and len(self._head) > LONGEST_HEAD):
                raise Bad(431)
            if end >= 0:
                self._answer(read_head(self._head[:end]), self._head[end + 4 :])
        except Bad as bad:
            self._finish(answer(bad.code))

    def _answer(self, asked: Asked, rest: bytes) -> None:
        path = self._server.permitted(asked)
        if not path.startswith("session/"):
            self._finish(self._server.file(path))
            return
        name, accept = path.removeprefix("session/"), accept_key(asked.headers.get("sec-websocket-key", ""))
        upgrades = "websocket" in asked.headers.get("upgrade", "").lower()
        version = asked.headers.get("sec-websocket-version")
        # A page always says where it comes from; a program that does not is none.
        if not (upgrades and accept and version == "13" and "origin" in asked.headers):
            raise Bad(400)
        if not NAME.fullmatch(name):
            raise Bad(404)
        self._reader = Reader(MOST_MESSAGE)
        self._send(upgrade(accept))
        self._server.join(self, name)
        if rest:
            self._take(rest)

    def _take(self, data: bytes) -> None:
        """Take in what a page sends."""
        self._heard = time.monotonic()
        if self._reader is None or self._leaving:
            return
        try:
            for kind, message in self._reader.feed(data):
                if kind == TEXT and self.session is not None and self._afford():
                    self.session.hear(self, message)
                elif kind == PING:
                    self._send(frame(PONG, message))
                elif kind == CLOSE:
                    self._send(frame(CLOSE, message[:2]))
                    self._server.drop(self)
                    return
        except Broken as broken:
            self.leave(broken.code, str(broken))

    def _afford(self) -> bool:
        """Count a message; false, and the connection ends, where there are too many."""
        now = time.monotonic()
        self._credit = min(BURST, self._credit + RATE * (now - self._counted)) - 1
        self._counted = now
        if self._credit < 0:
            self.leave(TOO_FAST, "too many messages")
        return self._credit >= 0 and not self._leaving


class Server:
    """Serves pages until it is ended, or where it `waits` for nobody until the last page has gone."""

    def __init__(
        self,
        ear: socket.socket,
        address: Address,
        options: Sequence[str],
        first: dict[str, Any],
        waits: bool = False,
    ) -> None:
        self._ear, self._address = ear, address
        self._options, self._first = options, first
        self._waits = waits
        self._selector = selectors.DefaultSelector()
        self._connections: set[Connection] = set()
        self._sessions: dict[str, Session] = {}
        self._dismissed: list[Engine] = []
        self._seen = False
        self._alone_since = time.monotonic()
        self._types = dict(ASSETS)
        self._policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"font-src 'self'; connect-src 'self' ws://{HOST}:{address.port}; form-action 'none'; "
            "base-uri 'none'; frame-ancestors 'none'"
        )

    def run(self) -> None:
        """Serve until there is nobody left to serve."""
        self._selector.register(self._ear, selectors.EVENT_READ, None)
        while not self._is_done():
            for key, events in self._selector.select(TICK):
                if key.data is None:
                    self._welcome()
                elif isinstance(key.data, Connection):
                    self._attend(key.data, events)
                elif key.data[0] is key.data[1].engine:
                    self._attend_engine(key.data[1], events)
            self._look_at_clock()

    def close(self) -> None:
        """Send everybody away, and leave no engine behind."""
        for session in self._sessions.values():
            session.end(SERVER_ENDS, "the server ends")
            self._dismissed.append(session.engine)
        for connection in list(self._connections):
            connection.flush()
            self.drop(connection)
        for engine in self._dismissed:
            engine.end()
        self._selector.close()
        self._ear.close()

    def permitted(self, asked: Asked) -> str:
        """The path behind the secret. Bad where the request is not the page's, or the browser's that opens
        it: it must name this host, by its number, know the secret, and come from no other page."""
        if asked.headers.get("host") != f"{HOST}:{self._address.port}":
            raise Bad(403)
        if asked.headers.get("origin", self._address.origin) != self._address.origin:
            raise Bad(403)
        secret, _, path = asked.path[1:].partition("?")[0].partition("/")
        whole = asked.path.startswith(f"/{secret}/")
        if not compare_digest(secret.encode("latin-1"), self._address.token.encode("ascii")) or not whole:
            raise Bad(404)
        return path

    def file(self, path: str) -> bytes:
        """The answer with a file of the table."""
        name = path or PAGE
        kind = self._types.get(name)
        if kind is None:
            raise Bad(404)
        return answer(200, asset(name.replace("/assets/", "/", 1)).encode("utf-8"), kind, self._policy)

    def join(self, connection: Connection, name: str) -> None:
        """Have a page look at the session of that name, which may be new."""
        fresh = name not in self._sessions
        if fresh and len(self._sessions) >= MOST_SESSIONS and not self._make_room():
            connection.leave(TOO_MANY_SESSIONS, f"{MOST_SESSIONS} sessions are open")
            return
        if fresh:
            try:
                made = Session(name, self._options, self._first, self._watch, self._unwatch)
            except OSError as error:
                connection.leave(SESSION_ENDS, f"no engine can be started: {error.strerror}")
                return
            self._sessions[name] = made
        session = self._sessions[name]
        if len(session.watchers) >= MOST_WATCHERS:
            connection.leave(TOO_MANY_WATCHERS, f"{MOST_WATCHERS} connections share this session")
            return
        connection.session, self._seen = session, True
        session.join(connection, fresh)

    def drop(self, connection: Connection) -> None:
        """Let go of a connection."""
        if connection not in self._connections:
            return
        self._connections.discard(connection)
        self._selector.unregister(connection.socket)
        connection.socket.close()
        if connection.session is not None:
            connection.session.part(connection)
            connection.session = None
        if not any(session.watchers for session in self._sessions.values()):
            self._alone_since = time.monotonic()

    def _welcome(self) -> None:
        """Take in a connection, or send it away where there are too many."""
        with suppress(OSError):
            found, _ = self._ear.accept()
            found.setblocking(False)
            if len(self._connections) >= MOST_CONNECTIONS:
                with suppress(OSError):
                    found.send(answer(503))
                found.close()
                return
            connection = Connection(self, found)
            self._connections.add(connection)
            self._selector.register(found, selectors.EVENT_READ, connection)

    def _attend(self, connection: Connection, events: int) -> None:
        if connection in self._connections and events & selectors.EVENT_WRITE:
            connection.flush()
        if connection in self._connections and events & selectors.EVENT_READ:
            connection.read()

    def _attend_engine(self, session: Session, events: int) -> None:
        if events & selectors.EVENT_WRITE:
            session.engine.flush()
        if events & selectors.EVENT_READ:
            session.look()

    def _watch(self, session: Session) -> None:
        self._selector.register(session.engine.output, selectors.EVENT_READ, (session.engine, session))

    def _unwatch(self, engine: Engine) -> None:
        for pipe in (engine.output, engine.input):
            with suppress(KeyError, ValueError):
                self._selector.unregister(pipe)

    def _look_at_clock(self) -> None:
        """See who has gone, what waits to be written, and what is too old."""
        now = time.monotonic()
        for connection in list(self._connections):
            connection.look_at_clock(now)
            if connection in self._connections:
                wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if connection.writes else 0)
                self._selector.modify(connection.socket, wanted, connection)
        for session in self._sessions.values():
            watched = session.engine.input in self._selector.get_map()
            if session.engine.unsent and not watched:
                self._selector.register(
                    session.engine.input, selectors.EVENT_WRITE, (session.engine, session)
                )
            elif watched and not session.engine.unsent:
                self._selector.unregister(session.engine.input)
        for name, session in list(self._sessions.items()):
            if not session.watchers and now - session.last_seen > KEPT_SECONDS:
                self._forget(name)
        self._dismissed = [engine for engine in self._dismissed if not engine.ended()]

    def _make_room(self) -> bool:
        """Give up the session that nobody has looked at for longest; false where all are looked at."""
        alone = [session for session in self._sessions.values() if not session.watchers]
        if alone:
            self._forget(min(alone, key=lambda session: session.last_seen).name)
        return bool(alone)

    def _forget(self, name: str) -> None:
        session = self._sessions.pop(name)
        session.end(SESSION_ENDS, "the session has ended")
        self._dismissed.append(session.engine)

    def _is_done(self) -> bool:
        """Whether the last page has gone, and not come back."""
        if self._waits or not self._seen or any(session.watchers for session in self._sessions.values()):
            return False
        return time.monotonic() - self._alone_since > GRACE_SECONDS
