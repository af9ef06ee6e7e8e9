"""What a search may ask of a game, and what games share."""

from outflank.engine import core


def __getattr__(name):
    return core.member(__name__, name)
