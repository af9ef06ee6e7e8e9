from libc.stdint cimport uint64_t
from ..base.bits cimport seconds_now, shared_is_set
from ..base.stop cimport Bell
from ..base.workers cimport MOST_WORKERS, share_after
from ..game.position cimport Position
from ..othello.othello cimport Discs, Othello
from ..othello.judge cimport Judge
from .last_squares cimport MAX_SCORE
from .root_search cimport Root, RootSearch

cdef class Endgame:
    # Of a core, given to the last question, or to whoever has set it.
    cdef public double share
    cdef readonly Judge judge
    cdef readonly int threads
    cdef readonly RootSearch search
    cdef Bell bell
    cdef double end
