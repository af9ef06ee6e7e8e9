"""The book that `learn` writes: a file of lines that is only ever added to.

    Outflank book 1
    -----------...------ e6:0.5213:20811::3:+8 d6::0::1:-2 1a2b3c4d
    = 9f86d081884c7d65 5e6f7a8b

A line is a position as engine/book/book.py knows it with what is known of its moves: mean reward, visits,
certain margin, games, and the sum of their margins; or, after `=`, the mark of a game that has been learnt.
It ends in the CRC-32 of what stands before, and a line where that is wrong counts as not there: a write that
was cut short costs the line it was in. Whoever adds lines holds a lock, begins on a line of his own and
writes all of them at once, so that several programs can learn into one file."""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Callable, Iterable, Mapping

from outflank.engine.book.book import Book, Known
from outflank.protocol.console import files
from outflank.protocol.console.errors import reason
from outflank.protocol.console.outbox import warn
from outflank.protocol.formats.syntax.squares import LETTERS

HEAD = b"Outflank book 1\n"
LARGEST = 1 << 28
"""Bytes of a file that is read at all; none of ours comes near it."""
PIECE = 1 << 16
"""Bytes that are read at a time, more than any line has."""
MOST_DAMAGED = 100_000
"""Damaged lines after which a file is read no further. They take a quarter of a second; all of a large file
could take minutes."""
STALE = 1 << 22
"""A file of this size is written anew when that makes it half as large."""
PATIENCE = 2.0
"""Seconds to wait for another program that is writing."""
LINES = 200
"""Lines read between two looks at whether a client waits."""
MOST_VISITS = 1 << 53
MOST_GAMES = 1_000_000


class BookFile:
    """A book and the file behind it. `damaged` counts the lines that had to be left out, which is told once;
    `waited_for`, if given, says whether a look into the book should end."""

    def __init__(self, path: str) -> None:
        self.book = Book(self._look)
        self.damaged = 0
        self.waited_for: Callable[[], bool] | None = None
        self._path = os.path.abspath(path)
        self._games: set[str] = set()
        self._file: tuple[int, int] | None = None
        self._size = self._read = self._tight = 0
        self._skipping = self._told = False
        self._refused: tuple[int, int] | None = None

    def learnt(self, game: str) -> bool:
        """Tell whether a game has been learnt already, here or by another program."""
        self._look(self.book, None)
        return game in self._games

    def add(self, records: Mapping[str, Mapping[int, Known]], game: str = "") -> None:
        """Add what is known of positions, {key: {cell: known}}; where that is of a game, only once for each
        game, whoever learns it. OSError when it cannot be written; then nothing is added."""
        lines = [record_line(key, moves) for key, moves in records.items()]
        lines += [game_line(game)] if game else []
        os.makedirs(os.path.dirname(self._path), exist_ok=True)
        with Lock(self._path + ".lock"):
            self.refresh()
            if game in self._games:
                return
            append(self._path, b"".join(lines))
            self.refresh()
            if self._read > max(STALE, 2 * self._tight):
                self._renew()

    def _look(self, book: Book, seconds: float | None) -> None:
        """Take in the additions since the last look, unless a client waits or the seconds are over; then
        the next one goes on from there. A file that cannot be read adds nothing, and is named once."""
        end = None if seconds is None else time.monotonic() + seconds

        def enough() -> bool:
            waited_for = self.waited_for is not None and self.waited_for()
            return waited_for or (end is not None and time.monotonic() >= end)

        try:
            self.refresh(enough)
        except OSError as error:
            self._tell(f"is not read: {reason(error)}")

    def check(self) -> None:
        """OSError when a file is there that cannot be read, or is not a book. It is not read yet: that may
        take longer than a peer waits for the first reply."""
        if os.path.lexists(self._path):
            head = files.read(os.fsencode(self._path), len(HEAD))
            if not HEAD.startswith(head):
                raise OSError(0, "there is a file that is no book")

    def refresh(self, waited_for: Callable[[], bool] | None = None) -> None:
        """Take in what is new in the file, or as much of it as there is time for until a client waits.
        OSError when it cannot be read, is not a book, or too much of it is damaged."""
        try:
            about = os.stat(self._path)
        except FileNotFoundError:
            return
        file = (about.st_dev, about.st_ino)
        if (file, about.st_size) == (self._file, self._size):
            return
        if about.st_size > LARGEST:
            raise OSError(0, f"a file of more than {LARGEST} bytes")
        known = file == self._file and about.st_size >= self._read > 0
        if known and self._refused == file:
            raise OSError(0, f"more than {MOST_DAMAGED} lines of it are damaged")
        if not known:
            self._begin(file)
        if self._read_on(about.st_size, waited_for):
            self._size = about.st_size
            if self.damaged:
                self._tell(f"has damaged lines, which are left out: {self.damaged}")

    def _begin(self, file: tuple[int, int]) -> None:
        """Know nothing of a file that is to be read from its start. OSError when it is not a book."""
        head = files.read(os.fsencode(self._path), len(HEAD))
        if not HEAD.startswith(head):
            raise OSError(0, "there is a file that is no book")
        self.book.clear()
        self._games.clear()
        self._tight = self.damaged = 0
        self._skipping, self._refused = False, None
        self._file, self._size, self._read = file, -1, len(head) // len(HEAD) * len(HEAD)

    def _read_on(self, size: int, waited_for: Callable[[], bool] | None) -> bool:
        """Take in the lines up to that size, whose last one another process may still be writing; whether
        there was time for all of them. OSError when there is too much damage, and then it is read no
        further."""
        path = os.fsencode(self._path)
        while 0 < self._read < size:
            piece = files.read(path, min(PIECE, size - self._read), self._read)
            end = piece.rfind(b"\n") + 1
            if not end and len(piece) < PIECE:
                break
            if not end:
                # No line is so long. What comes up to the next line break belongs to it.
                self.damaged += not self._skipping
                self._skipping = True
                self._read += len(piece)
            for count, line in enumerate(piece[:end].split(b"\n")[:-1]):
                if waited_for is not None and count % LINES == 0 and waited_for():
                    return False
                if not self._skipping:
                    self._take(line)
                self._skipping = False
                self._read += len(line) + 1
                if self.damaged > MOST_DAMAGED:
                    self._refused = self._file
                    raise OSError(0, f"more than {MOST_DAMAGED} lines of it are damaged")
        return True

    def _tell(self, what: str) -> None:
        """Say once on stderr what is wrong with the file."""
        if not self._told:
            self._told = True
            warn(f"the book {self._path} {what}")

    def _take(self, line: bytes) -> None:
        """Take in one line; what cannot be read is counted."""
        body, _, check = line.rpartition(b" ")
        try:
            if check != checksum(body):
                raise ValueError("it is damaged")
            first, *rest = body.decode("ascii").split(" ")
            if first == "=":
                self._games.add(rest[0])
            else:
                self.book.add(first, dict(read_known(first, text) for text in rest))
        except (ValueError, IndexError):
            self.damaged += 1

    def _renew(self) -> None:
        """Write the file anew, with one line for each position, when that is worth it."""
        lines = [record_line(key, moves) for key, moves in self.book.records()]
        lines += [game_line(game) for game in sorted(self._games)]
        self._tight = sum(map(len, lines))
        if 2 * self._tight < self._read:
            files.replace(os.fsencode(self._path), [HEAD, *lines], HEAD)
            self.refresh()


