from libc.stdint cimport uint16_t, uint64_t
from ..base.bits cimport popcount64
from ..game.evaluator cimport Evaluator, Scratch
from ..base.sampling cimport logistic, softmax
from .othello cimport Discs, Othello
from .patterns cimport OUTCOME_LEAD, UNIT, Patterns

cdef class PatternEvaluator(Evaluator):
    cdef readonly Patterns tables
    cdef readonly float value_slope
    cdef readonly float prior_temperature
