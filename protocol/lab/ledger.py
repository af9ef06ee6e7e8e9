"""The games of `outflank lab` and `outflank bench` in a file: one line of JSON each, under what they are
games of. One file may hold the games of many matches.
"""

from __future__ import annotations

import fcntl
import json
import os
import stat
from collections.abc import Callable
from typing import Any

from outflank.engine.games import find_game
from outflank.engine.lab.referee import Match, Played
from outflank.protocol.console.errors import Failed, UserError, reason
from outflank.protocol.console.files import from_json, unusable
from outflank.protocol.console.outbox import Outbox, warn

LINE = b'{"match": '
"""What the line of a game begins with."""


def read_game(row: dict[str, Any]) -> tuple[Match, Played]:
    """What one line of a ledger of matches says."""
    match = Match(**row.pop("match"))
    return match, read_played(row, match)


def read_played(row: dict[str, Any], match: Match) -> Played:
    """A game of a match; ValueError when it is none."""
    if find_game(match.game) is None:
        raise UserError(f"unknown game {match.game!r}")
    played = Played(**with_tuples(row))
    lists = (played.rewards, played.moves, played.seconds, played.asked)
    if not all(isinstance(part, tuple) for part in lists):
        raise UserError("not a list where one belongs")
    numbers = (played.number, played.seat, *played.rewards, *played.seconds, *played.asked)
    if not all(isinstance(number, int | float) for number in numbers):
        raise UserError("not a number where one belongs")
    players = match.players
    if len(played.rewards) != (0 if played.void else players) or not 0 <= played.seat < players:
        raise UserError(f"a seat and rewards that are not those of {players} players")
    if len(played.seconds) != 2 or len(played.asked) != 2:
        raise UserError("not the times and the counts of moves of both contestants")
    return played


def with_tuples(row: dict[str, Any]) -> dict[str, Any]:
    """The same with tuples for lists."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}


class Ledger:
    """Games in a file, each under what it is a game of. `read` gives both from what JSON has on a line.
    UserError when the file cannot be had, or is not such a file."""

    def __init__(self, path: str, read: Callable[[dict[str, Any]], tuple[Any, Any]] = read_game) -> None:
        self._games: dict[Any, dict[int, Any]] = {}
        self._path = path
        try:
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise unusable(path, error) from None
        try:
            self._load(path, read)
        except BaseException:
            os.close(self._fd)
            raise
        self._outbox = Outbox(self._fd)

    def _load(self, path: str, read: Callable[[dict[str, Any]], tuple[Any, Any]]) -> None:
        """Take the file for this run, and keep the games in it."""
        # A FIFO would be waited for without end.
        if not stat.S_ISREG(os.fstat(self._fd).st_mode):
            raise UserError(f"{path} is not a regular file")
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UserError(f"{path} is in use by another run") from None
        with open(path, "rb") as file:
            whole, newline, torn = file.read().rpartition(b"\n")
        for row, line in enumerate(whole.split(b"\n") if newline else [], 1):
            try:
                self._keep(*read(from_json(line)))
            except (ValueError, TypeError, KeyError, AttributeError) as error:
                raise UserError(f"{path}, line {row}: {error}") from None
        if torn:
            if not (torn.startswith(LINE) or LINE.startswith(torn)):
                raise UserError(f"{path} ends in a line that is no game")
            warn(f"the last line of {path} was not written to its end; its game is played again")
            os.ftruncate(self._fd, len(whole) + len(newline))

    def games(self, match: Any) -> list[Any]:
        """The games of a match, each once."""
        return list(self._games.get(match, {}).values())

    def add(self, match: Any, played: Any) -> None:
        """Write a game down."""
        row = {"match": match._asdict(), **played._asdict()}
        try:
            self._outbox.write(json.dumps(row).encode() + b"\n")
        except OSError as error:
            raise Failed(f"{self._path}: {reason(error)}") from None
        self._keep(match, played)

    def close(self) -> None:
        """Let another run have the file."""
        os.close(self._fd)

    def _keep(self, match: Any, played: Any) -> None:
        games = self._games.setdefault(match, {})
        if played.number in games:
            raise UserError(f"game {played.number} is there twice")
        games[played.number] = played
