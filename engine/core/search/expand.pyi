from .select import Chooser

class Tree(Chooser):
    def choice_among(self, rows: list[tuple[float | None, ...]], mover: int = 0) -> int: ...
