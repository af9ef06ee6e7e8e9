from libc.stdint cimport uint64_t
from ..acquire.acquire cimport Acquire
from ..acquire.chains cimport price_of
from ..acquire.money cimport settled
from ..acquire.playouts cimport random_move
from ..acquire.table cimport BUY_MOVE, CHAINS, END_MOVE, FRAME, GIVE_MOVE, GIVE_ROW, NO_MORE, OVER, SEATS, SHARES, TILES
from ..acquire.table cimport FOUNDS, FOUND_MOVE, Table, add_tile, count_tiles
from ..acquire.turns cimport advance
from ..base.rng cimport Rng, seed_rng
from ..game.position cimport Position

cdef int first_fault(const Table* before, int move, const Table* t) noexcept nogil
cdef bint tiles_are_conserved(const Table* t) noexcept nogil
cdef bint shares_are_conserved(const Table* t) noexcept nogil
cdef bint money_is_explained(const Table* before, int move, const Table* t) noexcept nogil
cdef bint sizes_are_those_of_the_board(const Table* t) noexcept nogil
