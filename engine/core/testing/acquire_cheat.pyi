from collections.abc import Sequence

from ..acquire.acquire import Acquire
from ..acquire.heuristic import AcquireHeuristic

class SeeingAcquire(Acquire):
    def see_deck(self, order: Sequence[int]) -> None: ...

class SeeingHeuristic(AcquireHeuristic):
    def __init__(self, rules: SeeingAcquire) -> None: ...
