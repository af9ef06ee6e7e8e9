from libc.stdint cimport uint16_t, uint64_t
from ..base.bits cimport shared_add32, shared_load32, shared_load64
from ..base.rng cimport below
from ..search.node cimport value_of, visits_of
from ..search.params cimport PUCT, UCB1_2LN
from .arms cimport Arm, arm_key
from .tree cimport Candidates, InfosetTree, Worker

cdef int select_move(InfosetTree tree, Worker worker, uint64_t node, int n) noexcept nogil
