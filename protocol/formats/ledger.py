"""Ledger: the file of a match's games, with a line for each as soon as it is over.

One file may hold the games of many matches, and lines of earlier versions among those of now.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Hashable, Sequence
from typing import Generic, Protocol, TypeVar

from outflank.engine.lab.schedule import Numbered
from outflank.engine.results.game_record import GameRecord
from outflank.protocol.console import files
from outflank.protocol.console.errors import UserError
from outflank.protocol.console.line_file import End, opened_alone
from outflank.protocol.console.outbox import warn
from outflank.protocol.formats import game_record, lab_record

G = TypeVar("G", bound=Numbered)


class Lines(Protocol[G]):
    """Lines of games in a file: what their lines begin with, how a line is read, and how it is written."""

    @property
    def marks(self) -> tuple[bytes, ...]: ...

    def read(self, line: bytes, /) -> G:
        """The game of a line; ValueError when it holds none."""

    def write(self, game: G, /) -> bytes:
        """The line of a game, its line feed included."""


class GameLines:
    """Records of games, those of earlier versions too."""

    marks = (b'{"format": ', b'{"match": ')

    def read(self, line: bytes) -> GameRecord:
        """The game of a line; ValueError when it holds none."""
        row = game_record.read_row(line)
        if "format" not in row and isinstance(row.get("match"), dict):
            return lab_record.from_row(row)
        return game_record.from_row(row)

    def write(self, game: GameRecord) -> bytes:
        """The line of a game."""
        return game_record.to_line(game)


GAMES = GameLines()


class LineLedger(Generic[G]):
    """A file to which games are added, by one run at a time. UserError when it cannot be had, is not such
    a file, or is in use. A last line without its end, which a killed run leaves, is told and cut
    off."""

    def __init__(self, path: str, lines: Lines[G]) -> None:
        self._path = path
        self._lines = lines
        self._games: dict[tuple[Hashable, int], G] = {}
        self._fd = opened_alone(path)
        try:
            self._read()
            self._end = End(self._fd, path)
        except BaseException:
            os.close(self._fd)
            raise

    @property
    def matches(self) -> set[Hashable]:
        """The matches that have games here."""
        return {match for match, _ in self._games}

    def games(self, match: Hashable) -> list[G]:
        """The games of a match in the order of their numbers, each once."""
        found = [game for (name, _), game in self._games.items() if name == match]
        return sorted(found, key=lambda game: game.number)

    def add(self, game: G) -> None:
        """Write a game down. OSError when it cannot be, as `End.add` has it."""
        keep(self._games, game)
        try:
            self._end.add(self._lines.write(game))
        except BaseException:
            del self._games[game.match, game.number]
            raise

    def close(self) -> None:
        """Let another run have the file."""
        os.close(self._fd)

    def _read(self) -> None:
        if torn := load(self._path, self._games, self._lines):
            check_torn(self._path, torn, self._lines)
            warn(f"the last line of {self._path} was not written to its end; its game is played again")
            os.ftruncate(self._fd, os.fstat(self._fd).st_size - len(torn))


class Ledger(LineLedger[GameRecord]):
    """The file of a match's games, or of many matches."""

    def __init__(self, path: str) -> None:
        super().__init__(path, GAMES)


def read(paths: Sequence[str], pipes: bool = False) -> list[GameRecord]:
    """All games of some files, which may be in use, or be pipes if that is said.

    A last line without its end is told and left out. UserError names a file that cannot be read, or the file
    and line of what is not a game, or is there twice.
    """
    return read_each(paths, pipes)[0]


def read_each(paths: Sequence[str], pipes: bool = False) -> tuple[list[GameRecord], list[int]]:
    """The same games, and how many of them are in each file."""
    games: dict[tuple[Hashable, int], GameRecord] = {}
    counts = []
    for path in paths:
        before = len(games)
        if load(path, games, GAMES, pipes):
            warn(f"the last line of {path} was not written to its end; it is left out")
        counts.append(len(games) - before)
    return list(games.values()), counts


def check_torn(path: str, torn: bytes, lines: Lines[G]) -> None:
    """UserError when the end of a file is not the beginning of a game's line: then it is not this program's
    to cut off."""
    if not any(torn.startswith(mark) or mark.startswith(torn) for mark in lines.marks):
        raise UserError(f"{path} ends in a line that is no game")


def load(path: str, games: dict[tuple[Hashable, int], G], lines: Lines[G], pipe: bool = False) -> bytes:
    """Add the games of a file, which may be a pipe only if that is said; returns an unfinished last line."""
    try:
        # In a folder of ours nobody writes to a FIFO: it would be waited for without end.
        if not (pipe or stat.S_ISREG(os.stat(path).st_mode)):
            raise OSError(0, "not a regular file")
        with open(path, "rb") as file:
            *whole, torn = file.read().split(b"\n")
    except OSError as error:
        raise files.unusable(path, error) from None
    for row, line in enumerate(whole, 1):
        try:
            keep(games, lines.read(line))
        except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
            raise UserError(f"{path}, line {row}: {error}") from None
    return torn


def keep(games: dict[tuple[Hashable, int], G], game: G) -> None:
    """Add a game. ValueError when it is there already."""
    name = game.match, game.number
    if name in games:
        what = f" of match {game.match}" if isinstance(game.match, str) else ""
        raise UserError(f"game {game.number}{what} is there twice")
    games[name] = game
