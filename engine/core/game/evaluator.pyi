from typing import Final

from .rules import Rules

class Scratch:
    def __init__(self, rules: Rules, seed: int) -> None: ...

class Evaluator:
    rules: Final[Rules]
    samples: Final[int]
    has_lead: Final[bool]
    plays_out: Final[bool]
    def __init__(self, rules: Rules) -> None: ...
    def new_scratch(self, seed: int) -> Scratch: ...

class LeafSolver: ...
