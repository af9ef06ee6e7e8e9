"""An engine as a match sees it, whichever protocol it speaks.

A contender is started with `begin`, which also prepares every further game; what happens in the game it is
told by `moved`, move by move, its own and forced passes included, the opening first; `choose` asks it for a
move; `close` ends it. After any Trouble (arena/peer.py) it is to be closed, and the next `begin` starts it
anew. `Unable` means that it does not play such a game, or not from there, or not with such a clock, which is
no fault: nothing can be played.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from outflank.engine.variant import Variant
from outflank.protocol.match.clock import Clock
from outflank.protocol.match.engines.process import Peer, Stop

START = 30.0
"""Seconds for an engine to load what it needs and to answer for the first time."""
REPLY = 10.0
"""Seconds for a reply to anything else but the wish for a move."""
GRACE = 2.0
"""Seconds for which an engine that has lost on time is waited for, so that it is known how late it was."""
RESIGN = "resign"
PASS = "pass"


class Unable(Exception):
    """An engine cannot be asked to play this."""


class Entry(NamedTuple):
    """An engine to start: its name in the match, its command, the protocol it speaks (gtp or nboard), the
    folder it is started in, lines that are sent to it after the start, whether it is asked what it thinks of
    its moves (an NBoard engine says so anyway), and seconds for a move where no clock runs."""

    name: str
    command: tuple[str, ...]
    protocol: str = "gtp"
    folder: str = ""
    setup: tuple[str, ...] = ()
    values: bool = False
    patience: float = 600.0


class Terms(NamedTuple):
    """A game to be played: what all who play it are told. `start` is a position, and `usual` says whether it
    is the game's own start."""

    variant: Variant
    size: int
    rules: Any
    start: Any
    usual: bool
    clock: Clock
    seats: tuple[str, ...]


class Answer(NamedTuple):
    """A move as its engine wrote it, or RESIGN, the seconds it took, and what the engine thinks of it: its
    value in `unit` (discs, or a share of 1) for who moves, visits and depth; None where it did not say."""

    move: str
    seconds: float
    value: float | None = None
    unit: str | None = None
    visits: int | None = None
    depth: int | None = None


class Contender:
    """What both protocols have in common: a peer that may have to be started again."""

    farewell = b"quit\n"

    def __init__(self, entry: Entry, stop: Stop | None = None) -> None:
        self.entry = entry
        self.program = ""
        self.terms: Terms | None = None
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
            self._peer = Peer(self.entry.command, self.entry.folder, self._stop)
            self._greet()

    def begin(self, terms: Terms, player: int) -> None:
        """Get ready for a game as one of its players."""
        self.start()
        self.terms = terms
        self._prepare(terms, player)

    def moved(self, player: int, move: str, forced: bool, answer: Answer | None, own: bool) -> None:
        """A player has made a move, written as the rules have it, or a pass; `own` is what this contender
        has just chosen, and `answer` what was said about the move, if it was chosen."""
        raise NotImplementedError

    def choose(self, player: int, left: float | None, limit: float, only: bool) -> Answer:
        """Its move, with so many seconds left on the clock and waited for up to a limit. `only` says that
        there is no other move."""
        raise NotImplementedError

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

    def _prepare(self, terms: Terms, player: int) -> None:
        raise NotImplementedError
