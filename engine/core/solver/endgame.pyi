from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from ..base.stop import Bell
from ..game.position import Position
from ..othello.judge import Judge
from .root_search import Root, RootSearch

SLICE: float
LONG: float
UNLIMITED: int
FIRST_GUESS: tuple[int, ...]

class Answer(NamedTuple):
    low: int
    high: int
    move: int | None
    line: tuple[int, ...]
    nodes: int
    likely: int | None = None
    level: int = -1
    @property
    def exact(self) -> bool: ...

class Endgame:
    share: float
    judge: Final[Judge | None]
    threads: Final[int]
    search: Final[RootSearch]
    def __init__(self, memory_mb: float = 64, threads: int = 1, judge: Judge | None = None) -> None: ...
    def clear(self) -> None: ...
    @property
    def nodes(self) -> int: ...
    def solve(
        self,
        position: Position,
        low: int = ...,
        high: int = ...,
        seconds: float | None = None,
        nodes: int | None = None,
        bell: Bell | None = None,
    ) -> Answer: ...
    def estimate(
        self,
        position: Position,
        levels: Sequence[int],
        first: int | None = None,
        low: int = ...,
        high: int = ...,
        seconds: float | None = None,
        nodes: int | None = None,
        bell: Bell | None = None,
    ) -> Answer: ...
    def scores(
        self,
        position: Position,
        moves: Collection[int] | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        bell: Bell | None = None,
    ) -> Iterator[Answer]: ...
    def begin(self, seconds: float | None, nodes: int | None, bell: Bell | None) -> None: ...
    def answer(
        self, root: Root, low: int, high: int, levels: Sequence[int] = ..., proven: bool = True
    ) -> Answer: ...
    def answer_by_threads(self, terms: tuple[Root, int, int, Sequence[int], bool]) -> None: ...
    def answer_in_steps(self, terms: tuple[Root, int, int, Sequence[int], bool]) -> None: ...
    def exhausted(self) -> bool: ...

def discs_of(position: Position) -> tuple[int, int]: ...
