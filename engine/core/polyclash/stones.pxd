from libc.stdint cimport int16_t, int32_t, uint16_t, uint64_t
from ..base.bits cimport lowest_bit
from ..base.rng cimport Rng, below
from .graph cimport MOST_NEAR, POINTS, Graph, Spot

cdef enum:
    MOST_PLIES = 2000
    SEEN_WORDS = 128
    OPEN = 0x100
    EMPTY = 0
    BLACK = 1
    WHITE = 2
    BORDER = 3

# A game in progress. A playout works on `liberties` to `side` alone; the rest is what the superko needs and
# PolyClash records. `open` is the weight of an empty point and else 0, `next` leads around a chain, `slot` is
# a point's place in `empty`.
cdef struct Stones:
    uint64_t liberties[POINTS + 1]
    uint64_t open[POINTS + 1]
    uint16_t colour[POINTS + 1]
    uint16_t around[POINTS + 1]
    int16_t chain[POINTS + 1]
    int16_t next[POINTS + 1]
    int16_t size[POINTS + 1]
    int16_t empty[POINTS + 1]
    int16_t slot[POINTS + 1]
    int16_t empties
    int16_t ko
    int16_t plies
    int16_t passes
    int16_t side
    uint64_t key
    uint64_t chain_key[POINTS + 1]
    uint64_t seen[SEEN_WORDS]
    int32_t recorded
    uint64_t history[MOST_PLIES + 1]

# By colour and point; an empty point's is 0.
cdef struct Keys:
    uint64_t stone[3][POINTS]

cdef inline uint64_t weight(int p) noexcept nogil:
    """What one liberty on point p adds to a chain's word. At most 1,200 of them fit without a carry."""
    cdef uint64_t wide = p
    return 1 | wide << 16 | wide * wide << 36

cdef void clear(Stones* s, const Graph* graph) noexcept nogil
cdef bint ended(const Stones* s) noexcept nogil
cdef void put(Stones* s, const Graph* graph, const Keys* keys, int p) noexcept nogil
cdef void skip(Stones* s) noexcept nogil
cdef void set_up(Stones* s, const Graph* graph, const Keys* keys, int p, int colour) noexcept nogil
cdef void run(Stones* s, const Graph* graph, Rng* rng) noexcept nogil
cdef int step(Stones* s, const Graph* graph, Rng* rng) noexcept nogil
cdef void seal(Stones* s, const Keys* keys) noexcept nogil
cdef void seal_chains(Stones* s, const Keys* keys) noexcept nogil
cdef int choose(Stones* s, const Graph* graph, Rng* rng) noexcept nogil
cdef bint is_eye(const Stones* s, const Spot* at, int foe) noexcept nogil
