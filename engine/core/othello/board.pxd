from ..game.heuristics cimport Squares
from ..game.rules cimport Position

cdef class DiscBoard(Squares):
    cdef readonly int size
    cdef readonly int first
    cdef readonly int stride
