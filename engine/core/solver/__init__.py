"""Exact endgames of Othello 8x8, and alpha-beta search."""

from outflank.engine import core


def __getattr__(name):
    return core.member(__name__, name)
