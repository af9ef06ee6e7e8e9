from libc.stdint cimport uint16_t
from ..base.bits cimport popcount64
from ..base.rng cimport Rng, below
from .chains cimport BY_NAME, TIER_OF, price_of
from .table cimport BUYS, BUY_MOVE, CHAINS, DISPOSES, END_MOVE, EVERY_CHAIN, FOUNDS, FOUND_MOVE, GIVE_MOVE, GIVE_ROW, LONE
from .table cimport MOST_PICKS, NO_MORE, ORDERS, ORDER_MOVE, PLACES, SURVIVES, SURVIVE_MOVE, Table, can_end, can_place, touched

cdef int one_of_best(int* moves, int* scores, int n, int most, Rng* rng) noexcept nogil
cdef int hard_move(const Table* t) noexcept nogil
cdef int best_founding(const Table* t) noexcept nogil
cdef int best_survivor(const Table* t) noexcept nogil
cdef int survivor_score(const Table* t, int chain) noexcept nogil
cdef int plan_hard_purchase(const Table* t, int* plan) noexcept nogil
cdef int plan_by_scores(const Table* t, int* plan, int most, Rng* rng) noexcept nogil
cdef int tile_score(const Table* t, int tile) noexcept nogil
cdef int share_score(const Table* t, int chain, bint fresh, int owned, int cash) noexcept nogil
cdef void score_moves(const Table* t, const uint16_t* moves, int n, float* out) noexcept nogil
cdef int best_tile(const Table* t) noexcept nogil
cdef int first_by_name(int chains) noexcept nogil
cdef int disposition(const Table* t) noexcept nogil
