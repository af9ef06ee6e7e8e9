"""Rolit for two to four players."""

from outflank.engine import core


def __getattr__(name):
    return core.member(__name__, name)
