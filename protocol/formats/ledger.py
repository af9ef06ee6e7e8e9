"""The file of a match's games, which is all that it remembers: a line for each game as soon as it is over."""

from __future__ import annotations

import fcntl
import os
import stat
import threading
from collections.abc import Sequence

from outflank.engine.results.game_record import GameRecord
from outflank.protocol.console import files
from outflank.protocol.console.errors import UserError
from outflank.protocol.console.outbox import Outbox, warn
from outflank.protocol.formats.game_record import from_line, to_line

LINE = b'{"format": '
"""What the line of a game begins with."""


class Ledger:
    """A file to which games are added, by one run at a time. UserError when it cannot be had, is not such
    a file, or is in use. A last line without its end, which a killed run leaves, is told and cut
    off."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._games: dict[tuple[str, int], GameRecord] = {}
        try:
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise files.unusable(path, error) from None
        try:
            self._read()
        except BaseException:
            os.close(self._fd)
            raise
        self._outbox = Outbox(self._fd)

    @property
    def matches(self) -> set[str]:
        """The ids of all matches that have games here."""
        return {match for match, _ in self._games}

    def games(self, match: str) -> list[GameRecord]:
        """The games of a match in the order of their numbers, each once."""
        with self._lock:
            found = [played for (name, _), played in self._games.items() if name == match]
        return sorted(found, key=lambda played: played.number)

    def add(self, played: GameRecord) -> None:
        """Write a game down. OSError when it cannot be; then the file is as it was before."""
        with self._lock:
            keep(self._games, played)
            size = os.fstat(self._fd).st_size
            try:
                self._outbox.write(to_line(played))
            except OSError as error:
                # No other game's line may come behind a part of this one.
                os.ftruncate(self._fd, size)
                del self._games[played.match, played.number]
                raise files.named(self._path, error) from None

    def close(self) -> None:
        """Let another run have the file."""
        os.close(self._fd)

    def _read(self) -> None:
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UserError(f"{self._path} is in use by another run") from None
        if torn := load(self._path, self._games):
            check_torn(self._path, torn)
            warn(f"the last line of {self._path} was not written to its end; its game is played again")
            os.ftruncate(self._fd, os.fstat(self._fd).st_size - len(torn))


def read(paths: Sequence[str], pipes: bool = False) -> list[GameRecord]:
    """All games of some files, which may be in use, or be pipes if that is said.

    A last line without its end is told and left out. UserError names a file that cannot be read, or the file
    and line of what is no game, or is there twice.
    """
    games: dict[tuple[str, int], GameRecord] = {}
    for path in paths:
        if load(path, games, pipes):
            warn(f"the last line of {path} was not written to its end; it is left out")
    return list(games.values())


def check_torn(path: str, torn: bytes) -> None:
    """ValueError when the end of a file is not the beginning of a game's line: then it is not this program's
    to cut off."""
    if not (torn.startswith(LINE) or LINE.startswith(torn)):
        raise UserError(f"{path} ends in a line that is no game")


def load(path: str, games: dict[tuple[str, int], GameRecord], pipe: bool = False) -> bytes:
    """Add the games of a file, which may be a pipe only if that is said; returns an unfinished last line."""
    try:
        # In a folder of ours nobody writes to a FIFO: it would be waited for without end.
        if not (pipe or stat.S_ISREG(os.stat(path).st_mode)):
            raise OSError(0, "not a regular file")
        with open(path, "rb") as file:
            *lines, torn = file.read().split(b"\n")
    except OSError as error:
        raise files.unusable(path, error) from None
    for row, line in enumerate(lines, 1):
        try:
            keep(games, from_line(line))
        except ValueError as error:
            raise UserError(f"{path}, line {row}: {error}") from None
    return torn


def keep(games: dict[tuple[str, int], GameRecord], played: GameRecord) -> None:
    """Add a game. ValueError when it is there already."""
    name = played.match, played.number
    if name in games:
        raise UserError(f"game {played.number} of match {played.match} is there twice")
    games[name] = played
