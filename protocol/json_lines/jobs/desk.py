"""Order of jobs: a game's own first, then requests in their turn, then work that may wait."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from outflank.protocol.json_lines.jobs.worker import Job, Post, Worker
from outflank.protocol.json_lines.messages.problems import Problem

MOST_WAITING = 64
"""Requests that wait at a time."""


class Desk:
    """One job runs at a time. `urgent()` and `spare()` give jobs of the session's own, or None: the first are
    done before what waits, the second when nothing does. `ring()` ends what runs soon, `clear()` lets jobs
    run again."""

    def __init__(
        self,
        post: Post,
        urgent: Callable[[], Job | None],
        spare: Callable[[], Job | None],
        ring: Callable[[], None],
        clear: Callable[[], None],
    ) -> None:
        self._worker = Worker(post)
        self._urgent, self._spare = urgent, spare
        self._ring, self._clear = ring, clear
        self._waiting: deque[Job] = deque()
        self._closed = False
        self.running: Job | None = None

    @property
    def busy(self) -> bool:
        """Tell whether anything that was asked for waits or runs."""
        return bool(self._waiting) or (self.running is not None and not self.running.yields)

    def add(self, job: Job) -> None:
        """Have a job done in its turn. Problem when too many wait."""
        if len(self._waiting) >= MOST_WAITING:
            raise Problem("too_many", f"{MOST_WAITING} requests wait already")
        self._waiting.append(job)
        self.look()

    def look(self) -> None:
        """Begin what is next if nothing runs, and stop what yields for something else."""
        if self._closed:
            return
        if self.running is not None:
            if self.running.yields and self._waiting:
                self.stop()
            return
        job = self._urgent() or (self._waiting.popleft() if self._waiting else self._spare())
        if job is not None:
            self._begin(job)

    def stop(self) -> None:
        """End what runs early."""
        if self.running is not None:
            self._ring()

    def cancel(self, job: Job) -> None:
        """End a job early, or let it not begin."""
        job.cancelled = True
        if job is self.running:
            self.stop()
        elif job in self._waiting:
            self._waiting.remove(job)
            job.fail(Problem("cancelled", "cancelled before it began"))

    def hasten(self) -> None:
        """End early what runs, and what waits soon after it begins. Any thread may ask for that."""
        for job in list(self._waiting):
            job.hasty = True
        self._ring()

    def close(self) -> None:
        """End what runs, begin nothing more, and wait for the worker."""
        self._closed = True
        self._waiting.clear()
        self._ring()
        self._worker.end()

    def _begin(self, job: Job) -> None:
        self.running = job
        self._clear()
        if job.hasty:
            self._ring()
        self._worker.give(job, lambda: self._over(job))

    def _over(self, job: Job) -> None:
        self.running = None
        try:
            job.finish()
        finally:
            self.look()
