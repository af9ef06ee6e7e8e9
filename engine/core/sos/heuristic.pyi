from ..game.heuristic import Heuristic
from .sos import Sos

class SosHeuristic(Heuristic):
    def __init__(self, rules: Sos) -> None: ...
