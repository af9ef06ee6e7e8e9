"""Score and Elo of a match, with their errors.

Games of one opening are not independent of each other: whoever is given the better side of it wins with that
side. So the unit is the group, the games of one opening with the seats exchanged (a pair when there are two
players), and the error of a mean is that of the groups. For complete pairs this is the pentanomial variance.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

Z95 = 1.959963985
"""Standard errors on either side of a mean that hold it in 95 cases of 100."""
NO_SPREAD = 1e-9


class Estimate(NamedTuple):
    """A mean of values in 0..1, its standard error, its 95 % interval, and the groups it comes from."""

    mean: float
    error: float
    low: float
    high: float
    groups: int


class Elo(NamedTuple):
    """A difference in Elo and its 95 % interval; infinite where a score of 0 or 1 is not excluded."""

    value: float
    low: float
    high: float


def estimate(groups: Sequence[Sequence[float]]) -> Estimate:
    """The mean over all values of the groups. ValueError when there are none.

    Where all groups came out alike their variance says nothing; the interval is then Wilson's for as many
    independent games as there are groups.
    """
    count = sum(map(len, groups))
    if not count:
        raise ValueError("a mean needs at least one game")
    mean = sum(map(sum, groups)) / count
    error = math.sqrt(sum((sum(group) - len(group) * mean) ** 2 for group in groups)) / count
    units = sum(1 for group in groups if group)
    if error < NO_SPREAD:
        return Estimate(mean, 0.0, *wilson(mean, units), units)
    return Estimate(mean, error, max(0.0, mean - Z95 * error), min(1.0, mean + Z95 * error), units)


def wilson(share: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share seen in `count` independent trials."""
    spread = Z95 * Z95 / count
    middle = share + spread / 2
    reach = math.sqrt(spread * (share * (1 - share) + spread / 4))
    return max(0.0, (middle - reach) / (1 + spread)), min(1.0, (middle + reach) / (1 + spread))


def elo(score: float) -> float:
    """The difference in Elo at which that score is expected."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def elo_of(score: Estimate) -> Elo:
    """The difference in Elo that an Estimate of a score stands for."""
    return Elo(elo(score.mean), elo(score.low), elo(score.high))


def superiority(found: Estimate, chance: float = 0.5) -> float:
    """The likelihood that the true mean lies above `chance`. Without a spread between the groups, that of a
    player who has just this chance in each of them takes its place."""
    error = found.error or math.sqrt(chance * (1 - chance) / found.groups)
    return 0.5 * math.erfc((chance - found.mean) / error / math.sqrt(2))


def pentanomial(groups: Sequence[Sequence[float]]) -> tuple[int, ...]:
    """Numbers of complete pairs that brought 0, 1/2, 1, 3/2 and 2 points."""
    counts = [0] * 5
    for group in groups:
        if len(group) == 2:
            counts[round(2 * sum(group))] += 1
    return tuple(counts)
