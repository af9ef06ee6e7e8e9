"""The errors of the protocol: a code that does not change, a text for people, and where it is."""

from __future__ import annotations

from outflank.engine.analysis.tree_file import BadTree
from outflank.engine.errors import (
    BadMove,
    BadOption,
    BadPosition,
    BadSize,
    Damaged,
    IllegalMove,
    NoMemory,
    NothingToUndo,
    Refused,
    UnknownGame,
    Unsolved,
    WrongTurn,
)
from outflank.protocol.sitting.link import BadLink
from outflank.protocol.sitting.seats import UnknownLevel
from outflank.protocol.sitting.sitting import GameOver, NothingToRedo

CODES = {
    "bad_json": "The line is not JSON as it is read here: bad syntax, bad UTF-8, NaN, a name twice",
    "too_long": "The line is longer than may be",
    "too_deep": "The line nests too deeply",
    "bad_message": "The line is not an object with an id and a request",
    "duplicate_id": "A request of this id is not answered yet",
    "unknown_request": "The request is unknown",
    "unknown_field": "The request takes no such field",
    "missing_field": "The request lacks a field",
    "bad_value": "A field has a value that it cannot take",
    "unknown_game": "The game is unknown",
    "bad_size": "The game is not played on a board of that size",
    "unknown_level": "The level is unknown, or does not play this game",
    "bad_move": "The text names no move of this game",
    "illegal_move": "The move is not legal now",
    "bad_position": "The text describes no position of this game",
    "not_your_turn": "A move of a player who is not to move, or meant for another moment of the game",
    "game_over": "The game has ended",
    "nothing_to_undo": "The game is at its beginning",
    "nothing_to_redo": "No move was taken back",
    "no_such_request": "No request of that id waits or runs",
    "no_such_game": "The file that was opened has no game of that number",
    "too_many": "More than may wait at a time",
    "unreadable_file": "No game that is known here can be read from the file",
    "unwritable": "The game has no place in that format",
    "unsolved": "The outcome could not be proven in the time",
    "no_memory": "The memory for it cannot be had",
    "damaged": "A part of the program is missing or damaged",
    "refused": "The engine refuses; the text says why",
    "cancelled": "The request was cancelled before it began",
    "gone": "The engine has ended before it answered",
    "internal": "An error of the program",
}
"""Every code with its meaning."""
BY_KIND: tuple[tuple[type[Exception], str], ...] = (
    (UnknownGame, "unknown_game"),
    (BadSize, "bad_size"),
    (BadMove, "bad_move"),
    (IllegalMove, "illegal_move"),
    (BadPosition, "bad_position"),
    (WrongTurn, "not_your_turn"),
    (NothingToUndo, "nothing_to_undo"),
    (NothingToRedo, "nothing_to_redo"),
    (GameOver, "game_over"),
    (UnknownLevel, "unknown_level"),
    (BadLink, "bad_value"),
    (BadOption, "bad_value"),
    (NoMemory, "no_memory"),
    (Damaged, "damaged"),
    (Unsolved, "unsolved"),
    (BadTree, "refused"),
    (Refused, "refused"),
)
"""The code of each way in which the engine refuses."""


class Problem(Exception):
    """A request fails, and nothing has changed. `where` is the path of the value that is wrong, as
    `seats/1/level`; empty where it is not one value."""

    def __init__(self, code: str, text: str, where: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.where = where

    def at(self, where: str) -> Problem:
        """The same problem, in a value of that path where it names none itself."""
        return Problem(self.code, self.text, self.where or where)


def problem_of(error: Exception) -> Problem | None:
    """The problem that an exception of the engine stands for; None for an error of the program."""
    if isinstance(error, Problem):
        return error
    code = next((code for kind, code in BY_KIND if isinstance(error, kind)), None)
    return None if code is None else Problem(code, str(error))
