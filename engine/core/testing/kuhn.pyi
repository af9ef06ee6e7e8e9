from typing import Final

from ..game.rules import Rules

class Kuhn(Rules):
    open: Final[bool]
    def __init__(self, open: bool = False) -> None: ...
