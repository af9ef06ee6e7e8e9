"""How far a match is, on stderr: a bar where rich is installed and somebody watches, else a line now and
then."""

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
    """Gives what is to be called after each further game, with a few words on how it stands."""
    if quiet:
        yield lambda text: None
        return
    bar = _rich_bar() if os.isatty(2) else None
    if bar is None:
        yield _lines(about, done, total)
        return
    with bar:
        task = bar.add_task(plain(about), total=total, completed=done, text="")
        yield lambda text: bar.update(task, advance=1, text=text)


def _lines(about: str, done: int, total: int) -> Callable[[str], None]:
    live = os.isatty(2)
    told = done * STEPS // max(1, total)

    def tell(text: str) -> None:
        nonlocal done, told
        done += 1
        step = done * STEPS // max(1, total)
        line = plain(f"{about}: {done}/{total}  {text}")
        if live:
            show(f"\r{line:<78}" + "\n" * (done == total))
        elif step != told:
            told = step
            show(f"{line}\n")

    return tell


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
