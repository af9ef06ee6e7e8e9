from libc.stdint cimport uint32_t
from ..base.bits cimport lock_word, shared_load32, shared_store32, unlock_word
from ..othello.bitboard cimport Board
from .last_squares cimport INFINITE
from .ordering cimport Move, pick

# A position with the moves that are searched there: from `next` on they may be shared among several workers, each of
# which takes one when it has nothing better to do. `lock` guards what changes but `helpers`, which the crew's lock
# guards. It lives in the stack of its owner, who stays until all helpers are gone.
cdef struct SplitPoint:
    SplitPoint* outer
    Board board
    Move* listed
    int n
    int next
    int most
    int alpha
    int empty
    int best
    int move
    uint32_t cutoff
    uint32_t helpers
    uint32_t lock

# All that the workers of one search have in common: whether to halt, and the split point that idle ones may join.
# `lock` guards the rest; `idle`, and whether one is `open`, may be read without.
cdef struct Crew:
    uint32_t halt
    uint32_t closed
    uint32_t lock
    uint32_t idle
    uint32_t open
    SplitPoint* offer

cdef inline void begin_split_point(SplitPoint* split, Board board, int alpha, int empty, Move* listed) noexcept nogil:
    """Begin with no moves."""
    split.board = board
    split.alpha = alpha
    split.empty = empty
    split.listed = listed
    split.best = -INFINITE
    split.next = split.n = 0

cdef inline bint is_cut_off(const SplitPoint* split) noexcept nogil:
    """Whether a move has decided a split point or one around it."""
    while split != NULL:
        if shared_load32(&split.cutoff):
            return True
        split = split.outer
    return False

cdef bint offer(Crew* crew, SplitPoint* split, SplitPoint* outer) noexcept nogil
cdef void withdraw(Crew* crew, SplitPoint* split) noexcept nogil
cdef bint take_move(SplitPoint* split, Move* move) noexcept nogil
cdef void add_score(SplitPoint* split, int square, int score) noexcept nogil
cdef SplitPoint* join(Crew* crew) noexcept nogil
cdef void leave(Crew* crew, SplitPoint* split) noexcept nogil
cdef void change_idle(Crew* crew, int more) noexcept nogil
