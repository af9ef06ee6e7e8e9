from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t
from ..base.sampling cimport normalise
from ..base.rng cimport Rng, below
from ..game.forward_model cimport MOST_MOVES, MOVER_SHIFT
from .graph cimport MOST_NEAR, POINTS, Graph, Spot
from .stones cimport EMPTY, Keys, Stones, choose, ended, is_eye, put, skip, weight

cdef enum:
    CAPTURES_OF_TEN = 8     # how often of ten times a player who can capture does

# By colour (0 black, 1 white) chains in atari: all of them, and some that are so no longer. `listed` is by
# name.
cdef struct Threats:
    int count[2]
    int16_t chain[2][POINTS]
    uint8_t listed[2][POINTS]

# What a stone on a point does: stones captured, own stones in atari that it frees, hostile ones it puts in
# atari, and whether its own chain would be in atari.
cdef struct Deed:
    int captured
    int saved
    int chased
    bint exposed

cdef int last_liberty(const Stones* s, int chain) noexcept nogil
cdef void find_threats(const Stones* s, Threats* threats) noexcept nogil
cdef int capture(const Stones* s, Threats* threats, Rng* rng) noexcept nogil
cdef void judge(const Stones* s, const Graph* graph, int p, Deed* out) noexcept nogil
cdef int hunt(
    Stones* s, const Graph* graph, Rng* rng, bint policy, int plies, uint16_t* log, int room
) noexcept nogil
cdef int pick_move(const Stones* s, const Graph* graph, const uint16_t* moves, int n, Rng* rng) noexcept nogil
cdef void weigh(
    const Stones* s, const Graph* graph, const float* share, const uint16_t* moves, int n, float* out
) noexcept nogil
