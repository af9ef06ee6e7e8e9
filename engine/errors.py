"""Refusals: requests that cannot be met as they are, by the reason; nothing has changed then."""

from __future__ import annotations


class Refused(ValueError):
    """Something was asked for that cannot be done; nothing has changed.

    >>> from outflank.engine import Player, Refused
    >>> try:
    ...     Player("Othello").play(0, "A1")
    ... except Refused as error:
    ...     print(error)
    illegal move
    """


class UnknownGame(Refused):
    """The name is not that of a game."""


class BadSize(Refused):
    """The game is not played on a board of that size."""


class BadMove(Refused):
    """The text names no move of this game."""


class IllegalMove(Refused):
    """The move is not legal for that player now."""


class BadPosition(Refused):
    """The text describes no position of this game."""


class Unsolved(Refused):
    """The outcome could not be proven in the time there was."""


class BadOption(Refused):
    """The option does not exist, or does not take that value."""


class NoMemory(Refused):
    """The memory does not suffice for the request."""


class Damaged(Refused):
    """A part of the program is missing or damaged."""


class WrongTurn(Refused):
    """A move was asked of a player out of turn."""


class NothingToUndo(Refused):
    """The history is at its beginning."""
