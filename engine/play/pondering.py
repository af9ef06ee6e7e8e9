"""Thinking on while nobody asks for anything, after an own move."""


class Pondering:
    """Whether a player ponders: for so many `seconds`, once for each position, 0 for never."""

    def __init__(self, seconds=0.0):
        self.seconds = seconds
        self._pondered = None
        self._resting = False

    def rest(self):
        """Do not ponder until the next move."""
        self._resting = True

    def go_on(self):
        """A move was made."""
        self._resting = False

    def begin(self, position):
        """Whether to ponder about a position now. The answer is yes only once."""
        if self._resting or self.seconds <= 0 or self._pondered is position:
            return False
        self._pondered = position
        return True

    def forget(self):
        """Ponder about the same position again."""
        self._pondered = None
