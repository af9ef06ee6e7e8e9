cdef enum:
    INNER = 0
    EDGE = 1
    C_SQUARE = 2
    X_SQUARE = 3
    CORNER = 4

cpdef int kind_of(int column, int row, int size) noexcept nogil
