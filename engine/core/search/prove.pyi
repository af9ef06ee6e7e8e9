from ..game.rules import Rules
from .pool import Pool

PROVE: dict[str, int]

class Proof:
    @property
    def rules(self) -> Rules: ...
    @property
    def pool(self) -> Pool: ...
    def __init__(self, rules: Rules, pool: Pool, options: dict[str, int | float | str]) -> None: ...
