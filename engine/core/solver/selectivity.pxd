# How much a search leaves out, as one number that grows with how sure it is, for a table of positions to compare:
# a number up to LEAST_LEVEL - 1 is that of the moves searched in each position; then come the levels of ProbCut; EXACT prunes
# by proofs alone.
cdef enum:
    LEVELS = 6
    EXACT = 255
    LEAST_LEVEL = EXACT - LEVELS
