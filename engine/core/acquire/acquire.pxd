from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memcpy
from ..base.rng cimport Rng
from ..game.forward_model cimport BYSTANDER, MOST_PLAYERS
from ..game.position cimport Position
from ..game.ranks cimport share_out
from ..game.rules cimport Rules
from .choices cimport list_chances, list_moves
from .hidden cimport guess, hide, player_key, public_key, whole_key
from .money cimport bonuses_of, settled
from .playouts cimport play_moves
from .table cimport DRAW_MOVE, ROWS, ACTIONS, BUYS, BUY_MOVE, CHAINS, COLUMNS, EYES_ALL, FRAME, NO_MORE, ORDERS, ORDER_MOVE, OVER, ROWS
from .table cimport DRAW_MOVE, ROWS, SEATS, TILES, UNKNOWN, WIDTH, Table, add_tile, can_end, drop_tile, in_set
from .turns cimport advance, set_up

cdef class Acquire(Rules):
    cdef readonly bint house
    cdef float table[MOST_PLAYERS]
