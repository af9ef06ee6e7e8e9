from typing import Final

SELECT: dict[str, int]
PROVE: dict[str, int]

class SearchParams:
    select: Final[int]
    exploration: Final[float]
    try_all_first: Final[bool]
    first_play_loss: Final[float]
    bias: Final[float]
    widening: Final[float]
    widening_power: Final[float]
    rave: Final[float]
    rave_weight: Final[float]
    minimax: Final[float]
    expand_at: Final[int]
    priors: Final[bool]
    transpositions: Final[bool]
    prove: Final[int]
    solve_at: Final[int]
    virtual_loss: Final[int]
    own_trees: Final[bool]
    noise: Final[float]
    amaf: Final[bool]
    by_prior_alone: Final[bool]
    def __init__(self, options: dict[str, int | float | str]) -> None: ...
