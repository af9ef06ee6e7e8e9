from collections.abc import Callable, Sequence

from .stop import Bell

class Hand: ...

class Crew:
    share: float
    @property
    def nodes(self) -> int: ...
    @property
    def made(self) -> int: ...
    def hands(self) -> Sequence[Hand]: ...
    def make_room(self) -> bool: ...
    def run(
        self,
        visits: int,
        seconds: float,
        bell: Bell,
        pause: Callable[[], bool] | None = None,
        slice: float = 0.01,
        nodes: int = 1 << 62,
    ) -> int: ...
    def work_together(
        self, hands: Sequence[Hand], pause: Callable[[], bool] | None, slice: float
    ) -> bool: ...
    def help_out(self, hand: Hand) -> None: ...
