from typing import Final

class ForwardModel:
    players: Final[int]
    actions: Final[int]
    pass_move: Final[int]
    state_size: Final[int]
    has_margin: Final[bool]
    has_chance: Final[bool]
    has_hidden: Final[bool]
    has_scores: Final[bool]
    draw: float
    def __init__(self) -> None: ...
