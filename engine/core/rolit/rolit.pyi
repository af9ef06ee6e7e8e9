from typing import Final

from ..game.position import Position
from ..game.rules import Rules

class Rolit(Rules):
    first: Final[int]
    def __init__(self, players: int = 4, first: int = 0) -> None: ...
    def scores(self, position: Position) -> tuple[int, ...]: ...
