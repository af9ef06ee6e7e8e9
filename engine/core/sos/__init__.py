"""SOS with the extra turn."""

from outflank.engine import core


def __getattr__(name):
    return core.member(__name__, name)
