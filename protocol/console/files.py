"""Files that a peer names: regular ones only, read within a bound and replaced as a whole."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable

from outflank.protocol.console.errors import UserError, reason
from outflank.protocol.console.json_types import Json

CGROUP_LIMITS = ("/sys/fs/cgroup{}/memory.max", "/sys/fs/cgroup/memory{}/memory.limit_in_bytes")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    Text = TypeVar("Text", str, bytes)

HEAD = 4096
"""How much of a file tells of which kind it is."""
LARGEST = 2**28
"""Bytes of a file that is looked at from end to end; a larger one is not taken for one of ours."""

CHUNK = 2**16

ALREADY = "there is a file already"

Mark = bytes | Callable[[bytes], bool]
"""How a file of ours is known: by the bytes that it begins with, after blanks, or by all that is in it."""
_ours: set[tuple[int, int, int, int, Mark]] = set()
"""Files that carried their mark, by device, number, size and time."""


def own_folder(windows: str, xdg: str, *below_home: str) -> str:
    """The user's own folder of a kind: by the variable of Windows, by the one of XDG, or below the home
    folder where that says nothing. Empty where there is none."""
    home = os.path.expanduser("~")
    if os.name == "nt":
        folder = os.environ.get(windows, "")
    elif sys.platform == "darwin":
        folder = os.path.join(home, "Library", "Application Support")
    else:
        folder = os.environ.get(xdg, "") or os.path.join(home, *below_home)
    return os.path.join(folder, "outflank") if os.path.isabs(folder) else ""


def path_of(words: list[str]) -> bytes:
    """The name of a file, byte for byte as it was sent but for its blanks, which count as one."""
    return " ".join(words).encode("utf-8", "surrogateescape")


def read(path: bytes, most: int, start: int = 0) -> bytes:
    """The first `most` bytes of a regular file from a start on. OSError when it is none, or is not to be
    read."""
    import stat

    # Opening a device may do something, and a FIFO would wait for a writer.
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(0, "not a regular file")
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise OSError(0, "not a regular file")
        file.seek(start)
        return file.read(min(most, max(0, about.st_size - start)))


class Foreign(OSError):
    """There is a file that may not be replaced."""


def check_target(source: str, target: str, mark: Mark) -> None:
    """UserError when a file cannot be written, said before the work that makes it."""
    try:
        if source != "-" and os.path.exists(target) and os.path.samefile(source, target):
            raise OSError(0, "this is the file that is read")
        check(os.fsencode(target), mark)
    except OSError as error:
        raise UserError(f"cannot write {target}: {refusal(error)}") from None


def refusal(error: OSError) -> str:
    """Why a file is not written, and what helps."""
    force = "; --force overwrites it" if isinstance(error, Foreign) else ""
    return reason(error) + force


def read_source(source: str, most: int) -> bytes:
    """All bytes of a file, or of stdin for `-`. UserError when they cannot be had, or are too many."""
    try:
        data = read(os.fsencode(source), most + 1) if source != "-" else read_stdin(most)
    except OSError as error:
        raise UserError(f"{source}: {reason(error)}") from None
    if len(data) > most:
        raise UserError(f"{source}: more than {most} bytes")
    return data


def read_stdin(most: int) -> bytes:
    """The bytes of stdin until its end, or until it is more than `most` bytes."""
    pieces = []
    size = 0
    while size <= most and (piece := os.read(0, CHUNK)):
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)


def no_mark(data: bytes) -> bool:
    """The mark of a kind of file that has none: nothing in it tells whose it is."""
    return False


def any_mark(data: bytes) -> bool:
    """The mark for who has said that the file may go, whatever is in it."""
    return True


def check(path: bytes, mark: Mark) -> None:
    """OSError when `replace` would refuse, said before the work that makes the pieces."""
    place, _ = _place(path, mark)
    part = _part(place)
    # Only a file that was made shows that one can be: folders may be full, write-protected, or of a kind
    # that access rights say nothing of.
    with open(part, "xb"):
        os.unlink(part)


def replace(path: bytes, pieces: Iterable[bytes | bytearray], mark: Mark) -> None:
    """Make a file of these pieces. Whatever happens there is the old one or the new one under its name, and
    none is half written. Only a regular file that is empty or carries the mark is replaced: a wrong name must
    not cost a user's data. OSError says why nothing was written."""
    place, old = _place(path, mark)
    part = _part(place)
    try:
        with open(part, "xb") as file:
            if old is not None:
                # Who could not read the old file is not to read the new one.
                os.chmod(part, old)
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        # Making the pieces may have taken hours, in which the file has become another one.
        _, old = _place(path, mark)
        _publish(part, place, old is None)
    except BaseException:
        if os.path.lexists(part):
            os.unlink(part)
        raise


