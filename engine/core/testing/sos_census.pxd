from libc.stdint cimport uint8_t, uint64_t
from ..game.position cimport Position
from ..sos.gains cimport LETTER_O, LETTER_S, MOST_CELLS, gain_of_o, gain_of_s
from ..sos.sos cimport Sos, SosState

cdef struct Tally:
    uint64_t leaves
    uint64_t first_to_move
    uint64_t points[2]
    uint64_t with_sos
    uint64_t won[2]
    uint64_t drawn
    int best

cdef void walk(Sos rules, SosState* s, uint8_t* cells, int n, int depth, int best, Tally* tally) noexcept nogil
cdef void count_last(Sos rules, SosState* s, const uint8_t* cells, int n, int best, Tally* tally) noexcept nogil
cdef void count_leaf(int first, int second, int mover, bint full, Tally* tally) noexcept nogil
