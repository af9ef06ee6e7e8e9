"""Relabelling: scores of earlier games' positions by the tree search of a later evaluation.

A few hundred simulations of the tree see further than the few plies by which the games were played, and cost
no more. Where one side leads by much the tree's chances say little of discs, so the score stays.
"""

from __future__ import annotations

import math

import numpy as np

from outflank.engine import core, evaluation
from outflank.engine.core.othello import othello
from outflank.engine.games import OTHELLO
from outflank.engine.new_search import new_search
from outflank.engine.options import defaults
from outflank.engine.train import samples as kept
from outflank.engine.train.selfplay import new_judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.train.features import Array

DECIDED = 16
"""Positions are looked at again where the score was no more discs than this."""
SUREST = 0.997
"""The highest chance that counts; the lowest is the rest of 1."""
MEMORY = 4
"""Room for a tree, in MB."""
LEAVES = 2
"""Depth of a tree so small, in plies: its chances are those of leads with as many discs more."""


def look_again(data: bytes, samples: Array, visits: int) -> Array:
    """The samples with the scores of a tree of `visits` by the evaluation of a file with that content. Scores
    of the alpha-beta search are replaced where the game was not decided. The same for the same arguments."""
    judge = Judge(data, visits)
    found = samples.copy()
    again = (samples["depth"] < kept.AGAIN) & (np.abs(samples["score"]) <= DECIDED * evaluation.UNIT)
    for row in np.flatnonzero(again).tolist():
        score = judge.score(int(samples["p"][row]), int(samples["o"][row]))
        if score is not None:
            found["score"][row] = score
            found["depth"][row] = kept.AGAIN
    beside = kept.beside(found) & (found["depth"] == kept.AGAIN)
    found["label"][beside] = np.rint(found["score"][beside] / evaluation.UNIT)
    return found


class Judge:
    """A tree search that knows nothing of the position before."""

    def __init__(self, data: bytes, visits: int) -> None:
        self._rules = othello.Othello(8)
        self._bell = core.load("base.stop").Bell()
        options = defaults(OTHELLO.name, 8)
        self._search = new_search(OTHELLO, self._rules, options, MEMORY, tables=new_judge(data))
        factor = float(options["value_slope"])
        self._steep = [slope * factor for slope in evaluation.slopes(data)]
        self._visits = visits

    def score(self, p: int, o: int) -> int | None:
        """The value of the mover's and the other's discs to the mover, in units of a score. None where the
        outcome is proven."""
        search = self._search
        search.forget()
        search.set_root(self._rules.place(p, o, 0))
        search.run(self._visits, math.inf, self._bell)
        _, _, mean, _, sure, _ = max(search.rows(), key=lambda row: row[1])
        if sure is not None:
            return None
        chance = min(SUREST, max(1 - SUREST, mean))
        lead = math.log(chance / (1 - chance)) / self._steep[min(64, (p | o).bit_count() + LEAVES)]
        return round(evaluation.UNIT * max(-64.0, min(64.0, lead)))
