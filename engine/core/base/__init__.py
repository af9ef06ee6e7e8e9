"""What every compiled module may use: bits, random numbers, the CPU's level."""

from outflank.engine import core


def __getattr__(name):
    return core.member(__name__, name)
