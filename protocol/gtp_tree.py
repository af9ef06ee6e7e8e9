"""GTP commands that keep the search tree in a file while the program does not run."""

from __future__ import annotations

import os
from collections.abc import Iterable

from engine import tree_file
from engine.game import Refused
from protocol.gtp import Gtp, commands
from protocol.table import CommandError


@commands.command("outflank-save_tree", "FILE...")
def save_tree(gtp: Gtp, words: list[str]) -> str:
    """Write the search tree to a file, which is replaced as a whole or stays as it was. Blanks in its name
    count as one."""
    pieces = gtp.player.save_tree()
    try:
        replace(path_of(words), pieces)
    except OSError as error:
        raise CommandError(f"cannot save tree: {error.strerror}") from None
    return ""


@commands.command("outflank-load_tree", "FILE...")
def load_tree(gtp: Gtp, words: list[str]) -> str:
    """Go on with a search tree from a file instead of what has been learnt. It must be of this game, size and
    komi and of the options that its numbers depend on; the position stays."""
    try:
        data = read(path_of(words), tree_file.most_bytes(gtp.player.memory))
        gtp.player.load_tree(data)
    except OSError as error:
        raise CommandError(f"cannot load tree: {error.strerror}") from None
    except MemoryError:
        raise CommandError("cannot load tree: no memory for it") from None
    except Refused as error:
        raise CommandError(f"cannot load tree: {error}") from None
    return ""


def path_of(words: list[str]) -> bytes:
    """The name of a file, byte for byte as it was sent but for its blanks."""
    return " ".join(words).encode("utf-8", "surrogateescape")


def replace(path: bytes, pieces: Iterable[bytes]) -> None:
    """Make a file of these pieces. Whatever happens there is the old one or the new one under its name, and
    none is half written; what is no regular file is not replaced. OSError says why there is no new one."""
    path = os.path.realpath(path)
    if os.path.lexists(path) and not os.path.isfile(path):
        raise OSError(0, "not a regular file")
    part = os.path.join(os.path.dirname(path), b".outflank-%s.part" % os.urandom(4).hex().encode())
    try:
        with open(part, "xb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        if os.path.lexists(part):
            os.unlink(part)
        raise


def read(path: bytes, most: int) -> bytes:
    """The first `most` bytes of a regular file. OSError when it is none, or cannot be read."""
    import stat

    # Without O_NONBLOCK a FIFO would wait for somebody to write to it.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    fd = os.open(path, flags)
    try:
        about = os.fstat(fd)
        if not stat.S_ISREG(about.st_mode):
            raise OSError(0, "not a regular file")
        with open(fd, "rb", closefd=False) as file:
            return file.read(min(most, about.st_size))
    finally:
        os.close(fd)
