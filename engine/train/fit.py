"""Tables fitted to target values of positions: regularised least squares, phase by phase.

The phases are fitted from the end of the game backwards. Each begins with the numbers of the one after it, or
with its own of tables from before, and a class keeps them where the positions say little about it. Positions
of neighbouring phases count too, the less the further they are. The equations are solved by conjugate
gradients until games held out gain no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from outflank.engine.train import samples as kept
from outflank.engine.train.features import columns, layout, scores, sums

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.train.features import Array

BOARDS = 65
FIRST_DISCS = 14
"""Below this number of discs all is one phase; then a phase is two discs wide."""
WINDOW = (1.0, 0.5, 0.25)
"""The weight of a position by the distance of its discs from those of the phase."""
STEP = 1 << 17
"""Positions that are summed up at a time."""
NOISE = 3.0
"""The least distance between targets and any score, in discs."""
ENOUGH = 1e-4
"""A share by which the held-out error has to fall in LOOK iterations, or the fit ends."""
LOOK = 3


class Choices(NamedTuple):
    """Terms of a fit: the expected change of a class's number in discs, and most iterations for a phase."""

    spread: float = 1.4
    iterations: int = 40


class Error(NamedTuple):
    """The distance of scores from final leads, in discs, over positions of games held out."""

    positions: int
    root_mean_square: float
    mean: float


class Phase(NamedTuple):
    """A fitted phase: its number, discs, classes, and how it was fitted. It has each class's number, the
    positions in use, the iterations, and the error on games held out."""

    number: int
    discs: range
    numbers: Array
    positions: int
    iterations: int
    error: Error


def phase_of(discs: int) -> int:
    """The phase of a board with a number of discs."""
    return max(0, (min(discs, 63) - FIRST_DISCS + 2) // 2)


PHASE_OF = bytes(map(phase_of, range(BOARDS)))
PHASES = max(PHASE_OF) + 1


def discs_of(phase: int) -> range:
    """The numbers of discs of a phase."""
    found = [discs for discs in range(4, BOARDS) if PHASE_OF[discs] == phase]
    return range(found[0], found[-1] + 1)


def fit(
    samples: Array, wanted: Array, weights: Array, choices: Choices, begun: Array | None = None
) -> Iterator[Phase]:
    """Yield each phase as soon as it is fitted, the last one first. `wanted` are the targets of the samples,
    and `weights` their weights; `begun` has the numbers to begin with, in discs, for each number of discs on
    the board."""
    discs = kept.discs(samples)
    order = np.argsort(discs, kind="stable")
    counts: Array = np.arange(BOARDS + 1)
    ends: Array = np.asarray(np.searchsorted(discs[order], counts))
    numbers: Array = np.zeros(layout().count, np.float32)
    noise = NOISE
    for phase in range(PHASES - 1, -1, -1):
        own = discs_of(phase)
        reach = len(WINDOW) - 1
        near = order[ends[max(0, own[0] - reach)] : ends[min(64, own[-1] + reach) + 1]]
        keep = (noise / choices.spread) ** 2
        start = numbers if begun is None else begun[own[0]]
        part = Part(samples[near], wanted[near], weights[near])
        fitted, noise = fit_phase(part, own, start, keep, choices)
        numbers = fitted.numbers
        yield fitted._replace(number=phase)


class Part(NamedTuple):
    """Samples with their targets and weights."""

    samples: Array
    wanted: Array
    weights: Array

    def of(self, mask: Array) -> Part:
        """Those that a mask says."""
        return Part(*(array[mask] for array in self))


def fit_phase(part: Part, own: range, numbers: Array, keep: float, choices: Choices) -> tuple[Phase, float]:
    """The tables of the boards with `own` discs, from a part of the samples, and their error. The numbers
    they begin with count as much as `keep` positions."""
    apart = kept.held_out(part.samples)
    discs: Array = kept.discs(part.samples).astype(np.int64)
    distance = np.maximum(0, np.maximum(own[0] - discs, discs - own[-1]))
    used = ~apart
    near = np.array(WINDOW, np.float32)[distance[used]]
    equations = Equations(part.of(used), near, keep)
    test = Examined(part.of(apart & (distance == 0)))
    best, at = numbers, 0
    least = test.error(numbers)
    for iteration, found in enumerate(equations.solutions(numbers), 1):
        last = iteration >= choices.iterations
        if last or iteration % LOOK == 0:
            error = test.error(found)
            gained = least - error > ENOUGH * least or not test.size
            if error <= least:
                best, at, least = found.copy(), iteration, error
            if last or not gained:
                break
    return Phase(0, own, best, int(used.sum()), at, test.report(best)), max(NOISE, least**0.5)


class Equations:
    """The least squares of one phase: numbers whose scores come close to the targets. Each sample counts its
    weight times how `near` its phase is, and the numbers that the solutions start with count `keep`."""

    def __init__(self, part: Part, near: Array, keep: float) -> None:
        self._rows = columns(kept.boards(part.samples))
        self._weights = part.weights * near
        self._wanted = part.wanted
        self._keep = keep

    def solutions(self, start: Array) -> Iterator[Array]:
        """Ever better numbers, without an end unless nothing is left to do. The array is the caller's only
        until the next one."""
        residue = self._gathered(self._wanted - self._scores(start))
        scale = 1 / (self._counts() + self._keep)
        change = np.zeros(len(start))
        way = scale * residue
        slope = float(residue @ way)
        while slope > 1e-9:
            image = self._gathered(self._scores(way.astype(np.float32))) + self._keep * way
            length = slope / float(way @ image)
            change += length * way
            residue -= length * image
            yield (start + change).astype(np.float32)
            settled = scale * residue
            before, slope = slope, float(residue @ settled)
            way = settled + slope / before * way

    def _scores(self, numbers: Array) -> Array:
        out: Array = np.empty(len(self._weights), np.float32)
        for first in range(0, len(out), STEP):
            out[first : first + STEP] = scores(numbers, self._rows[:, first : first + STEP])
        return out

    def _gathered(self, values: Array) -> Array:
        """For each class the weighted sum of the values of the positions that have it."""
        out = np.zeros(layout().count)
        for first in range(0, len(values), STEP):
            part = slice(first, first + STEP)
            out += sums(values[part] * self._weights[part], self._rows[:, part])
        return out

    def _counts(self) -> Array:
        return self._gathered(np.ones(len(self._weights), np.float32))


class Examined:
    """Positions of games held out."""

    def __init__(self, part: Part) -> None:
        part = part.of(part.weights > 0)
        self.size = len(part.samples)
        self._rows = columns(kept.boards(part.samples))
        self._part = part

    def error(self, numbers: Array) -> float:
        """The mean square of the scores' distances from the targets, by weight; 0 without positions."""
        miss = scores(numbers, self._rows) - self._part.wanted
        return float(np.average(miss * miss, weights=self._part.weights)) if miss.size else 0.0

    def report(self, numbers: Array) -> Error:
        """The distance of the scores from final leads."""
        played = ~kept.beside(self._part.samples)
        miss = (scores(numbers, self._rows) - self._part.samples["label"])[played]
        if not miss.size:
            return Error(0, 0.0, 0.0)
        return Error(miss.size, float(np.sqrt((miss * miss).mean())), float(np.abs(miss).mean()))
