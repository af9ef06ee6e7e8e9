from libc.stdint cimport uint32_t, uint64_t
from ..base.bits cimport seconds_now, shared_is_set, shared_load64, shared_set_flag, shared_store64
from ..base.stop cimport Bell
from ..base.workers cimport MOST_WORKERS, share_after
from ..game.evaluator cimport Evaluator, LeafSolver
from ..game.position cimport Position
from ..game.rules cimport Rules
from .node cimport is_proven
from .pool cimport Pool, node_at
from .roots cimport MARK_STEP
from .simulate cimport add, flush, resume, simulate
from .tree cimport Tree, Worker

cdef enum:
    CHECK_EVERY = 16            # simulations between two looks at the clock
    FEW_VISITS = 65536          # up to which several workers count every single one

cdef enum:
    GO_ON = 0
    ENOUGH = 1                  # the visits or the nodes that were asked for
    RUNG = 2
    ALL_PROVEN = 3
    TIME_OVER = 4
    POOL_FULL = 5

cdef class Search:
    cdef readonly Tree tree
    cdef readonly Rules rules
    cdef readonly Pool pool
    # Of a core, given to the last search, or to whoever has set it.
    cdef public double share
    # The limits of the run under way.
    cdef uint64_t goal
    cdef uint64_t most_nodes
    cdef double end
    cdef Bell bell
    # What workers write while they work stands in a cache line of its own.
    cdef uint64_t before[8]
    cdef uint64_t done
    cdef bint halt
    cdef uint64_t behind[8]

    cdef void work(self, Worker worker, double until) noexcept nogil
    cdef int why_stop(self, Worker worker, bint look_at_clock) noexcept nogil
