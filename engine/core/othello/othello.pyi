from ..game.position import Position
from .board import DiscBoard

BOARDS: dict[int, int]

class Othello(DiscBoard):
    def __init__(self, size: int = 8) -> None: ...
    def count_leaves(self, position: Position, depth: int, free_passes: bool, finished: bool) -> int: ...
