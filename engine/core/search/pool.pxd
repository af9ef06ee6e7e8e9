from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from ..base.bits cimport lock_word, prefetch, shared_add64, shared_and16, shared_is_set, shared_load16, shared_load32
from ..base.bits cimport shared_load64, shared_loadi16, shared_or16, shared_set32, shared_set_flag, shared_store16
from ..base.bits cimport shared_store32, shared_store64, shared_storei16, unlock_word
from ..game.rules cimport MOST_PLAYERS

cdef enum:
    UNIT = 8
    FETCHED = 5                 # cache lines: the header and eighteen edges
    STRIPES = 64
    APART = 16                  # words to the next cache line
    CHUNK_UNITS = 8192
    GAP = 0xFFFF
    VALUE_BITS = 37
    VALUE_ONE = 1024
    MOVE_CODES = 0x1000
    MOVE_MASK = 0x0FFF
    SURE_EDGE = 0x8000
    UNSEEN_EDGE = 0x4000        # nobody has compared the child with the position yet
    SURE = 1
    PRIOR_ONE = 65535
    KEEP_PERCENT = 60
    MOST_VISITS = 0x7FF0000     # what VALUE_BITS leave for visits, less what workers may add at once

cdef extern from *:
    """
    #define PRIOR_UNIT (1.0f / 65535)
    #define VALUE_UNIT (1.0f / 1024)
    """
    const float PRIOR_UNIT
    const float VALUE_UNIT      # 1 / VALUE_ONE

# A statistic is one word so that one atomic addition keeps it whole: the visits above VALUE_BITS, below them
# the sum of the chooser's rewards in units of 1 / VALUE_ONE. All-moves-as-first statistics, where there are any,
# follow the last edge.
cdef struct Edge:
    uint64_t stat
    uint32_t child
    uint16_t move
    uint16_t prior

# `backed` are rewards of each player in units of 1 / PRIOR_ONE: certain ones where SURE is set in `flags`, else
# what minimax makes of static judgements. `low` and `high` bound the margin of player 0.
cdef struct Node:
    uint16_t edges
    uint8_t mover
    uint8_t epoch
    uint32_t next
    uint64_t key
    uint16_t backed[MOST_PLAYERS]
    int16_t low
    int16_t high
    uint32_t flags

# `nodes` were taken from the chunk and are not counted in the pool yet.
cdef struct Chunk:
    uint32_t at
    uint32_t end
    uint32_t nodes

cdef inline uint32_t visits_of(uint64_t stat) noexcept nogil:
    return <uint32_t>(stat >> VALUE_BITS)

cdef inline int64_t units_of_value(uint64_t stat) noexcept nogil:
    """The sum of rewards in a statistic, in units of VALUE_UNIT."""
    return <int64_t>(stat & ((<uint64_t>1 << VALUE_BITS) - 1))

cdef inline float value_of(uint64_t stat) noexcept nogil:
    """The sum of rewards in a statistic."""
    return <float>units_of_value(stat) * VALUE_UNIT

cdef inline bint is_sure(const Node* node) noexcept nogil:
    """Whether a node's rewards are certain. Where they are, they can be read from now on."""
    return shared_load32(&node.flags) & SURE != 0

cdef inline uint16_t backed_of(const Node* node, int player) noexcept nogil:
    """A player's reward at a node. Until it is certain, another player's may be of another moment."""
    return shared_load16(&node.backed[player])

cdef inline int low_of(const Node* node) noexcept nogil:
    return shared_loadi16(&node.low)

cdef inline int high_of(const Node* node) noexcept nogil:
    return shared_loadi16(&node.high)

cdef inline uint16_t move_of(const Edge* edge) noexcept nogil:
    """An edge's move with its marks."""
    return shared_load16(&edge.move)

# The marks above an edge's move have four writers. Two have the node to themselves: whoever grows it, and a
# collection or a restore, which run while no worker does. The other two are atomic on the one word: `mark_edge`
# only sets SURE_EDGE, and `descend` only clears UNSEEN_EDGE, so neither loses what the other wrote. What a
# worker may then still see is old: SURE_EDGE not set yet, and it searches once more below a certain child, where
# it ends at once and sets the mark; UNSEEN_EDGE still set, and it compares the position again, with the same
# result. A mark that is set is never ahead of the child: readers look at the child's own flag besides.
cdef inline void mark_edge(Edge* edge, uint16_t marks) noexcept nogil:
    """Set marks. The bus is locked at most once for each: what is set stays set while workers run."""
    if marks & ~move_of(edge):
        shared_or16(&edge.move, marks)

cdef class Pool:
    cdef char* arena
    cdef uint32_t* buckets
    cdef uint32_t mask
    cdef uint32_t edge_bytes
    cdef uint32_t capacity
    cdef uint32_t reserved      # the units that were asked of the system, of which `capacity` may be taken
    cdef uint32_t top
    cdef uint32_t cursor
    cdef uint32_t door
    cdef uint32_t stripes[STRIPES * APART]
    cdef uint8_t epoch
    cdef uint8_t marking
    cdef readonly bint full
    cdef uint32_t* stack
    cdef uint32_t stack_size
    cdef uint32_t stack_room
    cdef uint32_t least
    cdef uint64_t weight[32]
    cdef readonly bint collecting
    cdef readonly int collections
    cdef readonly uint64_t nodes

    cdef uint32_t take(self, Chunk* chunk, int edges) noexcept nogil
    cdef bint refill(self, Chunk* chunk, uint32_t units) noexcept nogil
    cdef void close(self, Chunk* chunk) noexcept nogil
    cdef void insert(self, uint32_t index) noexcept nogil
    cdef void unlink(self, uint32_t index) noexcept nogil
    cdef void lock(self, const Node* node) noexcept nogil
    cdef void unlock(self, const Node* node) noexcept nogil
    cdef uint32_t find(self, uint64_t key, uint32_t after) noexcept nogil
    cdef bint begin(self, const uint32_t* roots, int count, uint32_t least) noexcept nogil
    cdef bint push(self, uint32_t index) noexcept nogil
    cdef bint mark(self, int nodes) noexcept nogil
    cdef uint32_t threshold(self) noexcept nogil

cdef uint64_t buckets_for(uint64_t total) noexcept nogil

cdef inline uint32_t units_of(Pool pool, int edges) noexcept nogil:
    return <uint32_t>((sizeof(Node) + edges * pool.edge_bytes) // UNIT)

cdef inline Node* node_at(Pool pool, uint32_t index) noexcept nogil:
    return <Node*>(pool.arena + <size_t>UNIT * index)

cdef inline void fetch_ahead(Pool pool, uint32_t index) noexcept nogil:
    """Have what is read first of a node come near."""
    cdef const char* start = pool.arena + <size_t>UNIT * index
    cdef int line
    for line in range(FETCHED):
        prefetch(start + 64 * line)

cdef inline Edge* edges_of(Node* node) noexcept nogil:
    return <Edge*>(<char*>node + sizeof(Node))

cdef inline uint64_t* amaf_of(Node* node) noexcept nogil:
    """The all-moves-as-first statistics of a node's edges, in a pool that has them."""
    return <uint64_t*>(edges_of(node) + node.edges)
