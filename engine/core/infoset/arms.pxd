# Arms as they lie in memory: the edges of the search tree, found by a key of the node and the move.
from libc.stdint cimport uint32_t, uint64_t
from ..base.bits cimport lock_word, shared_add64, shared_is_set, shared_load32, shared_load64
from ..base.bits cimport shared_set_flag, shared_store32, shared_store64, unlock_word
from ..base.rng cimport scatter
from ..search.node cimport visits_of

cdef enum:
    GROUP = 8                   # arms that lie together: where one may stand
    LEAST_GROUPS = 128
    STRIPES = 64
    APART = 16                  # words to the next cache line
    MOVER_BITS = 3

# `stat` holds the visits and the sum of the mover's rewards as in search/node. `seen` counts how often the move could
# have been made where the node was passed. `below` is the key of the node behind it, as last seen; 0 for none.
# `tag` is the epoch in which it was last of use, above the mover. 32 bytes.
cdef struct Arm:
    uint64_t key                # 0: nothing stands here
    uint64_t stat
    uint64_t below
    uint32_t seen
    uint32_t tag

cdef class ArmTable:
    cdef char* block
    cdef Arm* arms
    cdef uint64_t mask          # of the groups in use
    cdef uint64_t reserved      # groups there is memory for
    cdef uint64_t most          # groups that may be used
    cdef uint64_t filled        # arms that stand somewhere
    cdef uint64_t made          # arms there have ever been
    cdef uint64_t replaced      # arms that gave way to others
    cdef uint32_t epoch
    cdef bint tight             # a group was full while there was memory left
    cdef uint32_t stripes[STRIPES * APART]

    cdef Arm* find(self, uint64_t key) noexcept nogil
    cdef Arm* take(self, uint64_t key, int mover) noexcept nogil
    cdef Arm* room_for(self, uint64_t key) noexcept nogil
    cdef bint wants_room(self) noexcept nogil
    cdef void grow(self) noexcept nogil

cdef inline uint64_t arm_key(uint64_t node, int move) noexcept nogil:
    """The key of a move at a node; never 0."""
    cdef uint64_t key = scatter(node + <uint64_t>0x9E3779B97F4A7C15 * <uint64_t>(move + 1))
    return key if key else 1

cdef size_t group_bytes() noexcept nogil
