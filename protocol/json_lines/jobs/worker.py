"""Jobs that take time, done one after the other in a thread beside the one that answers lines."""

from __future__ import annotations

import threading
from _queue import SimpleQueue
from collections.abc import Callable
from typing import Any

from outflank.protocol.json_lines.messages.problems import Problem

JOIN_SECONDS = 2.0
"""A search ends some hundredths of a second after it is stopped; this is patience."""

Post = Callable[[Callable[[], None]], None]
Outcome = Any
"""Whatever the work of a job comes to: who gave the job knows."""
Tell = Callable[[Outcome], None]


class Job:
    """Work and what becomes of it. `work(tell)` is done in the worker's thread; the others are called in the
    thread that answers lines: `told` with what it tells on the way, then `done` with what it returns or
    `failed` with what it raises. Of several things told before the first is looked at only the last counts,
    unless the job `keeps` them all. One that `yields` may be stopped for others, and begun anew."""

    def __init__(
        self,
        work: Callable[[Tell], Outcome],
        told: Tell,
        done: Tell,
        failed: Callable[[Exception], None],
        keeps: bool = False,
        yields: bool = False,
    ) -> None:
        self._work = work
        self._told, self._done, self._failed = told, done, failed
        self.keeps, self.yields = keeps, yields
        self.hasty = False
        """Tell whether it is to end as soon as it has begun."""
        self.cancelled = False
        self._latest: Outcome = None
        self._posted = False
        self._outcome: Outcome = None
        self._fault: Exception | None = None

    def attempt(self, post: Post) -> None:
        """Do the work, and keep what it comes to."""

        def tell(what: Outcome) -> None:
            if self.keeps:
                post(lambda: self._told(what))
                return
            self._latest = what
            if not self._posted:
                self._posted = True
                post(self._tell_latest)

        try:
            self._outcome = self._work(tell)
        except Exception as fault:
            self._fault = fault

    def finish(self) -> None:
        """Say what it came to."""
        if self._fault is None:
            self._done(self._outcome)
        else:
            self._failed(self._fault)

    def fail(self, problem: Problem) -> None:
        """Say that it was not begun."""
        self._failed(problem)

    def _tell_latest(self) -> None:
        self._posted = False
        self._told(self._latest)


class Worker:
    """A thread for jobs, begun with the first. Where the system has none to give, they are done at once by
    who gives them."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._jobs: SimpleQueue[tuple[Job, Callable[[], None]] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._alone = False

    def give(self, job: Job, then: Callable[[], None]) -> None:
        """Have a job done; `then` is called where lines are answered once it is."""
        if self._thread is None and not self._alone:
            self._begin()
        if self._alone:
            job.attempt(self._post)
            self._post(then)
        else:
            self._jobs.put((job, then))

    def end(self) -> None:
        """Take no more jobs, and wait for the one that runs; it has been stopped."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join(JOIN_SECONDS)

    def _begin(self) -> None:
        thread = threading.Thread(target=self._run, name="worker", daemon=True)
        try:
            thread.start()
        except RuntimeError:
            self._alone = True
            return
        self._thread = thread

    def _run(self) -> None:
        while (given := self._jobs.get()) is not None:
            job, then = given
            job.attempt(self._post)
            self._post(then)
