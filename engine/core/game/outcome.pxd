from .forward_model cimport MOST_PLAYERS, ForwardModel

# Sums over final positions, each with its weight; `weight` is that of all of them, 0 where a game tells no scores.
cdef struct Outcome:
    float weight
    float score[MOST_PLAYERS]
    float rank[MOST_PLAYERS]
    float first[MOST_PLAYERS]

cdef void clear_outcome(Outcome* outcome) noexcept nogil
cdef void add_outcome(ForwardModel model, const void* state, float weight, Outcome* outcome) noexcept nogil
