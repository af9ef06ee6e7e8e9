from libc.stdint cimport uint8_t, uint32_t, uint64_t
from ..base.bits cimport bit, give_way, lock_word, popcount64, prefetch, seconds_now, shared_is_set, shared_load32
from ..base.bits cimport shared_store32, unlock_word
from ..othello.bitboard cimport final_score, flips, legal
from ..othello.lines cimport fill_lines, stable_discs
from .transposition cimport ALL, MOST, NOWHERE, Known, Slot, Spot, look_up, note, spot_of
from .last_squares cimport NO_MOVE, best_of
from .probcut cimport LEARNED_FROM, LEVELS, UNSURE, likely_score, rank_moves
from .ordering cimport BY_TABLE, MOST_LISTED, Move, judge_moves, list_moves, pick
from ..othello.patterns cimport Patterns
from .shallow cimport FEW, RECENT, SOON, STABLE_FROM, Recent, soon

cdef enum:
    ASK_CHILDREN = 11           # empty squares at least, to look all children up before one is searched
    SHARE_FROM = 14             # and to share the moves of a position with idle workers
    LOOK_EVERY = 64
    LIKELY = ALL - LEVELS       # the width of a search of all moves that believes forecasts, of the lowest level

# A position whose moves from `next` on several workers search, each when it has nothing better to do. `door`
# guards what changes but `guests`, which the crew's door guards. It lives in the stack of the worker that shares it, who stays until `guests` are gone.
cdef struct Shared:
    Shared* outer
    uint64_t p
    uint64_t o
    Move* listed
    int n
    int next
    int most
    int alpha
    int empty
    int best
    int move
    uint32_t over
    uint32_t guests
    uint32_t door

# All that the workers of one search have in common: whether to stop, and the position that those who are idle
# may join in. `door` guards the rest; `idle`, and whether anything is `open` to join in, may be looked at without.
cdef struct Crew:
    uint32_t halt
    uint32_t closed
    uint32_t door
    uint32_t idle
    uint32_t open
    Shared* offer

# One thread's search. It searches the best `width` moves of each position: ALL, or fewer for a first guess.
# `patterns` are Patterns that somebody else keeps, or NULL; without them no width is LIKELY or above but ALL.
cdef struct Worker:
    uint64_t nodes
    uint64_t most_nodes
    double end
    const bint* bell
    void* patterns
    Crew* crew
    Shared* inside
    Slot* slots
    uint64_t mask
    uint32_t looks
    uint8_t age
    uint8_t width
    Recent recent[RECENT]

cdef int better(Worker* w, uint64_t p, uint64_t o, uint64_t moves, int alpha, int empty) noexcept nogil
cdef int between(Worker* w, uint64_t p, uint64_t o, int alpha, int beta, int empty) noexcept nogil
cdef int stepwise(Worker* w, uint64_t p, uint64_t o, int alpha, int beta, int empty) noexcept nogil
cdef void order_moves(Worker* w, uint64_t p, uint64_t o, int alpha, int empty, Move* listed, int n) noexcept nogil
cdef int child_score(Worker* w, uint64_t p, uint64_t o, const Move* move, int alpha, int empty) noexcept nogil
cdef bint share(Worker* w, Shared* job) noexcept nogil
cdef void search_shared(Worker* w, Shared* job) noexcept nogil
cdef bint join_in(Worker* w) noexcept nogil
cdef void serve(Worker* w) noexcept nogil
cdef bint stopped(const Worker* w) noexcept nogil
cdef bint must_stop(Worker* w) noexcept nogil
