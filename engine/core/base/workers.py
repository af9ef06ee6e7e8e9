# cython: language_level=3, cdivision=True
"""Threads that work on one search: how they are started, and what share of a core they can expect."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.base import workers`")

SHORT = 0.15
"""Seconds below which a search on a crowded core does without its other workers. Until one is given the core,
and again until it has seen that it is to halt, 10 to 50 ms pass (measured with four busy programs beside)."""
CROWDED = 0.5
"""The share of a core from which down it counts as crowded: a judgement."""
RECOVERY = cython.declare(cython.double, 0.1)
"""The most that one search adds to the share that is expected: a judgement."""
TELLING = cython.declare(cython.double, 0.002)
"""Seconds of a search that say what share of a core it is given: a judgement."""
MISSING = [0]
"""The most threads that could not be started at one time."""


def start_threads(threads: list) -> int:
    """Start threads until the system has no more to give, and return how many run; MISSING has the rest."""
    for started in range(len(threads)):
        try:
            threads[started].start()
        except (RuntimeError, MemoryError):
            MISSING[0] = max(MISSING[0], len(threads) - started)
            return started
    return len(threads)


def share_after(expected, seconds, used):
    """The share of a core to expect after a search of these wall-clock seconds that `used` some CPU time."""
    if seconds < TELLING:
        return expected
    # One search that has the core to itself does not yet have it for good.
    return min(used / seconds, expected + RECOVERY)
