from ..base.bits cimport popcount64
from .chains cimport price_of
from .draws cimport begin_deal, draw, end_game, end_show, replace_dead, show, wait_for_draws
from .mergers cimport absorb, begin_merger, choose_next, choose_survivor, give
from .table cimport BUY_MOVE, CHAINS, DRAW_MOVE, DRAW_UNKNOWN, END_MOVE, EVERY_CHAIN, EYES_ALL, FOUNDS, FOUND_MOVE, FRAME
from .table cimport GIVE_MOVE, GIVE_ROW, HAND, LAYING, LONE, MOST_PICKS, NO_MORE, ORDER_MOVE, REFILLING, SHARES, SHOW_DONE
from .table cimport SHOW_MOVE, SURVIVE_MOVE, TILES, UNKNOWN, WIDTH, Table, add_tile, begin_purchase, drop_tile, leave_slot
from .table cimport set_size, slot_of, touched

cdef void set_up(Table* t, int players, bint house) noexcept nogil
cdef void advance(Table* t, int move) noexcept nogil
cdef int buy_options(const Table* t) noexcept nogil
cdef void place(Table* t, int tile) noexcept nogil
cdef void found(Table* t, int chain) noexcept nogil
cdef void pick(Table* t, int chain) noexcept nogil
cdef void end_purchase(Table* t) noexcept nogil
cdef void call_end(Table* t) noexcept nogil
