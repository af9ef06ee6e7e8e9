from libc.stdint cimport uint64_t
from ..base.bits cimport kth_bit, popcount64
from ..base.rng cimport Rng, below, seed_rng
from ..game.position cimport Position
from .acquire cimport Acquire
from .chains cimport TIER_OF
from .hard_choices cimport best_founding, best_survivor, hard_move, one_of_best, plan_by_scores, plan_hard_purchase
from .hard_choices cimport survivor_score, tile_score
from .playouts cimport easy_move, plan_purchase
from .table cimport BUYS, BUY_MOVE, CHAINS, FOUNDS, FOUND_MOVE, GIVE_MOVE, GIVE_ROW, HAND, MOST_PICKS, NO_MORE, ORDERS, PLACES
from .table cimport SURVIVES, SURVIVE_MOVE, Table, can_end, can_place

cdef enum:
    BEST = 3                    # medium draws one of this number of best tiles or shares

cdef class Bot:
    cdef readonly Acquire rules
    cdef Rng rng
    cdef int plan[MOST_PICKS]
    cdef int planned
    cdef int made

    cdef int move(self, const Table* t) noexcept nogil
    cdef int shop(self, const Table* t) noexcept nogil

cdef class EasyBot(Bot):
    pass

cdef class MediumBot(Bot):
    cdef int tile(self, const Table* t) noexcept nogil
    cdef int founding(self, const Table* t) noexcept nogil
    cdef int survivor(self, const Table* t) noexcept nogil
    cdef int disposition(self, const Table* t) noexcept nogil

cdef class HardBot(Bot):
    pass
