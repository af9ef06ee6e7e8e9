from typing import Final

from ..base.crew import Hand
from ..game.evaluator import Evaluator
from ..game.forward_model import ForwardModel
from ..search.params import Options
from .arms import ArmTable
from .params import InfosetParams

class Worker(Hand):
    def __init__(self, evaluator: Evaluator, seed: int, number: int) -> None: ...

class InfosetTree:
    rules: Final[ForwardModel]
    evaluator: Final[Evaluator]
    table: Final[ArmTable]
    params: Final[InfosetParams]
    workers: Final[list[Worker]]
    def __init__(
        self, evaluator: Evaluator, table: ArmTable, options: Options, seed: int = 1, threads: int = 1
    ) -> None: ...
