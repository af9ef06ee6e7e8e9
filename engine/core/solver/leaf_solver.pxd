from libc.stdint cimport uint64_t
from ..base.bits cimport popcount64
from ..game.evaluator cimport LeafSolver
from ..othello.othello cimport Discs
from .shallow cimport FEWEST, ending

cdef enum:
    CLOSEST = 2                 # the smallest lead
    UNKNOWN = 64

cdef class OthelloLeafSolver(LeafSolver):
    pass
