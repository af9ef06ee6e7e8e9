from ..game.heuristic import Heuristic

class AcquireHeuristic(Heuristic):
    skill: float
    spread: float
