cdef extern from "bits.h" nogil:
    int cpu_level() noexcept
