from libc.stdint cimport uint32_t, uint64_t
from ..base.bits cimport seconds_now, shared_is_set, shared_load64, shared_set_flag, shared_store64
from ..base.stop cimport Bell
from ..base.workers cimport MOST_WORKERS, share_after
from .pool cimport GAP, PRIOR_ONE, Edge, Node, Pool, amaf_of, edges_of, is_sure, node_at, units_of
from .prove cimport PROVE_SCORE, UNBOUNDED
from ..game.evaluator cimport Evaluator, LeafSolver
from ..game.rules cimport MOST_PLAYERS, Position, Rules
from .inspect cimport Survey
from .simulate cimport Worker

cdef enum:
    CHECK_EVERY = 16
    FEW_VISITS = 65536

cdef class Search(Survey):
    cdef object noise
    cdef double noise_share
    cdef bint own_trees
    # Of a core, given to the last search, or to whoever has set it.
    cdef public double share
    cdef uint64_t goal
    cdef uint64_t most_nodes
    # What workers write while they work stands in a cache line of its own.
    cdef uint64_t before[8]
    cdef uint64_t done
    cdef bint halt
    cdef uint64_t behind[8]

    cdef void work(self, Worker worker, double end, Bell bell) noexcept nogil
    cdef bint must_end(self, Worker worker, Bell bell) noexcept nogil
