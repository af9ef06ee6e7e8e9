from libc.stdint cimport uint16_t
from ..game.evaluator cimport Evaluator, Scratch
from ..game.rules cimport MOST_MOVES, MOST_PLAYERS, Position
