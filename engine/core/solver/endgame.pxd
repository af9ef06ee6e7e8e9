from libc.stdint cimport uint32_t, uint64_t
from ..base.bits cimport bit, popcount64, seconds_now, shared_is_set, shared_load32, shared_store32
from ..base.stop cimport Bell
from ..base.workers cimport MOST_WORKERS, share_after
from ..othello.bitboard cimport final_score, flips, legal
from .transposition cimport ALL, MOST, NOWHERE, Bounds, Known, Spot, look_up, spot_of
from .probcut cimport LEVELS
from .null_window cimport LIKELY, Crew, Worker, between, better, order_moves, serve
from .ordering cimport MOST_LISTED, Move, list_moves
from ..othello.othello cimport PASS, Discs, Othello
from ..othello.patterns cimport Patterns
from ..game.rules cimport Position

cdef enum:
    GUESS_FROM = 16             # empty squares from which on the score is guessed first

cdef class Endgame:
    # Of a core, given to the last question, or to whoever has set it.
    cdef public double share
    cdef readonly Bounds bounds
    cdef readonly Patterns patterns
    cdef Worker* workers
    cdef readonly int threads
    cdef Crew crew
    cdef Bell bell
    cdef double end
    cdef uint64_t most_nodes
