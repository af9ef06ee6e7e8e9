from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from ..base.bits cimport shared_load32, shared_load64
from .pool cimport MOVE_MASK, PRIOR_UNIT, SURE_EDGE, VALUE_UNIT, Edge, Node, Pool, amaf_of, backed_of, edges_of
from .pool cimport is_sure, move_of, node_at, units_of_value, value_of, visits_of
from .prove cimport PROVE_SCORE, Proof
from ..game.evaluator cimport Evaluator
from ..game.rules cimport MOST_MOVES, MOST_PLAYERS

cdef enum:
    UCB1 = 0
    UCB1_2LN = 1
    PUCT = 2

# The options of engine/options.py that the kernels read.
cdef struct Choice:
    int select
    float exploration
    bint first
    float first_loss
    int expand_at
    bint priors
    float bias
    float widening
    float widening_power
    float rave
    float rave_weight
    float minimax
    bint share
    int virtual_loss
    int solve_at
    bint in_order               # edges have always been taken in the order of their priors

# The edges of a node that may be taken, in their order: `place` is an edge's own number. The first `width` of
# them are scored; `total` and `gain` are the visits and rewards of all.
cdef struct Candidates:
    int n
    int width
    int marks
    float total
    float gain
    uint16_t place[MOST_MOVES]
    float visits[MOST_MOVES]
    float value[MOST_MOVES]
    float prior[MOST_MOVES]
    float score[MOST_MOVES]

cdef class Chooser(Proof):
    cdef Choice choice
    cdef bint noisy
    cdef bint amaf              # nodes have all-moves-as-first statistics
    cdef float root_priors[MOST_MOVES]
    # The ply, counted from the root, before which a player must not make a move; `ban_plies` is the highest.
    cdef uint8_t banned[MOST_PLAYERS][MOVE_MASK + 1]
    cdef int ban_plies

    cdef int choose(self, Node* node, int ply) noexcept nogil
    cdef void list_candidates(self, Node* node, int ply, Candidates* c) noexcept nogil
    cdef void leave_out_banned(self, const Node* node, int ply, Candidates* c) noexcept nogil
    cdef void score(self, Node* node, Candidates* c) noexcept nogil
    cdef int choose_in_order(self, Node* node) noexcept nogil
    cdef int choose_unsure(self, Node* node, Candidates* c) noexcept nogil
    cdef float blend(self, Node* node, int i, float value, float visits) noexcept nogil
    cdef float amaf_share(self, float visits) noexcept nogil
