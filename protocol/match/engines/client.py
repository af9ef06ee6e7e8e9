"""Base of the clients of engines in processes of their own, whichever protocol they speak."""

from __future__ import annotations

from outflank.engine.lab.client import Answer, EngineSpec, GameSetup, Request, Turn
from outflank.engine.lab.stop import Stop
from outflank.protocol.match.engines.process import Peer

START = 30.0
"""Seconds for an engine to load what it needs and to answer for the first time."""
REPLY = 10.0
"""Seconds for a reply to anything else but the wish for a move."""


class ProcessClient:
    """A client (engine/lab/client.Client) at the other end of pipes, which may have to be started again."""

    farewell = b"quit\n"
    listens = True

    def __init__(self, spec: EngineSpec, stop: Stop | None = None) -> None:
        self.spec = spec
        self.program = ""
        self.setup: GameSetup | None = None
        self.player = 0
        self._stop = stop
        self._peer: Peer | None = None
        self._waited = 0.0

    @property
    def peer(self) -> Peer:
        """The running program."""
        assert self._peer is not None
        return self._peer

    @property
    def waited(self) -> float:
        """Seconds spent waiting for it, by all its programs so far."""
        return self._waited + (self._peer.waited if self._peer else 0.0)

    def start(self) -> None:
        """Have it run, and know its `program`: what it calls itself, with its version."""
        if self._peer is None:
            self._peer = Peer(self.spec.command, self.spec.folder, self._stop)
            self._greet()

    def begin(self, setup: GameSetup, player: int) -> None:
        """Get ready for a game as one of its players."""
        self.start()
        self.setup = setup
        self.player = player
        self._prepare(setup, player)

    def moved(self, turn: Turn) -> None:
        """Take in a turn, also one of its own."""
        raise NotImplementedError

    def choose(self, request: Request) -> Answer:
        """Its move."""
        raise NotImplementedError

    def stop(self) -> None:
        """The bell that its process listens to has been rung already."""

    def close(self, politely: bool = True) -> None:
        """End it."""
        if self._peer is not None:
            if politely:
                self._peer.end(self.farewell)
            else:
                self._peer.kill()
            self._waited += self._peer.waited
            self._peer = None

    def _greet(self) -> None:
        raise NotImplementedError

    def _prepare(self, setup: GameSetup, player: int) -> None:
        raise NotImplementedError
