from ..game.evaluator import Evaluator
from .othello import Othello
from .patterns import Patterns

class PatternEvaluator(Evaluator):
    @property
    def tables(self) -> Patterns: ...
    @property
    def value_slope(self) -> float: ...
    @property
    def prior_temperature(self) -> float: ...
    def __init__(
        self, rules: Othello, tables: Patterns, value_slope: float, prior_temperature: float
    ) -> None: ...
