from libc.stdint cimport uint8_t, uint32_t, uint64_t
from ..base.bits cimport bit, give_way, prefetch, seconds_now, shared_is_set, shared_load32, shared_store32
from ..othello.bitboard cimport Board, after, final_score, flips, legal, passed
from ..othello.lines cimport fill_lines
from ..othello.judge cimport Judge
from .last_squares cimport INFINITE, MAX_SCORE, solve_moves
from .ordering cimport MOST_LISTED, TABLE_MOVE, Move, list_moves, pick, score_moves
from .probcut cimport LEARNED_FROM, NO_CUT, probcut, score_moves_learned
from .selectivity cimport EXACT, LEAST_LEVEL
from .shallow cimport LAST_SQUARES, RECENT, SHALLOW, STABLE_FROM, Recent, shallow_search, stability_bound
from .split_point cimport Crew, SplitPoint, add_score, begin_split_point, change_idle, is_cut_off, join, leave, offer
from .split_point cimport take_move, withdraw
from .transposition cimport NO_MOVE, Bucket, Entry, Slot, bucket_of, probe, store

# Judgements, as `outflank bench endgame` shows.
cdef enum:
    PROBE_CHILDREN = 11         # empty squares at least, to probe all children before one is searched
    SPLIT_FROM = 14             # and to share the moves of a position with idle workers
    LOOK_EVERY = 64             # nodes between two looks at the clock

# One thread's search, as selective as it says (solver/selectivity).
cdef class Worker:
    cdef uint64_t nodes
    cdef uint64_t most_nodes
    cdef double end
    cdef const bint* bell
    cdef Judge judge      # or None: then it is EXACT, or searches a few moves of each position
    cdef Crew* crew
    cdef SplitPoint* inside
    cdef Slot* slots
    cdef uint64_t mask
    cdef uint32_t looks
    cdef uint8_t age
    cdef uint8_t selectivity
    cdef Recent recent[RECENT]

cdef int null_window(Worker w, Board board, uint64_t moves, int alpha, int empty) noexcept nogil
cdef void order_moves(Worker w, Board board, int alpha, int empty, Move* listed, int n) noexcept nogil
cdef int child_score(Worker w, Board board, const Move* move, int alpha, int empty) noexcept nogil
cdef bint search_shared(Worker w, SplitPoint* split) noexcept nogil
cdef void search_taken(Worker w, SplitPoint* split) noexcept nogil
cdef bint help_once(Worker w) noexcept nogil
cdef void help_others(Worker w) noexcept nogil
cdef bint is_stopped(Worker w) noexcept nogil
cdef bint must_stop(Worker w) noexcept nogil
