from ..game.evaluator import Evaluator, LeafSolver
from .expand import Tree
from .pool import Pool

class Worker:
    def __init__(self, evaluator: Evaluator, seed: int) -> None: ...

class Walk(Tree):
    def __init__(
        self,
        evaluator: Evaluator,
        pool: Pool,
        options: dict[str, int | float | str],
        alone: bool,
        leaf_solver: LeafSolver | None = None,
    ) -> None: ...
