from typing import Final

from ..game.evaluator import Evaluator
from ..game.heuristic import Heuristic

class Playouts(Evaluator):
    heuristic: Final[Heuristic]
    policy: Final[bool]
    cut: Final[int]
    static_weight: Final[float]
    def __init__(
        self,
        heuristic: Heuristic,
        samples: int = 1,
        policy: bool = False,
        cut: int = 0,
        static_weight: float = 0,
    ) -> None: ...
