"""A connection of a page: the head of a request, then an answer or a WebSocket."""

from __future__ import annotations

import socket
import time
from typing import Protocol

from outflank.protocol.play.http import LONGEST_HEAD, Asked, Bad, answer, read_head, upgrade
from outflank.protocol.play.sessions import NAME, Session
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

CHUNK = 1 << 16
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
TOO_FAST = 4003
SESSION, PROOF = "session/", "proof/"
"""Paths of WebSockets: a session, or a proof that this server knows the secret of a page."""


class Host(Protocol):
    """A server, as its connections ask it."""

    def permitted(self, asked: Asked) -> str:
        """The path behind the secret; Bad where the request is not the page's."""

    def file(self, path: str) -> bytes:
        """The answer with a file."""

    def proof(self, nonce: str) -> str:
        """The proof that the server knows the secret."""

    def join(self, connection: Connection, name: str) -> None:
        """Have a page look at the session of that name."""

    def drop(self, connection: Connection) -> None:
        """Let go of a connection."""


class Connection:
    """One connection: first the head of a request, then an answer and its end, or a WebSocket."""

    def __init__(self, server: Host, socket: socket.socket) -> None:
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
        """Tell whether something waits to be sent."""
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
        if not path.startswith((SESSION, PROOF)):
            self._finish(self._server.file(path))
            return
        kind, name = path[: path.index("/") + 1], path[path.index("/") + 1 :]
        accept = accept_key(asked.headers.get("sec-websocket-key", ""))
        upgrades = "websocket" in asked.headers.get("upgrade", "").lower()
        version = asked.headers.get("sec-websocket-version")
        # A page always says where it comes from; a program that does not is none.
        if not (upgrades and accept and version == "13" and "origin" in asked.headers):
            raise Bad(400)
        if not NAME.fullmatch(name):
            raise Bad(404)
        self._reader = Reader(MOST_MESSAGE)
        self._send(upgrade(accept))
        if kind == PROOF:
            self.tell(self._server.proof(name).encode("ascii"))
            self.leave(1000)
            return
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
