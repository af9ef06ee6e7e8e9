from libc.stdint cimport uint8_t, uint64_t
from ..base.bits cimport popcount64
from ..base.rng cimport Rng, scatter
from .draws cimport deal_unseen
from .table cimport DEALING, DRAWS, EYES_ALL, HAND, PLACES, PUBLIC_WORDS, SEATS, SHOWS, UNKNOWN, Table, add_tile, can_place
from .table cimport count_tiles, drop_tile, next_tile, random_tile, unknown_slots

cdef enum:
    TRIES = 64                  # guesses at a hand of which a tile can be placed

cdef uint64_t public_key(const Table* t) noexcept nogil
cdef uint64_t player_key(const Table* t, int player) noexcept nogil
cdef uint64_t whole_key(const Table* t) noexcept nogil
cdef void cover(Table* t, int player) noexcept nogil
cdef void hide(Table* t, int player) noexcept nogil
cdef void guess(Table* t, int player, Rng* rng) noexcept nogil
