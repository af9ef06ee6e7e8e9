from typing import Final

from ..game.evaluator import Evaluator
from ..game.forward_model import ForwardModel
from ..search.params import Options
from ..search.tree_search import TreeSearch
from .arms import ArmTable
from .tree import InfosetTree, Worker

class InfosetSearch(TreeSearch):
    tree: Final[InfosetTree]
    rules: Final[ForwardModel]
    pool: Final[ArmTable]
    def __init__(
        self, evaluator: Evaluator, pool: ArmTable, options: Options, seed: int = 1, threads: int = 1
    ) -> None: ...
    def hands(self) -> list[Worker]: ...
