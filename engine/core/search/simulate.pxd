from libc.stdint cimport uint16_t, uint32_t, uint64_t
from ..base.bits cimport shared_add64, shared_and16, shared_is_set, shared_load32, shared_load64, shared_set32
from .pool cimport MOST_VISITS, MOVE_MASK, PRIOR_ONE, SURE_EDGE, UNSEEN_EDGE, VALUE_BITS, VALUE_ONE, Chunk, Edge
from .pool cimport Node, Pool, amaf_of, backed_of, edges_of, fetch_ahead, is_sure, mark_edge, move_of, node_at
from .pool cimport visits_of
from .prove cimport PROVE_OFF
from ..game.evaluator cimport LOG_ROOM, Evaluator, LeafSolver, Scratch
from ..game.rules cimport MOST_MOVES, MOST_PLAYERS, MOVER_SHIFT, Position, Rules
from .expand cimport Tree

cdef enum:
    LONGEST_PATH = 256
    FULLY_SHARED = 256
    # Camps of the highest rank are made behind so many visits, of each rank below behind sixteen times as many.
    # They last for one simulation of sixteen that are behind them, but no more than a quarter of what it takes to
    # make one, nor than others may wait to hear of them where there are other workers.
    RANKS = 3
    CAMP_FROM = 128
    CAMP_SHIFT = 4
    QUARTER_SHIFT = 2
    LONGEST_SHARED = 512

# A node with its state, `length` edges below the root, all of which have at least `least` visits, lost ones
# among them: a worker returns to it for `stay` simulations more.
cdef struct Camp:
    Node* node
    void* state
    int length
    int rank
    int stay
    uint32_t least

cdef class Worker:
    cdef Position state
    cdef Scratch scratch
    cdef list grounds
    cdef Camp camps[RANKS]
    cdef int camped
    cdef Chunk chunk
    cdef uint32_t root
    cdef int length
    cdef bint grown
    cdef uint32_t stamp
    cdef Node* nodes[LONGEST_PATH]
    cdef Edge* edges[LONGEST_PATH]
    cdef uint32_t lost[LONGEST_PATH]
    cdef uint64_t owed[LONGEST_PATH]
    cdef uint16_t log[LOG_ROOM]
    cdef uint32_t seen[MOST_PLAYERS][MOVE_MASK + 1]

cdef class Walk(Tree):
    cdef Position root_position
    cdef bint alone

    cdef void simulate(self, Worker worker) noexcept nogil
    cdef int value_leaf(self, Worker worker, void* state, float* rewards) noexcept nogil
    cdef int try_out(self, Worker worker, float* rewards) noexcept nogil
    cdef Node* set_out(self, Worker worker) noexcept nogil
    cdef void make_camp(self, Worker worker, int begun, Node* node, uint32_t least) noexcept nogil
    cdef void announce(self, Worker worker, int number) noexcept nogil
    cdef void pay(self, Worker worker, int start) noexcept nogil
    cdef uint32_t descend(self, Worker worker, Edge* edge, uint32_t visits) noexcept nogil
    cdef void add(self, uint64_t* word, uint64_t amount) noexcept nogil
    cdef void back_up(self, Worker worker, const float* rewards) noexcept nogil
    cdef void back_up_amaf(self, Worker worker, const float* rewards, int logged) noexcept nogil
    cdef void back_up_certainty(self, Worker worker) noexcept nogil
