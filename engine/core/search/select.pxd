from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from ..base.bits cimport shared_load32, shared_load64
from .pool cimport MOVE_MASK, PRIOR_UNIT, SURE_EDGE, VALUE_UNIT, Edge, Node, Pool, amaf_of, backed_of, edges_of
from .pool cimport is_sure, move_of, node_at, units_of_value, value_of, visits_of
from .prove cimport PROVE_SCORE, Proof
from ..game.rules cimport MOST_MOVES, MOST_PLAYERS, Rules

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

cdef class Chooser(Proof):
    cdef Choice choice
    cdef bint noisy
    cdef bint amaf              # nodes have all-moves-as-first statistics
    cdef float root_priors[MOST_MOVES]
    # The ply, counted from the root, before which a player must not make a move; `ban_plies` is the highest.
    cdef uint8_t banned[MOST_PLAYERS][MOVE_MASK + 1]
    cdef int ban_plies

    cdef int choose(self, Node* node, bint at_root) noexcept nogil
    cdef int choose_in_order(self, Node* node) noexcept nogil
    cdef int choose_permitted(self, Node* node, int ply) noexcept nogil
    cdef int choose_unsure(self, Node* node, float* score, int width) noexcept nogil
    cdef float blend(self, Node* node, int i, float value, float visits) noexcept nogil
    cdef float amaf_share(self, float visits) noexcept nogil
