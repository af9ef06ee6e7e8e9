from typing import Final

from ..base.crew import Hand
from ..game.evaluator import Evaluator, LeafSolver
from ..game.rules import Rules
from .params import SearchParams
from .pool import Pool

SEEDS_APART: int

class Worker(Hand):
    def __init__(self, evaluator: Evaluator, seed: int) -> None: ...

class Tree:
    rules: Final[Rules]
    evaluator: Final[Evaluator]
    leaf_solver: Final[LeafSolver | None]
    pool: Final[Pool]
    params: Final[SearchParams]
    workers: Final[list[Worker]]
    def __init__(
        self,
        evaluator: Evaluator,
        pool: Pool,
        options: dict[str, int | float | str],
        seed: int = 1,
        threads: int = 1,
        leaf_solver: LeafSolver | None = None,
    ) -> None: ...
