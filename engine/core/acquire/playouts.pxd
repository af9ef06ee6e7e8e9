from libc.stdint cimport uint16_t
from ..base.bits cimport kth_bit, popcount64
from ..base.rng cimport Rng, below
from ..game.forward_model cimport MOVER_SHIFT
from .choices cimport list_moves
from .chains cimport price_of
from .table cimport BUYS, BUY_MOVE, CHAINS, DISPOSES, DRAWS, DRAW_MOVE, DRAW_UNKNOWN, END_MOVE, EVERY_CHAIN, EYES_ALL
from .table cimport FOUNDS, FOUND_MOVE, FRAMED, GIVE_MOVE, GIVE_ROW, LAYING, MOST_PICKS, NO_MORE, ORDERS
from .table cimport ORDER_MOVE, OVER, PLACES, SHARES, SHOWS, SURVIVES, SURVIVE_MOVE, Table, can_end, can_place, random_tile
from .turns cimport advance, buy_options

cdef enum:
    MOST_LISTED = 320

cdef int random_move(const Table* t, Rng* rng) noexcept nogil
cdef int easy_move(const Table* t, Rng* rng) noexcept nogil
cdef int plan_purchase(const Table* t, Rng* rng, int* plan) noexcept nogil
cdef int play_moves(Table* t, Rng* rng, bint easy, int plies, uint16_t* log, int room) noexcept nogil
