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

from outflank.protocol.play.address import HOST, Address
from outflank.protocol.play.connection import PROOF, Connection
from outflank.protocol.play.engine import Engine
from outflank.protocol.play.files import ASSETS, PAGE
from outflank.protocol.play.http import Asked, Bad, answer
from outflank.protocol.play.sessions import KEPT_SECONDS, MOST_SESSIONS, MOST_WATCHERS, Session
from outflank.protocol.web.files import asset

MOST_CONNECTIONS = 64
GRACE_SECONDS = 30.0
"""Without a page for so long the server ends: a reload takes less, and a machine that sleeps has no time."""
TICK = 0.5
TOO_MANY_SESSIONS, TOO_MANY_WATCHERS, SERVER_ENDS, SESSION_ENDS = 4001, 4002, 4004, 4005


class Server:
    """Serves pages until it is ended, or where it `waits` for nobody until the last page has gone."""

    def __init__(
        self,
        ear: socket.socket,
        address: Address,
        options: Sequence[str],
        first: dict[str, object],
        waits: bool = False,
        key: str = "",
    ) -> None:
        self._ear, self._address = ear, address
        self._options, self._first = options, first
        self._waits, self._key = waits, key
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
        it: it must name this host, by its number, and come from no other page, and know the secret unless it
        asks for a proof that this server does."""
        if asked.headers.get("host") != f"{HOST}:{self._address.port}":
            raise Bad(403)
        if asked.headers.get("origin", self._address.origin) != self._address.origin:
            raise Bad(403)
        if asked.path.startswith(f"/{PROOF}"):
            return asked.path[1:]
        secret, _, path = asked.path[1:].partition("?")[0].partition("/")
        whole = asked.path.startswith(f"/{secret}/")
        if not compare_digest(secret.encode("latin-1"), self._address.token.encode("ascii")) or not whole:
            raise Bad(404)
        return path

    def proof(self, nonce: str) -> str:
        """The proof that this server knows the secret, for a page that will not tell it to another."""
        return self._address.proof(nonce)

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
                made = Session(name, self._options, self._first, self._watch, self._unwatch, self._key)
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
        """Tell whether the last page has gone, and not come back."""
        if self._waits or not self._seen or any(session.watchers for session in self._sessions.values()):
            return False
        return time.monotonic() - self._alone_since > GRACE_SECONDS
