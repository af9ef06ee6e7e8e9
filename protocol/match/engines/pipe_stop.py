"""The bell of a match (engine/lab/stop) for engines at pipes, which wait for files alone."""

from __future__ import annotations

import os

from outflank.engine.lab.stop import Stop


class PipeStop(Stop):
    """A Stop whose `ear` can be read once it is rung."""

    def __init__(self) -> None:
        super().__init__()
        self._pipe = os.pipe()
        self.ear = self._pipe[0]
        self.when_rung(lambda: os.write(self._pipe[1], b"!"))

    def close(self) -> None:
        """Give the pipe back; nothing waits any more."""
        for end in self._pipe:
            os.close(end)
