"""Targets: the values of positions, from the games they were played in.

The final lead is the truth about perfect players; of these it says as much about the faults that follow as
about the position. The search's score has no such noise, but is hardly wiser than the evaluation it searches
with. So the target of a position is a share of its own score, and for the rest the target of the next
position: far ends count the less the further they are.
"""

from __future__ import annotations

import numpy as np

from outflank.engine import evaluation
from outflank.engine.train import samples as kept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.train.features import Array


def returns(samples: Array, mix: float, again_mix: float) -> Array:
    """The worth of each sample for its mover, in discs: `mix` is the share of the search, `again_mix` that of
    a tree search that looked again. The samples of a game follow each other."""
    share = np.where(samples["depth"] == kept.AGAIN, np.float32(again_mix), np.float32(mix))
    found = samples["score"].astype(np.float32) / evaluation.UNIT
    worth: Array = np.where(kept.beside(samples), found, samples["label"].astype(np.float32))
    if not len(samples):
        return worth
    left: Array = moves_left(samples["game"])
    sign = changes(samples)
    order = np.argsort(left, kind="stable")
    counts: Array = np.arange(left.max() + 2)
    ends: Array = np.asarray(np.searchsorted(left[order], counts))
    for first, last in zip(ends[1:-1], ends[2:], strict=True):
        at = order[first:last]
        worth[at] = share[at] * found[at] + (1 - share[at]) * sign[at] * worth[at + 1]
    return worth


def moves_left(games: Array) -> Array:
    """The number of samples of the same game that follow each, as far as they stand together."""
    at = np.arange(len(games))
    final: Array = np.append(games[1:] != games[:-1], True)
    left: Array = np.flatnonzero(final)[np.cumsum(final) - final] - at
    return left


def changes(samples: Array) -> Array:
    """-1 where the next sample is the opponent's, 1 where the opponent had to pass. After a pass the disc
    that was played is the mover's own there. The last sample has no next."""
    after: Array = np.append(samples["p"][1:], np.uint64(0))
    own = after >> samples["move"].astype(np.uint64) & np.uint64(1)
    signs: Array = np.where(own, np.float32(1), np.float32(-1))
    return signs
