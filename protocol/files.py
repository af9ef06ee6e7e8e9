"""Files that a peer names: regular ones only, read within a bound and replaced as a whole."""

from __future__ import annotations

import os
from collections.abc import Iterable

HEAD = 4096
"""How much of a file tells of which kind it is."""


def path_of(words: list[str]) -> bytes:
    """The name of a file, byte for byte as it was sent but for its blanks, which count as one."""
    return " ".join(words).encode("utf-8", "surrogateescape")


def read(path: bytes, most: int, start: int = 0) -> bytes:
    """The first `most` bytes of a regular file from a start on. OSError when it is none, or is not to be
    read."""
    import stat

    # Opening a device may do something, and a FIFO would wait for somebody to write to it.
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(0, "not a regular file")
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise OSError(0, "not a regular file")
        file.seek(start)
        return file.read(min(most, max(0, about.st_size - start)))


def replace(path: bytes, pieces: Iterable[bytes], mark: bytes) -> None:
    """Make a file of these pieces. Whatever happens there is the old one or the new one under its name, and
    none is half written. Only a regular file that is empty or begins with the mark, after blanks, is
    replaced: a wrong name must not cost somebody his data. OSError says why there is no new one."""
    import stat

    path = os.path.realpath(path)
    old = os.stat(path) if os.path.lexists(path) else None
    if old is not None and not stat.S_ISREG(old.st_mode):
        raise OSError(0, "not a regular file")
    if old is not None and old.st_size and not read(path, HEAD).lstrip().startswith(mark):
        raise OSError(0, "there is a file of another kind")
    part = os.path.join(os.path.dirname(path), b".outflank-%s.part" % os.urandom(4).hex().encode())
    try:
        with open(part, "xb") as file:
            if old is not None:
                # Who could not read the old file is not to read the new one.
                os.chmod(part, stat.S_IMODE(old.st_mode))
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        if os.path.lexists(part):
            os.unlink(part)
        raise


def named(path: str, error: OSError) -> OSError:
    """The same error with the name of the file that it is about."""
    return OSError(error.errno, f"{path}: {reason(error)}")


def reason(error: Exception) -> str:
    """Why a file could not be used, in a few words."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(error) or "no memory for it"
