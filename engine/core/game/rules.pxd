from .forward_model cimport ForwardModel
from .position cimport Position

cdef class Rules(ForwardModel):
    cdef readonly str signs

    cdef void* view(self, Position position) except NULL
