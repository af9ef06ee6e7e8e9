from libc.stdint cimport uint16_t, uint64_t
from ..base.bits cimport popcount64
from ..game.evaluator cimport Evaluator, Scratch
from ..base.sampling cimport logistic, softmax
from .bitboard cimport legal
from .eval_cache cimport EvalCache
from .judge cimport OUTCOME_LEAD, UNIT, outcome
from .othello cimport Discs, Othello
from .patterns cimport Patterns

cdef class PatternEvaluator(Evaluator):
    cdef readonly Patterns tables
    cdef readonly EvalCache cache
    cdef readonly float value_slope
    cdef readonly float prior_temperature

    cdef int best_score(self, uint64_t p, uint64_t o) noexcept nogil
