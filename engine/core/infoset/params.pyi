from typing import Final

SELECT: dict[str, int]
VIEWS: dict[str, int]

class InfosetParams:
    select: Final[int]
    exploration: Final[float]
    try_all_first: Final[bool]
    first_play_loss: Final[float]
    bias: Final[float]
    widening: Final[float]
    widening_power: Final[float]
    priors: Final[bool]
    expand_at: Final[int]
    view: Final[int]
    worlds: Final[int]
    virtual_loss: Final[int]
    own_trees: Final[bool]
    def __init__(self, options: dict[str, int | float | str]) -> None: ...
