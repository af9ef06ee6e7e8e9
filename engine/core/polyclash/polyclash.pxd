from libc.stdint cimport int16_t, uint16_t, uint64_t
from ..base.rng cimport Rng, scatter, seed_rng
from ..game.position cimport Position
from ..game.rules cimport Rules
from .graph cimport KITES, MOST_NEAR, POINTS, SMALL_KITES, Graph, BoardGraph
from .stones cimport BLACK, EMPTY, MOST_PLIES, OPEN, SEEN_WORDS, WHITE, Keys, Stones
from .stones cimport clear, ended, put, run, seal, seal_chains, set_up, skip
from .threats cimport hunt

cdef enum:
    PASS = POINTS

# Twelfths of kites.
cdef struct Tally:
    int black_small
    int white_small
    int black_large
    int white_large

cdef class PolyClash(Rules):
    cdef readonly double komi
    cdef readonly BoardGraph board
    cdef const Graph* graph
    cdef Keys keys
    cdef int split[21]
    cdef float share[POINTS]

    cdef double lead(self, const Stones* s) noexcept nogil
    cdef int play_on(self, Stones* s, Rng* rng, bint policy, int plies, uint16_t* log, int room) noexcept nogil
    cdef Tally tally(self, const Stones* s) noexcept nogil
