cdef enum:
    UCB1 = 0
    UCB1_2LN = 1
    PUCT = 2

cdef enum:
    PROVE_OFF = 0
    PROVE_RESULT = 1
    PROVE_SCORE = 2

cdef class TreeParams:
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
    # Workers.
    cdef readonly int virtual_loss
    cdef readonly bint own_trees

cdef class SearchParams(TreeParams):
    # Selection.
    cdef readonly float rave
    cdef readonly float rave_weight
    cdef readonly float minimax
    # Growth and proof.
    cdef readonly bint transpositions
    cdef readonly int prove
    cdef readonly int solve_at
    # The root.
    cdef readonly float noise
    # What follows from those above.
    cdef readonly bint amaf
    cdef readonly bint by_prior_alone
