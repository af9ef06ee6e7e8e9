from libc.stdint cimport uint16_t, uint64_t
from ..base.rng cimport Rng, seed_rng
from .forward_model cimport MOST_PLAYERS
from .outcome cimport Outcome, add_outcome
from .position cimport CACHE_LINE, Position
from .rules cimport Rules

cdef enum:
    LOG_ROOM = 512              # moves of a playout that are logged at most

cdef class Scratch:
    # Workers must not slow each other down by writing beside the other's generator.
    cdef char before[CACHE_LINE]
    cdef Rng rng
    cdef char behind[CACHE_LINE]
    cdef Position spare
    # What the evaluation under way ends with, added up only where it is asked for.
    cdef bint tells_outcome
    cdef Outcome outcome

cdef class Evaluator:
    cdef readonly Rules rules
    cdef readonly int samples
    cdef readonly bint has_lead
    cdef readonly bint plays_out

    cpdef Scratch new_scratch(self, uint64_t seed)
    cdef int evaluate(self, void* state, Scratch scratch, float* value, uint16_t* log) noexcept nogil
    cdef bint judge(self, const void* state, Scratch scratch, float* value) noexcept nogil
    cdef bint priors(self, const void* state, const uint16_t* moves, int n, Scratch scratch, float* out) noexcept nogil
    cdef bint lead(self, const void* state, Scratch scratch, float* out) noexcept nogil

cdef class LeafSolver:
    cdef bint solve(self, const void* state, int most, bint exact, int* low, int* high) noexcept nogil
