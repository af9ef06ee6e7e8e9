"""This program and the machine it has: the command that starts it once more, and its cores."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

SAFE_PATH = "PYTHONSAFEPATH"
PLAIN = ("--quiet", "--config", "off")
"""Options of an engine that is to be what its other options say, whatever the user's own defaults are. They
are not kept with games."""
BY_NAME = ("-m", "protocol")
"""How games name this program that is not frozen: what the first version started itself with."""


def own_program() -> list[str]:
    """The command that starts this program once more, whatever lies in the folder it is started in: without
    -P Python would look there first for all that is imported."""
    return (
        [sys.executable]
        if getattr(sys, "frozen", False)
        else [sys.executable, "-P", "-m", "outflank.protocol"]
    )


def usable_cores() -> int:
    """The processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def as_kept(command: Sequence[str]) -> tuple[str, ...]:
    """A command as it is kept with games: this program by its name, so that a match goes on in its folder
    after the program was moved, or one is taken up that an earlier version began."""
    own = own_program()
    if list(command[: len(own)]) != own:
        return tuple(command)
    rest = tuple(command[len(own) :])
    if rest[1 : 1 + len(PLAIN)] == PLAIN:
        rest = (*rest[:1], *rest[1 + len(PLAIN) :])
    return (own[0], *(BY_NAME if len(own) > 1 else ()), *rest)


def as_here(command: Sequence[str], there: Sequence[str]) -> tuple[str, ...]:
    """A command of another machine, where `there` starts this program, for this one."""
    if list(command[: len(there)]) != list(there):
        return tuple(command)
    return (*own_program(), *command[len(there) :])


@contextmanager
def safe_path() -> Iterator[None]:
    """Python processes that are begun meanwhile do not look for modules in the folder they are started in:
    multiprocessing begins its own by -c, which does so before it knows any other."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(SAFE_PATH, None)
        else:
            os.environ[SAFE_PATH] = before
