from ..game.heuristic import Heuristic
from .rolit import Rolit

class RolitHeuristic(Heuristic):
    def __init__(self, rules: Rolit) -> None: ...
