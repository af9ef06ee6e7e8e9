"""Work that is shared among processes of this machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager

from outflank.protocol.console.errors import Failed
from outflank.protocol.console.outbox import warn
from outflank.protocol.console.own_program import safe_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Future
    from typing import TypeVar

    Name = TypeVar("Name")
    Result = TypeVar("Result")

NICENESS = 19
NICENESS_SET = "OUTFLANK_NICE"
"""The variable that sets another one, such as 0 on a machine that does nothing else."""
AHEAD = 2
"""Pieces of work for each process that are handed out before the first one is back."""


class Crew:
    """Processes that yield to everything else that the machine has to do. Each ends when this one
    does, however that comes."""

    def __init__(self, jobs: int) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        self._jobs = jobs
        self._stack = ExitStack()
        self._stack.enter_context(safe_path())
        self._pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=begin)

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        from multiprocessing import active_children

        self._pool.shutdown(wait=False, cancel_futures=True)
        # What they are at would be thrown away.
        for process in active_children():
            process.terminate()
        self._stack.close()

    def run(
        self, work: Callable[..., Result], pieces: Iterable[tuple[Name, tuple[object, ...]]]
    ) -> Iterator[tuple[Name, Result]]:
        """Do the work of each piece, (name, arguments), and yield (name, result) as they come. A piece is
        taken when a process is free. Failed when a process dies."""
        from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, wait

        source = iter(pieces)
        under_way: dict[Future[Result], Name] = {}
        more = True
        while more or under_way:
            while more and len(under_way) < AHEAD * self._jobs:
                piece = next(source, None)
                if piece is None:
                    more = False
                    break
                name, arguments = piece
                with undisturbed():
                    under_way[self._pool.submit(work, *arguments)] = name
            if under_way:
                done, _ = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    try:
                        yield under_way.pop(future), future.result()
                    except BrokenExecutor:
                        raise Failed("a process of this training died: begin it again") from None


class Alone:
    """The work of a crew in this process, one piece after the other: the stand-alone program cannot begin
    processes that run a part of it."""

    def __enter__(self) -> Alone:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def run(
        self, work: Callable[..., Result], pieces: Iterable[tuple[Name, tuple[object, ...]]]
    ) -> Iterator[tuple[Name, Result]]:
        """Do the work of each piece, as `Crew.run`."""
        for name, arguments in pieces:
            yield name, work(*arguments)


def new_crew(jobs: int) -> Crew | Alone:
    """A crew of processes, or this process alone in the stand-alone program, which says so."""
    if not getattr(sys, "frozen", False):
        return Crew(jobs)
    if jobs > 1:
        warn("the stand-alone program works in one process; the one that pip installs takes --jobs")
    return Alone()


@contextmanager
def undisturbed() -> Iterator[None]:
    """SIGINT and SIGTERM wait until this is over: a process whose beginning they cut short ends in a
    traceback of its own."""
    import signal
    import threading

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {
        number: signal.signal(number, lambda number, _: came.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for late in came:
            signal.raise_signal(late)


def begin() -> None:
    """The first work of a process of a crew."""
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(int(os.environ.get(NICENESS_SET, NICENESS)))
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait for the end of the process that began this one, and end too."""
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
