from libc.stdint cimport uint32_t, uint64_t
from ..base.bits cimport seconds_now, shared_is_set, shared_load64
from ..base.crew cimport ALL_PROVEN, ENOUGH, FULL, GO_ON
from ..base.workers cimport MOST_WORKERS
from ..game.evaluator cimport Evaluator
from ..game.position cimport Position
from ..game.rules cimport Rules
from .node cimport is_proven
from .pool cimport Pool, node_at
from .roots cimport MARK_STEP
from .simulate cimport flush, resume, simulate
from .tree cimport Tree, Worker
from .tree_search cimport TreeSearch

cdef class Search(TreeSearch):
    cdef readonly Tree tree
    cdef readonly Rules rules
    cdef readonly Pool pool
