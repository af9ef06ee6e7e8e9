from .bits cimport shared_set_flag

cdef class Bell:
    cdef readonly bint rung
