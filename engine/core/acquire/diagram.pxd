from ..game.position cimport Position
from .chains cimport price_of
from .table cimport BUYS, CHAINS, COLUMNS, DISPOSES, FRAME, OVER, ROWS, TILES, UNKNOWN, WIDTH, Table
from .table cimport in_set
