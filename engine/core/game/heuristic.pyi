from .evaluator import Evaluator
from .position import Position

class Heuristic(Evaluator):
    def after_playout(self, position: Position, seed: int, plies: int = 1 << 30) -> Position: ...
