from libc.stdint cimport uint16_t, uint64_t
from ..base.bits cimport kth_bit, popcount64
from ..base.rng cimport Rng, below, seed_rng
from ..game.position cimport Position
from .acquire cimport Acquire
from .chains cimport BY_NAME, TIER_OF, price_of
from .playouts cimport easy_move, plan_purchase
from .table cimport BUYS, BUY_MOVE, CHAINS, DISPOSES, END_MOVE, EVERY_CHAIN, FOUNDS, FOUND_MOVE, GIVE_MOVE, GIVE_ROW, HAND
from .table cimport LONE
from .table cimport MOST_PICKS, NO_MORE, ORDERS, ORDER_MOVE, PLACES, SURVIVES, SURVIVE_MOVE, Table, can_end
from .table cimport can_place, touched

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

cdef int hard_move(const Table* t) noexcept nogil
cdef int plan_hard_purchase(const Table* t, int* plan) noexcept nogil
cdef int plan_by_scores(const Table* t, int* plan, int most, Rng* rng) noexcept nogil
cdef int tile_score(const Table* t, int tile) noexcept nogil
cdef int share_score(const Table* t, int chain, bint fresh, int owned, int cash) noexcept nogil
cdef void score_moves(const Table* t, const uint16_t* moves, int n, float* out) noexcept nogil
