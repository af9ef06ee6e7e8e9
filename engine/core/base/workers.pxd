cdef enum:
    MOST_WORKERS = 64           # of one search or solver: a judgement, above the cores of most machines

cdef double share_after(double expected, double seconds, double used) noexcept nogil
