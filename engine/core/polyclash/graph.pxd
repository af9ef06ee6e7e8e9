from libc.stdint cimport int16_t

cdef enum:
    POINTS = 302
    KITES = 300
    SMALL_KITES = 240
    MOST_NEAR = 5

# A point's neighbours and the corners opposite to it in its kites, both filled up with the point POINTS, off
# the board; the number of neighbours; the number of hostile opposite corners that make a false eye here.
# `spare` makes a row of 32 bytes.
cdef struct Spot:
    int16_t near[MOST_NEAR]
    int16_t across[MOST_NEAR]
    int16_t degree
    int16_t spoilers
    int16_t spare[4]

# The kites' corners, the SMALL_KITES first, and what one kite of each kind is of the whole surface.
cdef struct Graph:
    Spot spot[POINTS + 1]
    int16_t corner[KITES][4]
    double small
    double large

cdef class BoardGraph:
    cdef Graph graph
    cdef readonly tuple xyz
    cdef readonly tuple codes
    cdef readonly tuple neighbours
    cdef readonly tuple kites
    cdef readonly tuple shares
    cdef readonly dict names

cpdef BoardGraph board()
