"""Pondering: a search in idle time after an own move."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position


class Pondering:
    """The state of pondering: `seconds` of it, once for each position, 0 for never."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self._pondered: Position | None = None
        self._resting = False

    def rest(self) -> None:
        """Do not ponder until the next move."""
        self._resting = True

    def go_on(self) -> None:
        """A move was made."""
        self._resting = False

    def begin(self, position: Position) -> bool:
        """Tell whether to ponder about a position now. The answer is yes only once."""
        if self._resting or self.seconds <= 0 or self._pondered is position:
            return False
        self._pondered = position
        return True

    def forget(self) -> None:
        """Ponder about the same position again."""
        self._pondered = None
