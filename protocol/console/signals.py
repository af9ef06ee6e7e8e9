"""SIGTERM ends a subcommand as Ctrl-C does, with all that is cleaned up then, and exit code 143."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from outflank.protocol.console.errors import INTERRUPTED, TERMINATED

GRACE = 2.0
"""Seconds for a computation that looks at no signal to end."""
AGAIN = 0.02
"""Seconds until an interrupt that was lost comes again."""
LOST = b"\0"
"""The byte of an interrupt that was lost; a signal's is its number."""


class Ending:
    """Tell whether SIGTERM has come. One serves a whole process."""

    def __init__(self) -> None:
        self.terminated = False

    @contextmanager
    def watching(self) -> Iterator[None]:
        """SIGTERM raises KeyboardInterrupt in the main thread. It ends the process where that thread does not
        come to it. What is raised in a finalizer or a callback, where nothing can be raised, comes again."""
        self.terminated = False
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        ear, mouth = os.pipe()
        os.set_blocking(mouth, False)
        # The byte comes at once, even while the main thread is in a compiled loop.
        pipe = signal.set_wakeup_fd(mouth, warn_on_full_buffer=False)
        before, hook = signal.signal(signal.SIGTERM, self._end), sys.unraisablehook

        def unraisable(what: sys.UnraisableHookArgs, /) -> None:
            if not issubclass(what.exc_type, KeyboardInterrupt):
                hook(what)
            elif threading.current_thread() is threading.main_thread():
                if self.terminated:
                    signal.signal(signal.SIGTERM, self._end)
                os.write(mouth, LOST)

        sys.unraisablehook = unraisable
        watcher = threading.Thread(target=self._watch, args=(ear, threading.get_ident()), daemon=True)
        # Where no thread can be had the main one comes to the signal when it leaves its loop.
        with suppress(RuntimeError):
            watcher.start()
        try:
            yield
        finally:
            sys.unraisablehook = hook
            signal.signal(signal.SIGTERM, before)
            signal.set_wakeup_fd(pipe)
            os.close(mouth)
            if watcher.ident is not None:
                watcher.join()
            os.close(ear)

    def watched(self, work: Callable[[], int]) -> int:
        """The exit code of work that SIGTERM may end."""
        try:
            with self.watching():
                code = work()
        except KeyboardInterrupt:
            # Between the end of the work and that of the watch.
            code = INTERRUPTED
        # Where the interrupt left an `eval` of text, as a named tuple is made by, Python would end by SIGINT
        # though it was caught, unless another one succeeds.
        eval("0")
        return TERMINATED if self.terminated else code

    def note(self, number: int) -> None:
        """Take in a signal that has another handler."""
        self.terminated |= number == signal.SIGTERM

    def _end(self, number: int, _: object) -> None:
        # Once is enough: a second one must not cut the cleaning up short.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        self.note(number)
        raise KeyboardInterrupt

    def _watch(self, ear: int, main: int) -> None:
        while data := os.read(ear, 64):
            if LOST in data:
                # Raised at once it would come while that callback still runs.
                time.sleep(AGAIN)
                signal.pthread_kill(main, signal.SIGTERM if self.terminated else signal.SIGINT)
            if signal.SIGTERM in data:
                ended, _, _ = select.select([ear], [], [], GRACE)
                if not (ended or self.terminated):
                    os._exit(TERMINATED)


ENDING = Ending()
