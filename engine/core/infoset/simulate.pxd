from libc.stdint cimport uint64_t
from ..base.bits cimport shared_add64, shared_load32, shared_load64, shared_store32, shared_store64
from ..game.forward_model cimport MOST_PLAYERS
from ..game.outcome cimport add_outcome, clear_outcome
from ..search.node cimport MOST_VISITS, VALUE_BITS, VALUE_ONE, visits_of
from .arms cimport MOVER_BITS, Arm, arm_key
from .select cimport select_move
from .tally cimport Tally
from .tree cimport LONGEST_PATH, InfosetTree, Worker
from .worlds cimport enter_world, let_chance_move, node_key

cdef void simulate(InfosetTree tree, Worker worker) noexcept nogil
