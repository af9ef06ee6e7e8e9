"""The ladder of errors: what a subcommand raises becomes one line on stderr and an exit code."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Sequence

from outflank.engine import NotBuilt
from outflank.protocol import __version__
from outflank.protocol.console.errors import (
    FAILED,
    INTERNAL,
    INTERRUPTED,
    NOT_BUILT,
    OK,
    WRONG_USE,
    Failed,
    UserError,
    reason,
)
from outflank.protocol.console.outbox import Disconnected, show, warn

NO_THREAD = "can't start new thread"
"""What Python says where the system has no more threads, and no work of ours goes on without."""
MACHINE = frozenset(
    getattr(errno, name)
    for name in (
        "ENOSPC",
        "EDQUOT",
        "EFBIG",
        "EROFS",
        "EIO",
        "EMFILE",
        "ENFILE",
        "ENOMEM",
        "EAGAIN",
        "ESTALE",
    )
    if hasattr(errno, name)
)
"""Errors of a machine that is full, broken or exhausted. Any other OSError that nobody expected is ours."""


def climb(names: Sequence[str], work: Callable[[], int]) -> int:
    """The exit code of a piece of work; its errors are told under these names, which the work may add to."""
    try:
        return work()
    except Disconnected:
        return OK
    except KeyboardInterrupt as error:
        code, text = INTERRUPTED, "interrupted" + (f"; {error}" if str(error) else "")
    except Exception as error:
        code, text = code_of(error), reason(error)
        if code == INTERNAL:
            text = internal(error)
    warn(f"{' '.join(names)}: {text}" if names else text)
    return code


def code_of(error: Exception) -> int:
    """The exit code of an error."""
    if isinstance(error, UserError):
        return WRONG_USE
    if isinstance(error, NotBuilt):
        return NOT_BUILT
    if isinstance(error, OSError):
        return FAILED if error.errno in MACHINE else INTERNAL
    if isinstance(error, RuntimeError) and str(error) == NO_THREAD:
        return FAILED
    from outflank.engine.errors import NoMemory

    return FAILED if isinstance(error, Failed | MemoryError | NoMemory) else INTERNAL


def internal(error: Exception) -> str:
    """Show the traceback of a fault of ours; the line that asks for a report."""
    import traceback

    show("".join(traceback.format_exception(error)))
    python = ".".join(map(str, sys.version_info[:3]))
    cause = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    build = f"Outflank {__version__}, Python {python}, {sys.platform}"
    return f"internal error: {cause} ({build}); please report it with the lines above"
