from ..game.heuristic import Heuristic
from .board import DiscBoard

WEIGHT: dict[int, int]

class OthelloHeuristic(Heuristic):
    def __init__(self, rules: DiscBoard) -> None: ...
