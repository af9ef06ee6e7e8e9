from libc.stdint cimport int16_t, uint16_t, uint64_t
from ..acquire.acquire cimport Acquire
from ..acquire.choices cimport list_moves
from ..acquire.heuristic cimport AcquireHeuristic
from ..acquire.playouts cimport easy_move
from ..acquire.table cimport DRAWS, DRAW_MOVE, FRAMED, OVER, Table, in_set
from ..acquire.turns cimport advance
from ..base.rng cimport Rng
from ..game.position cimport Position

cdef class SeeingAcquire(Acquire):
    cdef int16_t cards[FRAMED]
    cdef int count

    cdef int next_card(self, const Table* t) noexcept nogil

cdef class SeeingHeuristic(AcquireHeuristic):
    cdef SeeingAcquire seeing
