from typing import Final

from ..game.evaluator import Evaluator, LeafSolver
from ..game.rules import Rules
from .pool import Pool
from .tree import Tree, Worker
from .tree_search import TreeSearch

class Search(TreeSearch):
    tree: Final[Tree]
    rules: Final[Rules]
    pool: Final[Pool]
    def __init__(
        self,
        evaluator: Evaluator,
        pool: Pool,
        options: dict[str, int | float | str],
        seed: int = 1,
        threads: int = 1,
        leaf_solver: LeafSolver | None = None,
    ) -> None: ...
    def hands(self) -> list[Worker]: ...
