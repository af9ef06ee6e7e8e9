from libc.stdint cimport uint64_t
from ..base.bits cimport popcount64
from ..game.evaluator cimport LeafSolver
from ..othello.bitboard cimport Board, empties
from ..othello.othello cimport Discs, board_of
from .last_squares cimport MAX_SCORE
from .mtd cimport Mtd, begin_mtd, is_open, narrow
from .shallow cimport FEWEST, solve_leaf

cdef enum:
    CLOSEST = 2                 # the smallest lead

cdef class OthelloLeafSolver(LeafSolver):
    pass
