from ..base.crew import Hand
from ..game.evaluator import Evaluator
from ..game.forward_model import ForwardModel
from .arms import ArmTable
from .params import InfosetParams

class Worker(Hand):
    def __init__(self, evaluator: Evaluator, seed: int, number: int) -> None: ...

class InfosetTree:
    @property
    def rules(self) -> ForwardModel: ...
    @property
    def evaluator(self) -> Evaluator: ...
    @property
    def table(self) -> ArmTable: ...
    @property
    def params(self) -> InfosetParams: ...
    @property
    def workers(self) -> list[Worker]: ...
    def __init__(
        self,
        evaluator: Evaluator,
        table: ArmTable,
        options: dict[str, int | float | str],
        seed: int = 1,
        threads: int = 1,
    ) -> None: ...
