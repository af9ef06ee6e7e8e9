"""Monte Carlo tree search."""

from outflank.engine import core


def __getattr__(name):
    return core.member(__name__, name)
