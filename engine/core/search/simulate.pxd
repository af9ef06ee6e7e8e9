from libc.stdint cimport uint16_t, uint32_t, uint64_t
from ..base.bits cimport shared_add64, shared_and16, shared_is_set, shared_load32, shared_load64, shared_set32
from ..game.forward_model cimport MOVER_SHIFT
from .expand cimport grow, suits
from .node cimport MOST_VISITS, MOVE_MASK, PRIOR_ONE, PROVEN_EDGE, UNCHECKED_EDGE, VALUE_BITS, VALUE_ONE, Edge, Node
from .node cimport TREE_PLAYERS, amaf_of, backed_of, edges_of, is_proven, mark_edge, move_of, visits_of
from .params cimport PROVE_OFF
from .pool cimport fetch_ahead, node_at
from .prove cimport back_up_minimax, prove_from_children
from .select cimport select_edge
from .tree cimport LONGEST_PATH, RANKS, Checkpoint, Tree, Worker

cdef enum:
    FULLY_SHARED = 256          # visits of an edge from which on a single virtual loss would say nothing
    # Checkpoints of the highest rank are set behind CHECKPOINT_FROM visits, of each rank below behind sixteen times
    # as many. They hold for one simulation of sixteen that are behind them, but no more than a quarter of what it
    # takes to set one, nor than others may wait to hear of them where there are other workers.
    CHECKPOINT_FROM = 128
    CHECKPOINT_SHIFT = 4
    QUARTER_SHIFT = 2
    LONGEST_SHARED = 512

cdef void simulate(Tree tree, Worker worker) noexcept nogil
cdef void resume(Tree tree, Worker worker) noexcept nogil
cdef void flush(Tree tree, Worker worker, int start) noexcept nogil

cdef inline void add(Tree tree, uint64_t* word, uint64_t amount) noexcept nogil:
    """Add to a word that other workers may be adding to."""
    if tree.alone:
        word[0] += amount
    else:
        shared_add64(word, amount)
