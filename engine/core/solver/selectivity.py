# cython: language_level=3
"""The levels of selective search: with what margin each prunes, and how often it is right.

ProbCut (Buro, 1995) takes the value of a shallow search for that of the deep one where it lies far enough
from the window. How far is the margin: the larger it is, the fewer subtrees are cut and the surer is the
result. Edax keeps such levels too. The search that cuts is engine/core/solver/probcut."""

from collections import namedtuple

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import selectivity`")


class Selectivity(namedtuple("Selectivity", ("margin", "percent", "error"))):
    """A level: ProbCut margin in discs, percent of final scores found right, standard error in discs. The
    margin is that at the depth of a usual shallow search."""

    __slots__ = ()


TABLE = (
    Selectivity(4, 32, 3.3),
    Selectivity(6, 45, 2.9),
    Selectivity(8, 60, 2.1),
    Selectivity(11, 85, 1.2),
    Selectivity(14, 91, 0.8),
    Selectivity(18, 96, 0.6),
)
"""Levels of selectivity, the surest one last. The margins are a judgement; percent and error were measured
against exact scores in positions with 20 to 25 empty squares (commits 30ea686 and ffcd742)."""

if len(TABLE) != LEVELS:
    raise ImportError(f"{len(TABLE)} levels, not {LEVELS}")
