from typing import Final, NamedTuple

from ..base.stop import Bell
from ..game.position import Position
from ..othello.patterns import Patterns

class Verdict(NamedTuple):
    move: int
    score: int
    depth: int
    nodes: int

class AlphaBeta:
    patterns: Final[Patterns]
    solve_at: Final[int]
    nodes: Final[int]
    def __init__(self, patterns: Patterns, bits: int = 18, solve_at: int = 8) -> None: ...
    def clear(self) -> None: ...
    def think(
        self,
        position: Position,
        depth: int = ...,
        seconds: float = 1e9,
        nodes: int = 1 << 62,
        bell: Bell | None = None,
    ) -> Verdict: ...
