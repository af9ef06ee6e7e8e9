from libc.stdint cimport uint64_t
from ..othello.bitboard cimport Board, after, final_score, legal, passed
from .last_squares cimport INFINITE, MAX_SCORE
from .mtd cimport DOUBLING, Mtd, begin_mtd, is_open, narrow
from .null_window cimport Worker, is_stopped, null_window, order_moves
from .ordering cimport MOST_LISTED, TABLE_MOVE, Move, list_moves, pick
from .shallow cimport SHALLOW
from .transposition cimport NO_MOVE, Bucket, Entry, bucket_of, probe, store

cdef int pvs(Worker w, Board board, int alpha, int beta, int empty) noexcept nogil
cdef int close_in(Worker w, Board board, int alpha, int beta, int empty) noexcept nogil
