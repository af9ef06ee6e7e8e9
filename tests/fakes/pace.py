"""The speed at which a fake engine talks, named by its words.

`lag=0.1` is late by these seconds with every line, `bursts` says the first letters of a line before the rest,
`lumps` many lines at once.
"""

import os
import select
import time

BURST = 0.1
"""Seconds between the parts."""
FIRST = 5
"""Bytes of the first part."""


class Pace:
    def __init__(self, words):
        self._lag = max(
            (float(word.removeprefix("lag=")) for word in words if word.startswith("lag=")), default=0.0
        )
        self._bursts = "bursts" in words
        self._lumps = "lumps" in words
        self._held = b""

    def write(self, data):
        """Say something, now or later."""
        time.sleep(self._lag)
        if self._lumps:
            self._held += data
            return
        if self._bursts:
            os.write(1, data[:FIRST])
            time.sleep(BURST)
            data = data[FIRST:]
        os.write(1, data)

    def rest(self):
        """Before input is waited for: what is held goes out in one piece once nothing more is asked."""
        if self._held and not select.select([0], [], [], BURST)[0]:
            self.leave()

    def leave(self):
        """What is held goes out."""
        held, self._held = self._held, b""
        os.write(1, held)
