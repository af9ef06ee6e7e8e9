from ..game.rules import Rules
from .expand import Tree
from .pool import Pool
from .rollout import Leaf

class Worker:
    def __init__(self, rules: Rules, seed: int) -> None: ...

class Walk(Tree):
    @property
    def leaf(self) -> Leaf: ...
    def __init__(
        self, rules: Rules, pool: Pool, leaf: Leaf, options: dict[str, int | float | str], alone: bool
    ) -> None: ...
