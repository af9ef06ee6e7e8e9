cdef enum:
    PUBLIC = 0
    SEAT = 1
    MOVER = 2

cdef class InfosetParams:
    # Selection.
    cdef readonly int select
    cdef readonly float exploration
    cdef readonly bint try_all_first
    cdef readonly float first_play_loss
    cdef readonly float bias
    cdef readonly float widening
    cdef readonly float widening_power
    cdef readonly bint priors
    # Growth.
    cdef readonly int expand_at
    cdef readonly int view
    cdef readonly int worlds
    # Workers.
    cdef readonly int virtual_loss
    cdef readonly bint own_trees
