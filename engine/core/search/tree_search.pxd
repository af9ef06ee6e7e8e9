from ..base.crew cimport Crew
from ..game.position cimport Position

cdef class TreeSearch(Crew):
    cdef object _tree
    cdef object _roots
    cdef object _inspect
