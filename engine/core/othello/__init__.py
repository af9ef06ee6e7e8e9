"""Othello on 8x8, 6x6, 4x4 and 10x10, and its learned evaluation."""

from outflank.engine import core


def __getattr__(name):
    return core.member(__name__, name)
