from typing import Final

from ..search.params import TreeParams

VIEWS: dict[str, int]

class InfosetParams(TreeParams):
    view: Final[int]
    worlds: Final[int]
