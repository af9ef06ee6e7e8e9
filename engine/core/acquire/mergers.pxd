from ..base.bits cimport popcount64
from .chains cimport BY_NAME, price_of
from .money cimport pay_bonuses
from .table cimport CHAINS, DISPOSES, EVERY_CHAIN, FRAME, FRAMED, LONE, ORDERS, SURVIVES, TILES, WIDTH, Table
from .table cimport begin_purchase, next_seat, set_size, touched

cdef int absorb(Table* t, int tile, int own) noexcept nogil
cdef void begin_merger(Table* t, int chains) noexcept nogil
cdef void choose_survivor(Table* t, int survivor) noexcept nogil
cdef void choose_next(Table* t, int chain) noexcept nogil
cdef void give(Table* t, int sold, int traded) noexcept nogil
cdef void settle_order(Table* t) noexcept nogil
cdef void dissolve_next(Table* t) noexcept nogil
cdef bint next_holder(Table* t) noexcept nogil
cdef void end_merger(Table* t) noexcept nogil
