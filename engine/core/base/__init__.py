"""Tools of every compiled module: bits, random numbers, the CPU's level."""

from outflank.engine import core

TYPE_CHECKING = False
if not TYPE_CHECKING:
    # A type checker reads the stubs beside the sources.
    def __getattr__(name):
        return core.member(__name__, name)
