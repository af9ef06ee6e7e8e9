# cython: language_level=3, cdivision=True
"""The builds of outflank.engine.core that this CPU can run."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.base import cpu`")


def highest_level() -> tuple:
    """The names of the levels that run here."""
    level: cython.int = cpu_level()
    return ("portable", "v2", "v3")[: max(1, level)]
