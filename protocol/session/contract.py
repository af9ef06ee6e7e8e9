"""Contract between the loop and a protocol, and what a protocol may do to its client."""

from __future__ import annotations

from outflank.protocol.session.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Ringing(Protocol):
        """The engine's bell, or one of the protocol's own."""

        @property
        def rung(self) -> bool: ...
        def ring(self) -> None: ...
        def clear(self) -> None: ...


class Client:
    """The other end of the pipe, as a session may use it while a command runs."""

    def send(self, data: bytes) -> None:
        """Write a part of a reply now. Disconnected when nobody reads any more."""
        raise NotImplementedError

    def listen(self) -> None:
        """Ring the bell at the next byte that comes in, at once if one is there, until the command ends."""
        raise NotImplementedError

    def post(self, call: Callable[[], None]) -> None:
        """Have a call made between two lines, in the thread that carries them out. Any thread may ask."""
        raise NotImplementedError


class Session:
    """A protocol at work for one client."""

    bell: Ringing
    """The engine's bell: `ring()` ends what it does, `clear()` before each command."""
    client: Client
    """The other end of the pipe; the loop sets it."""

    def hurries(self, data: bytes) -> bool:
        """Tell whether this line may not wait behind the command that runs, which then ends early with a
        normal reply. Called in the reader's thread."""
        raise NotImplementedError

    def hasten(self) -> None:
        """End early what was asked for so far. Called in the reader's thread or a signal's handler."""
        self.bell.ring()

    def answer(self, data: bytes, cut: bool, arrived: float | None = None) -> Reply | None:
        """Carry out one line, of which only the beginning is there when `cut`, and which arrived at
        time.monotonic() `arrived`. None when the protocol has no reply to it."""
        raise NotImplementedError

    def starved(self, data: bytes, fault: MemoryError) -> Reply:
        """Answer a line for which there is not even the memory to read it, or to say what came of it."""
        return Reply(False, fault=fault)

    def shortages(self) -> dict[str, str]:
        """The parts that the session has to do without, {kind: a line for the person behind the client};
        mostly nothing."""
        return {}

    def idle(self) -> None:
        """Use the time in which no line waits; return when the bell rings, or at once."""

    def owes(self) -> bool:
        """Tell whether something is still to be sent that was asked for, once no line follows: calls that
        other threads post will bring it."""
        return False

    def close(self) -> None:
        """End what still runs. Called once, after the last line."""
