from typing import Final

from ..game.position import Position
from ..game.rules import Rules
from .graph import BoardGraph

CELLS: str
MAP_COLUMN: int

class PolyClash(Rules):
    komi: Final[float]
    board: Final[BoardGraph]
    def __init__(self, komi: float = 0.025) -> None: ...
    def area(self, position: Position) -> tuple[float, float]: ...
    def scores(self, position: Position) -> tuple[float, float]: ...
    def plies(self, position: Position) -> int: ...

def read_text(text: str) -> tuple[str, str, int]: ...
