from libc.stdint cimport uint64_t
from ..base.bits cimport shared_load64
from ..base.crew cimport ENOUGH, FULL, GO_ON
from ..game.evaluator cimport Evaluator
from ..game.forward_model cimport ForwardModel
from ..search.tree_search cimport TreeSearch
from .arms cimport ArmTable
from .simulate cimport simulate
from .tree cimport InfosetTree, Worker

cdef class InfosetSearch(TreeSearch):
    cdef readonly InfosetTree tree
    cdef readonly ForwardModel rules
    cdef readonly ArmTable pool
