"""Progress of work on stderr: a bar by rich on a terminal, else a line now and then."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from outflank.protocol.console.outbox import draw, plain, show

STEPS = 10
"""Lines that are shown of a whole match where nobody watches."""


@contextmanager
def progress(about: str, done: int, total: int, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """Gives what is to be called after each further piece, with a few words on how things stand."""
    bar = _rich_bar() if os.isatty(2) and not quiet else None
    if bar is not None:
        with bar:
            task = bar.add_task(plain(about), total=total, completed=done, text="")
            yield lambda text: bar.update(task, advance=1, text=text)
        return
    tell = counter(f"{about}: ", first=done * STEPS // max(1, total), quiet=quiet)

    def step(text: str) -> None:
        nonlocal done
        done += 1
        tell(done, total, text)

    yield step


def counter(
    about: str = "", noun: str = "", steps: int = STEPS, first: int = -1, quiet: bool = False
) -> Callable[..., None]:
    """Gives what is to be called with what is done, how much there is, and a few words. A terminal shows
    every piece in one line, anything else a line for each of `steps` parts of the work."""
    live = os.isatty(2)
    told = first

    def tell(done: int, total: int, text: str = "") -> None:
        nonlocal told
        step = done if live else done * steps // max(1, total)
        if quiet or step == told:
            return
        told = step
        line = plain("  ".join(part for part in (f"{about}{done}/{total} {noun}".rstrip(), text) if part))
        if live:
            show(f"\r{line:<78}" + "\n" * (done == total))
        else:
            show(f"{line}\n")

    return tell


def games_counter() -> Callable[[object, int, int], None]:
    """A counter as matches inside this process call it: with the match first."""
    tell = counter(noun="games")
    return lambda match, done, games: tell(done, games)


def games_step(done: int, total: int) -> Callable[[str], None]:
    """Says how many games there are, and gives what is to be called after each further one, with a few words
    on how things stand."""
    tell = counter(noun="games")
    tell(done, total)

    def step(text: str = "") -> None:
        nonlocal done
        done += 1
        tell(done, total, text)

    return step


def _rich_bar() -> Any:
    """A bar; None without rich, which is an extra."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        return None
    console = Console(file=_Stderr(), force_terminal=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[text]}", markup=False),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console, redirect_stdout=False, redirect_stderr=False)


class _Stderr(io.TextIOBase):
    """Stderr as rich writes to it."""

    def write(self, text: str) -> int:
        draw(text)
        return len(text)

    def flush(self) -> None:
        """Nothing waits."""

    def fileno(self) -> int:
        return 2

    def isatty(self) -> bool:
        return True
