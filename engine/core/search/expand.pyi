from ..game.evaluator import Evaluator, LeafSolver
from .pool import Pool
from .select import Chooser

class Tree(Chooser):
    @property
    def leaf_solver(self) -> LeafSolver | None: ...
    def __init__(
        self,
        evaluator: Evaluator,
        pool: Pool,
        options: dict[str, int | float | str],
        leaf_solver: LeafSolver | None = None,
    ) -> None: ...
    def choice_among(self, rows: list[tuple[float | None, ...]], mover: int = 0) -> int: ...
