# cython: language_level=3
"""The stop flag that any thread may set and a running search polls.

A search that holds no GIL reads it through memory: other threads see a relaxed store within microseconds, and
no thread waits for a lock."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.base import stop`")


class Bell:
    """One flag: rung when the search is to stop."""

    def __init__(self):
        self.rung = False

    def ring(self):
        shared_set_flag(cython.address(self.rung), True)

    def clear(self):
        shared_set_flag(cython.address(self.rung), False)
