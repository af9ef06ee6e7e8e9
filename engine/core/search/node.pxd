# Nodes and edges as they lie in memory, and how workers read and mark them.
#
# A node is a header and its edges, one block (pool.py). An edge's statistic is one word, so that one atomic
# addition keeps visits and rewards together (Enzenberger & Mueller 2010, "A lock-free multithreaded Monte-Carlo
# tree search algorithm", does without that and loses some updates). Where a word may change while it is read, the
# accessors here read it.
from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from ..base.bits cimport shared_load16, shared_load32, shared_loadi16, shared_or16

cdef enum:
    GAP = 0xFFFF                # in place of a number of edges: `next` units are no node
    VALUE_BITS = 37
    VALUE_ONE = 1024
    MOVE_CODES = 0x1000
    MOVE_MASK = 0x0FFF
    PROVEN_EDGE = 0x8000        # the child is proven
    UNCHECKED_EDGE = 0x4000     # nobody has compared the child with the position yet
    PROVEN = 1
    PRIOR_ONE = 65535
    MOST_VISITS = 0x7FF0000     # what VALUE_BITS leave for visits, less what workers may add at once
    UNBOUNDED = 32000           # a margin beyond all games'
    TREE_PLAYERS = 4            # players whose rewards fit into a node of 32 bytes

cdef extern from *:
    """
    #define PRIOR_UNIT (1.0f / 65535)
    #define VALUE_UNIT (1.0f / 1024)
    """
    const float PRIOR_UNIT
    const float VALUE_UNIT      # 1 / VALUE_ONE

# `stat` holds the visits above VALUE_BITS, below them the sum of the mover's rewards in units of 1 / VALUE_ONE.
# All-moves-as-first statistics, where there are any, follow the last edge.
cdef struct Edge:
    uint64_t stat
    uint32_t child
    uint16_t move
    uint16_t prior

# `backed` are rewards of each player in units of 1 / PRIOR_ONE: exact ones where PROVEN is set in `flags`, else
# what minimax makes of static values. `low` and `high` bound the margin of player 0.
cdef struct Node:
    uint16_t edges
    uint8_t mover
    uint8_t epoch
    uint32_t next
    uint64_t key
    uint16_t backed[TREE_PLAYERS]
    int16_t low
    int16_t high
    uint32_t flags

cdef inline uint32_t visits_of(uint64_t stat) noexcept nogil:
    return <uint32_t>(stat >> VALUE_BITS)

cdef inline int64_t units_of_value(uint64_t stat) noexcept nogil:
    """The sum of rewards in a statistic, in units of VALUE_UNIT."""
    return <int64_t>(stat & ((<uint64_t>1 << VALUE_BITS) - 1))

cdef inline float value_of(uint64_t stat) noexcept nogil:
    """The sum of rewards in a statistic."""
    return <float>units_of_value(stat) * VALUE_UNIT

cdef inline Edge* edges_of(Node* node) noexcept nogil:
    return <Edge*>(<char*>node + sizeof(Node))

cdef inline uint64_t* amaf_of(Node* node) noexcept nogil:
    """The all-moves-as-first statistics of a node's edges, in a pool that has them."""
    return <uint64_t*>(edges_of(node) + node.edges)

cdef inline void reset_proof(Node* node) noexcept nogil:
    """Make nothing proven of a node that no other worker reads."""
    node.flags = 0
    node.low = -UNBOUNDED
    node.high = UNBOUNDED

cdef inline void reset_edge(Edge* edge, uint16_t move, uint16_t prior) noexcept nogil:
    """Make an edge, of a node that no other worker reads, one that was never taken."""
    edge.stat = 0
    edge.child = 0
    edge.move = move
    edge.prior = prior

cdef inline bint is_proven(const Node* node) noexcept nogil:
    """Whether a node's rewards are exact. Where they are, they can be read from now on."""
    return shared_load32(&node.flags) & PROVEN != 0

cdef inline uint16_t backed_of(const Node* node, int player) noexcept nogil:
    """A player's reward at a node. Until it is proven, another player's may be of another moment."""
    return shared_load16(&node.backed[player])

cdef inline int low_of(const Node* node) noexcept nogil:
    return shared_loadi16(&node.low)

cdef inline int high_of(const Node* node) noexcept nogil:
    return shared_loadi16(&node.high)

cdef inline uint16_t move_of(const Edge* edge) noexcept nogil:
    """An edge's move with its marks."""
    return shared_load16(&edge.move)

# The marks above an edge's move have four writers. Two have the node to themselves: the worker that grows it, and a
# collection or a restore, which run while no worker does. The other two are atomic on the one word: `mark_edge`
# only sets PROVEN_EDGE, and `descend` only clears UNCHECKED_EDGE, so neither loses what the other wrote. A worker
# may then still see an old mark: PROVEN_EDGE not set yet, and it searches once more below a proven child, where it
# ends at once and sets the mark; UNCHECKED_EDGE still set, and it compares the position again, with the same
# result. A mark that is set is never ahead of the child: readers look at the child's own flag besides.
cdef inline void mark_edge(Edge* edge, uint16_t marks) noexcept nogil:
    """Set marks. The bus is locked at most once for each: a mark stays set while workers run."""
    if marks & ~move_of(edge):
        shared_or16(&edge.move, marks)
