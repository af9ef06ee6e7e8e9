from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t
from .patterns cimport REPLIES

cdef enum:
    WIDE = 0x80                 # a byte that stands for a 16-bit number

cdef class Unpacking:
    cdef readonly bytes tables
    cdef bytes classes
    cdef bytes packed
    cdef bytearray sums
    cdef int grain
    cdef int left
    cdef Py_ssize_t count
    cdef Py_ssize_t change
    cdef Py_ssize_t wide
