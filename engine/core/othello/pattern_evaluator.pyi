from ..game.evaluator import Evaluator
from .eval_cache import EvalCache
from .othello import Othello
from .patterns import Patterns

CACHE_BITS: int

class PatternEvaluator(Evaluator):
    @property
    def tables(self) -> Patterns: ...
    @property
    def value_slope(self) -> float: ...
    @property
    def prior_temperature(self) -> float: ...
    @property
    def cache(self) -> EvalCache: ...
    def __init__(
        self,
        rules: Othello,
        tables: Patterns,
        value_slope: float,
        prior_temperature: float,
        cache: EvalCache | None = None,
    ) -> None: ...