def usual_path() -> str:
    """The path of the user's own book: with the data of his other programs. `off` where he has no folder."""
    folder = files.own_folder("LOCALAPPDATA", "XDG_DATA_HOME", ".local", "share")
    return os.path.join(folder, "learned.book") if folder else "off"


def append(path: str, data: bytes) -> None:
    """Add whole lines to a file in one write, behind a head where it is new and behind the rest of an
    unfinished line. OSError, and the file is as it was, when they cannot be written."""
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
    fd = os.open(path, flags, 0o666)
    try:
        size = os.fstat(fd).st_size
        if size < len(HEAD):
            os.truncate(fd, 0)
            size, data = 0, HEAD + data
        else:
            os.lseek(fd, size - 1, os.SEEK_SET)
            data = data if os.read(fd, 1) == b"\n" else b"\n" + data
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(fd, rest) :]
            os.fsync(fd)
        except OSError:
            # Lines of which some are missing would count now, and once more when all are added.
            os.truncate(fd, size)
            raise
    finally:
        os.close(fd)


class Lock:
    """Held within `with`: the lock that a file stands for. OSError when another process keeps it."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._fd = -1

    def __enter__(self) -> None:
        fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
        end = time.monotonic() + PATIENCE
        while not try_lock(fd):
            if time.monotonic() > end:
                os.close(fd)
                raise OSError(0, "another program is writing there")
            time.sleep(0.01)
        self._fd = fd

    def __exit__(self, *error: object) -> None:
        # Closing the file gives the lock back, and so does the end of this process.
        os.close(self._fd)


def try_lock(fd: int) -> bool:
    """Take the lock on an open file if nobody has it."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def record_line(key: str, moves: Mapping[int, Known]) -> bytes:
    """The line of a position."""
    size = int(len(key) ** 0.5)
    return _line(key, (known_text(size, cell, known) for cell, known in sorted(moves.items())))


def game_line(game: str) -> bytes:
    """The line of a game."""
    return _line("=", [game])


def _line(first: str, rest: Iterable[str]) -> bytes:
    body = " ".join([first, *rest]).encode("ascii")
    return body + b" " + checksum(body) + b"\n"


def checksum(body: bytes) -> bytes:
    """The CRC-32 of what stands before it in a line."""
    return b"%08x" % zlib.crc32(body)


def known_text(size: int, cell: int, known: Known) -> str:
    """The text of a known move, as `e6:0.5213:20811:+4:3:+8`; what is not known is left out."""
    mean = "" if known.mean is None else f"{known.mean:.4f}"
    margin = "" if known.margin is None else f"{known.margin:+d}"
    square = f"{LETTERS[cell % size]}{cell // size + 1}"
    return f"{square}:{mean}:{known.visits}:{margin}:{known.games}:{known.total:+d}"


def read_known(key: str, text: str) -> tuple[int, Known]:
    """(cell, what is known) of such a text on the board of a key. ValueError when it is none."""
    size = int(len(key) ** 0.5)
    square, mean, visits, margin, games, total = text.split(":")
    column, row = LETTERS.index(square[0]), int(square[1:]) - 1
    value = float(mean) if mean else None
    known = Known(value, int(visits), int(margin) if margin else None, int(games), int(total))
    if size * size != len(key) or not (column < size and 0 <= row < size):
        raise ValueError(f"{square} is no square of it")
    if not can_be(known, size * size):
        raise ValueError(f"{text} cannot be")
    return size * row + column, known


def can_be(known: Known, most: int) -> bool:
    """Tell whether something may be known of a move on a board with at most `most` squares."""
    mean, visits, margin, games, total = known
    counted = 0 <= visits <= MOST_VISITS and 0 <= games <= MOST_GAMES and abs(total) <= most * games
    valued = margin is None if mean is None else 0 <= mean <= 1 and abs(margin or 0) <= most
    return counted and valued
