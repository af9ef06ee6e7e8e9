from typing import Final

from ..game.evaluator import Evaluator
from .eval_cache import EvalCache
from .othello import Othello
from .patterns import Patterns

CACHE_BITS: int

class PatternEvaluator(Evaluator):
    tables: Final[Patterns]
    value_slope: Final[float]
    prior_temperature: Final[float]
    cache: Final[EvalCache]
    def __init__(
        self,
        rules: Othello,
        tables: Patterns,
        value_slope: float,
        prior_temperature: float,
        cache: EvalCache | None = None,
    ) -> None: ...
