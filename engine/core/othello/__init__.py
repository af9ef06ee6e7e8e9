"""Othello on 8x8, 6x6, 4x4 and 10x10, and its learned evaluation."""

from outflank.engine import core

TYPE_CHECKING = False
if not TYPE_CHECKING:
    # A type checker reads the stubs beside the sources.
    def __getattr__(name):
        return core.member(__name__, name)
