from ..game.evaluator import Evaluator
from ..game.heuristic import Heuristic

class Playouts(Evaluator):
    @property
    def heuristic(self) -> Heuristic: ...
    @property
    def policy(self) -> bool: ...
    @property
    def cut(self) -> int: ...
    @property
    def static_weight(self) -> float: ...
    def __init__(
        self,
        heuristic: Heuristic,
        samples: int = 1,
        policy: bool = False,
        cut: int = 0,
        static_weight: float = 0,
    ) -> None: ...
