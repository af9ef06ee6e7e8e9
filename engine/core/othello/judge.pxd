from libc.stdint cimport uint16_t, uint64_t

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
