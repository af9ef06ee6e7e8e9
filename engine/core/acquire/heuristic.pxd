from libc.stdint cimport uint16_t
from ..base.rng cimport Rng
from ..game.evaluator cimport Scratch
from ..game.forward_model cimport UNCUT
from ..game.heuristic cimport Heuristic
from ..base.sampling cimport softmax
from .hard_choices cimport score_moves
from .playouts cimport easy_move, play_moves
from .table cimport Table

cdef class AcquireHeuristic(Heuristic):
    pass
