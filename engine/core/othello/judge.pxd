from libc.stdint cimport uint16_t, uint64_t
from .bitboard cimport Board, after, final_score, flips

cdef enum:
    UNIT = 64                   # of a score, to the disc

cdef extern from *:
    """
    #define OUTCOME_LEAD (64 * 64)
    """
    const int OUTCOME_LEAD      # by so much the score of a game that is over is beyond any judgement

cdef class Judge:
    cdef int judge(self, uint64_t p, uint64_t o) noexcept nogil
    cdef void judge_moves(self, uint64_t p, uint64_t o, const uint16_t* moves, int n, int* out) noexcept nogil

cdef inline int proven_score(int lead) noexcept nogil:
    """The score of a final lead, or of one that is proven."""
    return UNIT * lead + (OUTCOME_LEAD if lead > 0 else -OUTCOME_LEAD if lead < 0 else 0)

cdef inline int outcome(uint64_t p, uint64_t o) noexcept nogil:
    """The mover's score of a game that is over."""
    return proven_score(final_score(p, o))
