from libc.stdint cimport uint16_t, uint64_t
from ..base.rng cimport Rng, seed_rng
from ..game.evaluator cimport Evaluator, Scratch
from ..game.heuristic cimport Heuristic
from ..game.forward_model cimport MOST_MOVES, MOST_PLAYERS, MOVER_SHIFT, UNCUT
from ..game.position cimport Position
from ..othello.eval_cache cimport EvalCache
from ..othello.patterns cimport Patterns

cdef enum:
    ROOM = 2048                 # more plies than a playout has
