from typing import Final

from ..game.position import Position
from ..game.rules import Rules

class Sos(Rules):
    width: Final[int]
    height: Final[int]
    cells: Final[int]
    def __init__(self, size: int = 8, height: int | None = None) -> None: ...
    def scores(self, position: Position) -> tuple[int, int]: ...
