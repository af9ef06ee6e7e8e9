from ..game.evaluator import Evaluator
from ..game.rules import Rules
from .pool import Pool

PROVE: dict[str, int]

class Proof:
    @property
    def rules(self) -> Rules: ...
    @property
    def evaluator(self) -> Evaluator: ...
    @property
    def pool(self) -> Pool: ...
    def __init__(self, evaluator: Evaluator, pool: Pool, options: dict[str, int | float | str]) -> None: ...
