from libc.stdint cimport uint16_t, uint32_t, uint64_t
from ..base.rng cimport Rng, below

cdef enum:
    MOST_PLAYERS = 6
    MOST_MOVES = 320
    MOVER_SHIFT = 12
    BYSTANDER = -1              # in place of a player: knows what everybody sees
    UNCUT = 1 << 30             # more plies than a game has

cdef extern from *:
    """
    #define NO_MEMORY UINT64_MAX
    """
    uint64_t NO_MEMORY

cdef class ForwardModel:
    cdef readonly int players
    cdef readonly int actions
    cdef readonly int pass_move
    cdef readonly size_t state_size
    cdef readonly bint has_margin
    cdef readonly bint has_chance
    cdef readonly bint has_hidden
    cdef readonly bint has_scores
    cdef public float draw

    cdef void start(self, void* state) noexcept nogil
    cdef void copy(self, void* target, const void* state) noexcept nogil
    cdef int mover(self, const void* state) noexcept nogil
    cdef int moves(self, const void* state, uint16_t* out) noexcept nogil
    cdef void play(self, void* state, int move) noexcept nogil
    cdef bint over(self, const void* state) noexcept nogil
    cdef void rewards(self, const void* state, float* out) noexcept nogil
    cdef bint final_scores(self, const void* state, float* out) noexcept nogil
    cdef uint64_t key(self, const void* state) noexcept nogil
    cdef void playout(self, void* state, Rng* rng) noexcept nogil
    cdef int playouts(self, const void* state, int count, Rng* rng, double* total) noexcept nogil
    cdef int partial_playout(self, void* state, Rng* rng, int plies, uint16_t* log, int room) noexcept nogil
    cdef int margin(self, const void* state) noexcept nogil
    cdef bint chance(self, const void* state, float* out) noexcept nogil
    cdef uint64_t observe(self, const void* state, int player) noexcept nogil
    cdef int observer(self, const void* state) noexcept nogil
    cdef void determinize(self, void* state, int player, Rng* rng) noexcept nogil
    cdef uint64_t perft(self, const void* state, int depth) noexcept nogil

cdef int draw_move(ForwardModel model, const void* state, int n, Rng* rng) noexcept nogil
cdef int draw_outcome(const float* probability, int n, Rng* rng) noexcept nogil
cdef int one_by_one(ForwardModel model, const void* state, int count, Rng* rng, double* total) noexcept nogil
