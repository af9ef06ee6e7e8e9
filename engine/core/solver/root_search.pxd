from libc.stdint cimport uint64_t
from ..base.bits cimport popcount64, shared_load32, shared_store32
from ..base.stop cimport Bell
from ..othello.bitboard cimport Board, after, empties, final_score, flips, legal, passed
from ..othello.othello cimport PASS
from ..othello.judge cimport Judge
from .last_squares cimport MAX_SCORE
from .mtd cimport DOUBLING, Mtd, begin_mtd, is_open, narrow
from .null_window cimport Crew, Worker, help_others, null_window, order_moves
from .ordering cimport MOST_LISTED, Move, list_moves
from .pvs cimport pvs
from .selectivity cimport EXACT, LEAST_LEVEL
from .transposition cimport NO_MOVE, Bucket, Entry, TranspositionTable, bucket_of, probe

cdef enum:
    GUESS_FROM = 16             # empty squares from which on the score is guessed first: a judgement

cdef class Root:
    cdef Board board
    cdef readonly list moves
    cdef readonly list line
    cdef readonly int low
    cdef readonly int high
    cdef readonly int guess
    cdef readonly int done

cdef class RootSearch:
    cdef readonly TranspositionTable table
    cdef readonly list workers
    cdef Worker main
    cdef Crew crew
