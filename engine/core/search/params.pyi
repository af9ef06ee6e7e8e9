from typing import Final

Options = dict[str, int | float | str]

SELECT: dict[str, int]
PROVE: dict[str, int]

class TreeParams:
    select: Final[int]
    exploration: Final[float]
    try_all_first: Final[bool]
    first_play_loss: Final[float]
    bias: Final[float]
    widening: Final[float]
    widening_power: Final[float]
    priors: Final[bool]
    expand_at: Final[int]
    virtual_loss: Final[int]
    own_trees: Final[bool]
    def __init__(self, options: Options) -> None: ...

class SearchParams(TreeParams):
    rave: Final[float]
    rave_weight: Final[float]
    minimax: Final[float]
    transpositions: Final[bool]
    prove: Final[int]
    solve_at: Final[int]
    noise: Final[float]
    amaf: Final[bool]
    by_prior_alone: Final[bool]
