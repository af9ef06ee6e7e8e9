"""Detects GTP, NBoard or JSON from the first line of a client."""

from __future__ import annotations

from collections.abc import Callable

from outflank.engine.errors import Refused
from outflank.protocol.console.errors import WRONG_USE
from outflank.protocol.console.outbox import warn
from outflank.protocol.session.contract import Session
from outflank.protocol.session.reply import Reply
from outflank.protocol.session.words import interrupts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.protocol.session.contract import Ringing

NBOARD_WORDS = (b"nboard", b"ping")
"""How NBoard's programs begin; GTP has no such commands."""
BEGINNING = 64
"""Bytes of a line in which its first word begins, where memory for more is lacking."""
JSON_START = b"{"
"""How a line of JSON begins; no command of the other two does."""
REFUSED = Reply(False, code=WRONG_USE)


class Opening(Session):
    """A session that becomes one of the three at the first line that says anything."""

    def __init__(
        self,
        gtp: Callable[[], Session],
        nboard: Callable[[], Session],
        json: Callable[[], Session],
        bell: Ringing,
    ) -> None:
        self.bell = bell
        self._makers = gtp, nboard, json
        self._chosen: Session | None = None

    def hurries(self, data: bytes) -> bool:
        """As the chosen one; as long as there is none, a command of GTP may be on its way to choose."""
        return interrupts(data) if self._chosen is None else self._chosen.hurries(data)

    def hasten(self) -> None:
        """As the chosen one."""
        if self._chosen is None:
            self.bell.ring()
        else:
            self._chosen.hasten()

    def owes(self) -> bool:
        """As the chosen one."""
        return self._chosen is not None and self._chosen.owes()

    def close(self) -> None:
        """As the chosen one."""
        if self._chosen is not None:
            self._chosen.close()

    def shortages(self) -> dict[str, str]:
        """As the chosen one."""
        return {} if self._chosen is None else self._chosen.shortages()

    def idle(self) -> None:
        """As the chosen one."""
        if self._chosen is not None:
            self._chosen.idle()

    def answer(self, data: bytes, cut: bool, arrived: float | None = None) -> Reply | None:
        """As the chosen one, which a first line with a word in it chooses."""
        if self._chosen is None:
            words = data.split()
            if not words:
                return None
            self._choose(words[0])
        return REFUSED if self._chosen is None else self._chosen.answer(data, cut, arrived)

    def starved(self, data: bytes, fault: MemoryError) -> Reply:
        """As the chosen one, which the beginning of a first line chooses."""
        if self._chosen is None:
            words = data[:BEGINNING].split()
            if not words:
                return super().starved(data, fault)
            self._choose(words[0])
        return REFUSED if self._chosen is None else self._chosen.starved(data, fault)

    def _choose(self, word: bytes) -> None:
        """Become what a first word asks for, unless that does not play the game, which is told."""
        gtp, nboard, json = self._makers
        json_line = word.startswith(JSON_START)
        try:
            chosen = nboard() if word in NBOARD_WORDS else json() if json_line else gtp()
        except Refused as error:
            warn(str(error))
            return
        chosen.client = self.client
        if json_line:
            # Its searches have bells of their own: this one is the loop's word on a line.
            self.bell = chosen.bell
        self._chosen = chosen
