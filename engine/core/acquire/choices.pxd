from libc.stdint cimport uint16_t, uint64_t
from .draws cimport count_unplaceable, dead_tiles
from .table cimport BUYS, BUY_MOVE, CHAINS, DISPOSES, DRAWS, DRAW_MOVE, DRAW_UNKNOWN, END_MOVE, EVERY_CHAIN, EXCHANGING
from .table cimport EYES_ALL, FOUNDS, FOUND_MOVE, FRAMED, GIVE_MOVE, GIVE_ROW, LAYING, NO_MORE, ORDERS, ORDER_MOVE, PLACES, SHOWS
from .table cimport SHOW_DONE, SHOW_MOVE, SURVIVES, SURVIVE_MOVE, UNKNOWN, Table, can_end, can_place, count_tiles
from .table cimport next_tile, unknown_slots
from .turns cimport buy_options

cdef int list_moves(const Table* t, uint16_t* out) noexcept nogil
cdef bint list_chances(const Table* t, float* out) noexcept nogil
cdef int list_chains(int chains, int first, uint16_t* out) noexcept nogil
cdef int list_tiles(const Table* t, uint16_t* out) noexcept nogil
cdef int with_end(const Table* t, int n, uint16_t* out) noexcept nogil
cdef int list_purchases(const Table* t, uint16_t* out) noexcept nogil
cdef int list_splits(const Table* t, uint16_t* out) noexcept nogil
cdef int list_draws(const Table* t, uint16_t* out) noexcept nogil
cdef int list_shows(const Table* t, uint16_t* out) noexcept nogil
cdef void chances_of_hand(const Table* t, int n, bint open, float* out) noexcept nogil
cdef void chances_of_dead(const Table* t, int n, float* out) noexcept nogil