def _place(path: bytes, mark: Mark) -> tuple[bytes, int | None]:
    """The place of a file of that name, now or once it is made, and the old one's access rights. OSError when
    the old one may not be replaced."""
    import stat

    place = os.path.realpath(path)
    try:
        old = os.lstat(place)
    except FileNotFoundError:
        return place, None
    if not stat.S_ISREG(old.st_mode):
        raise OSError(0, "not a regular file")
    # To read a large file again and again would cost seconds.
    known = (old.st_dev, old.st_ino, old.st_size, old.st_mtime_ns, mark)
    if old.st_size and known not in _ours:
        if not _carries(place, old.st_size, mark):
            raise Foreign(0, ALREADY if mark is no_mark else "there is a file of another kind")
        _ours.add(known)
    return place, stat.S_IMODE(old.st_mode)


def _publish(part: bytes, place: bytes, new: bool) -> None:
    """Give a file its name. Foreign where none was to be there and one has appeared."""
    if new:
        try:
            os.link(part, place)
            os.unlink(part)
            return
        except FileExistsError:
            raise Foreign(0, ALREADY) from None
        except (OSError, AttributeError):
            # No links here: the window between the last look and the next line stays.
            pass
    os.replace(part, place)


def _carries(place: bytes, size: int, mark: Mark) -> bool:
    """Tell whether the file there carries a mark, or holds nothing but blanks."""
    head = read(place, HEAD).lstrip()
    if not head and size <= HEAD:
        return True
    if isinstance(mark, bytes):
        return head.startswith(mark)
    if mark in (no_mark, any_mark):
        return mark is any_mark
    return size <= LARGEST and mark(read(place, LARGEST))


def _part(place: bytes) -> bytes:
    """A new name beside a file for its next version."""
    return os.path.join(os.path.dirname(place), b".outflank-%s.part" % os.urandom(4).hex().encode())


def from_json(data: bytes) -> Json:
    """The value of a text in JSON. ValueError, in one line, when it is none, or none that can be read."""
    import json

    return parsed(json.loads, data)


def parsed(read: Callable[[Text], Json], data: Text) -> Json:
    """The result of a reader of a nested format. ValueError, in one line, also when it nests too
    deeply or has a number of too many digits, on which Python's advice is for programmers."""
    try:
        return read(data)
    except RecursionError:
        raise ValueError("it nests too deeply") from None
    except ValueError as error:
        if "set_int_max_str_digits" in str(error):
            raise ValueError("a number has too many digits") from None
        raise


def unusable(path: str, error: OSError) -> UserError:
    """The error of a file that the user named, or of a folder."""
    return UserError(f"{path}: {reason(error)}")


def named(path: str, error: OSError) -> OSError:
    """The same error with the name of the file that it is about."""
    kind = Foreign if isinstance(error, Foreign) else OSError
    return kind(error.errno, f"{path}: {reason(error)}")


def machine_megabytes() -> float:
    """Memory and swap of the machine, or what the process's control group may have of it; infinite where the
    system does not say."""
    try:
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return float("inf")
    swap = sum(1024 * int(row.split()[1]) for row in _rows("/proc/meminfo") if row.startswith("SwapTotal:"))
    groups = [row.rpartition(":")[2] for row in _rows("/proc/self/cgroup")]
    names = {group[:end] for group in groups for end, sign in enumerate(group + "/") if sign == "/"}
    limits = [row for name in names for path in CGROUP_LIMITS for row in _rows(path.format(name.rstrip("/")))]
    return (min([total, *(int(row) for row in limits if row.isdigit())]) + swap) / (1 << 20)


def _rows(path: str) -> list[str]:
    """The lines of a small file of the system; none where it is missing."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read().splitlines()
    except OSError:
        return []
