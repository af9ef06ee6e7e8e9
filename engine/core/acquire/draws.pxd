from libc.stdint cimport uint8_t, uint64_t
from .money cimport settle
from .table cimport DEALING, DRAWS, EXCHANGING, EYES_ALL, FRAME, HAND, LAYING, LONE, OVER, PLACES, REPLACING, SHOWS, TILES
from .table cimport UNKNOWN, WIDTH, Table, add_tile, begin_purchase, can_place, count_tiles, drop_tile, is_dead
from .table cimport leave_slot, next_seat, next_tile, slot_of, unknown_slots

cdef void end_game(Table* t) noexcept nogil
cdef void wait_for_draws(Table* t, int stage, int need) noexcept nogil
cdef void begin_deal(Table* t) noexcept nogil
cdef void deal_unseen(Table* t) noexcept nogil
cdef void draw(Table* t, int tile) noexcept nogil
cdef void replace_dead(Table* t) noexcept nogil
cdef void begin_turn(Table* t, int seat) noexcept nogil
cdef void show(Table* t, int tile) noexcept nogil
cdef void end_show(Table* t) noexcept nogil
cdef void dead_tiles(const Table* t, uint64_t* out) noexcept nogil
cdef bint someone_can_place(const Table* t) noexcept nogil
cdef int count_unplaceable(const Table* t) noexcept nogil
cdef void lay_first(Table* t, int tile) noexcept nogil
cdef void throw_dead(Table* t) noexcept nogil
cdef void end_turn(Table* t) noexcept nogil
cdef void begin_without_tile(Table* t) noexcept nogil
cdef void exchange(Table* t) noexcept nogil
cdef void sort_hand(Table* t, int seat) noexcept nogil
