from libc.stdint cimport uint64_t
from libc.string cimport memset
from ..game.forward_model cimport BYSTANDER, MOST_PLAYERS
from ..game.position cimport Position
from .params cimport MOVER, PUBLIC
from .tally cimport Tally
from .tree cimport MOVE_CODES, InfosetTree
