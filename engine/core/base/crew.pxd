from libc.stdint cimport uint64_t
from .bits cimport seconds_now, shared_add64, shared_is_set, shared_load64, shared_set_flag, shared_store64
from .stop cimport Bell
from .workers cimport share_after

cdef enum:
    CHECK_EVERY = 16            # simulations between two looks at the clock
    FEW_VISITS = 65536          # up to which several workers count every single one

cdef enum:
    GO_ON = 0
    ENOUGH = 1                  # the visits or the nodes that were asked for
    RUNG = 2
    ALL_PROVEN = 3
    TIME_OVER = 4
    FULL = 5                    # no memory is left at hand

cdef class Hand:
    pass

cdef class Crew:
    # Of a core, given to the last search, or to whoever has set it.
    cdef public double share
    cdef bint alone             # there is one worker
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

    cdef void simulate_once(self, Hand hand) noexcept nogil
    cdef void set_out(self, Hand hand) noexcept nogil
    cdef void come_back(self, Hand hand) noexcept nogil
    cdef int obstacle(self, Hand hand) noexcept nogil
    cdef void work(self, Hand hand, double until) noexcept nogil
    cdef int why_stop(self, Hand hand, bint look_at_clock) noexcept nogil
    cdef void count_done(self, int simulations) noexcept nogil
