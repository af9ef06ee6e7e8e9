from ..game.heuristic import Heuristic
from .polyclash import PolyClash

class PolyClashHeuristic(Heuristic):
    def __init__(self, rules: PolyClash) -> None: ...
