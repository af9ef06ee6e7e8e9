from libc.stdint cimport uint8_t, uint16_t
from .chains cimport MAJORITY, MINORITY, price_of
from .table cimport CHAINS, SEATS, Table, set_size

cdef void bonuses_of(const Table* t, int chain, int* out) noexcept nogil
cdef void pay_bonuses(Table* t, int chain) noexcept nogil
cdef void settled(const Table* t, int* cash) noexcept nogil
cdef void settle(Table* t) noexcept nogil
