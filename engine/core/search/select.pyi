from ..game.evaluator import Evaluator
from .pool import Pool
from .prove import Proof

MOST_BANNED: int
SELECT: dict[str, int]

class Chooser(Proof):
    def __init__(self, evaluator: Evaluator, pool: Pool, options: dict[str, int | float | str]) -> None: ...
    def ban(self, bans: dict[tuple[int, int], int]) -> None: ...
