from libc.stdint cimport uint16_t
from ..base.rng cimport Rng
from ..base.sampling cimport logistic
from ..game.evaluator cimport Scratch
from ..game.heuristic cimport Heuristic
from .graph cimport POINTS
from .polyclash cimport PolyClash
from .stones cimport MOST_PLIES, Stones, ended
from .threats cimport pick_move, weigh

cdef class PolyClashHeuristic(Heuristic):
    cdef PolyClash game
