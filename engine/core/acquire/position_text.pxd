from ..game.position cimport Position
from ..game.rules cimport Rules
from .table cimport BUYS, CHAINS, COLUMNS, DEALING, DISPOSES, DRAWS, EVERY_CHAIN, EXCHANGING, EYES_ALL, FOUNDS, FRAME, HAND
from .table cimport LAYING, LONE, MOST_PICKS, ORDERS, OVER, PLACES, REFILLING, REPLACING, ROWS, SHARES, SHOWS, SURVIVES
from .table cimport TILES, UNKNOWN, WIDTH, Table, add_tile, can_place, count_tiles, drop_tile, in_set, set_size, touched
from .table cimport is_dead, slot_of, unknown_slots
