"""Exit codes, and the errors that have one: the user's, failed work, an interrupt."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

OK = 0
FAILED = 1
WRONG_USE = 2
NOT_BUILT = 3
INTERNAL = 70
"""EX_SOFTWARE of sysexits.h."""
INTERRUPTED = 130
"""128 and the number of SIGINT, as shells say it."""
TERMINATED = 143
"""128 and the number of SIGTERM."""
EXIT_CODES = (
    (OK, "done; also when the reader of stdout has left early"),
    (FAILED, "the work failed, or what was tested did not pass"),
    (WRONG_USE, "wrong use: a bad option, an unusable file, a missing extra"),
    (NOT_BUILT, "a compiled module or a data file is missing from the program"),
    (INTERNAL, "an internal error; the traceback is on stderr or in the log"),
    (INTERRUPTED, "interrupted by Ctrl-C"),
    (TERMINATED, "terminated by SIGTERM"),
)
"""Every exit code with its meaning; the help pages, the manual and the README list these rows."""


class UserError(ValueError):
    """The user asked for what cannot be had: an unknown name, a bad value, an unusable file. One line says
    so, and the exit code is 2."""


class Failed(Exception):
    """The work was begun and cannot be finished. One line says so, and the exit code is 1."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C or SIGTERM, with a text on what is kept of the work."""


class Reading:
    """A `with` block that reads what the user asked for: a ValueError or OSError in it becomes a UserError,
    with the name of what is read before its text."""

    def __init__(self, name: str = "") -> None:
        self._name = name

    def __enter__(self) -> None:
        """Nothing is prepared."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, ValueError | OSError):
            text = reason(error)
            raise UserError(f"{self._name}: {text}" if self._name else text) from None


class Writing:
    """A `with` block that writes files: an OSError in it becomes Failed."""

    def __enter__(self) -> None:
        """Nothing is prepared."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, OSError):
            raise Failed(reason(error)) from None


def reason(error: Exception) -> str:
    """Why a file could not be used, in a few words."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(error) or "no memory for it"
