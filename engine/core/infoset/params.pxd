from ..search.params cimport TreeParams

cdef enum:
    PUBLIC = 0
    SEAT = 1
    MOVER = 2

cdef class InfosetParams(TreeParams):
    cdef readonly int view
    cdef readonly int worlds
