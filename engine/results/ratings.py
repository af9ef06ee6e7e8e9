"""Ratings of many players from the games they played with each other: Bradley and Terry's model.

In it a player's chance against another is the logistic function of the difference between their ratings, a
draw is half a win and half a loss, and the ratings are those that make what happened most likely. They depend
on all games at once and not on their order.

Games come in groups, as in engine/results/elo: those of one opening with the seats exchanged. The groups
are independent of each other, the games in one are not, so the errors are taken from how the groups scatter
about the model (the sandwich estimate); with two players that is the pentanomial error. A game for more than
two is broken up into its pairs of players, whoever is placed higher having won: all in one group."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from outflank.engine.results.elo import Z95

SCALE = 400 / math.log(10)
"""Elo for one unit of the model's logarithm."""
ROUNDS = 100
CLOSE = 1e-10
NO_SPREAD = 1e-6
PRIOR = 0.5

Square = list[list[float]]
"""A matrix by rows."""
Groups = Sequence[Sequence["Bout"]]
"""Games that depend on each other together."""


class Bout(NamedTuple):
    """A met B and got `score`: 1 for a win, 1/2 for a draw, 0 for a loss."""

    a: str
    b: str
    score: float


class Rating(NamedTuple):
    """A player's rating in Elo and its 95 % interval: None where nothing compares him with the others."""

    name: str
    elo: float | None
    low: float | None
    high: float | None
    games: int
    points: float


class Ratings(NamedTuple):
    """The players, best first, and what they are measured from. `better[a][b]` is the likelihood that A is
    better than B. `drawn` says that a draw was added to each two who met, as without it some ratings would
    be infinite."""

    rows: tuple[Rating, ...]
    better: dict[str, dict[str, float]]
    anchor: str
    drawn: bool


def rate(groups: Groups, anchor: str = "", at: float = 0.0, independent: bool = False) -> Ratings:
    """The ratings that the groups, each a list of Bouts, give to all who are in them.

    Their mean is `at`, or where a player is named as `anchor`, his rating is. Of players whom no chain of
    games connects, those of the largest circle are rated. `independent` takes every bout as a trial of its
    own, as rating programs do that know nothing of pairs. ValueError without a game, or where the anchor has
    none.
    """
    names = sorted({name for group in groups for bout in group for name in (bout.a, bout.b)})
    if not names:
        raise ValueError("ratings need at least one game")
    if anchor and anchor not in names:
        raise ValueError(f"{anchor!r}, whose rating is fixed, has not played")
    circle = largest_circle(names, groups, anchor)
    index = {name: number for number, name in enumerate(circle)}
    inside = [[bout for bout in group if bout.a in index and bout.b in index] for group in groups]
    inside = [group for group in inside if group]
    won = points_of(index, inside)
    drawn = not is_strong(won)
    if drawn:
        won = with_draws(won)
    strengths = most_likely(won)
    spread = covariance(strengths, won, index, inside, independent or drawn)
    rows = [rated(name, groups, index, strengths, spread, anchor, at) for name in names]
    rows.sort(key=lambda found: (found.elo is None, -(found.elo or 0.0), found.name))
    better = {
        a: {b: superiority(index[a], index[b], strengths, spread) for b in circle if b != a} for a in circle
    }
    return Ratings(tuple(rows), better, anchor, drawn)


def expected(difference: float) -> float:
    """The score of a player who is so much stronger, on the model's own scale."""
    return 0.5 + 0.5 * math.tanh(difference / 2)


def log_expected(difference: float) -> float:
    """Its logarithm."""
    return min(0.0, difference) - math.log1p(math.exp(-abs(difference)))


def largest_circle(names: Sequence[str], groups: Groups, anchor: str) -> list[str]:
    """The players of the largest set that games connect, in order; of the anchor's set if there is one."""
    circles = {name: {name} for name in names}
    for group in groups:
        for bout in group:
            if circles[bout.a] is not circles[bout.b]:
                joined = circles[bout.a] | circles[bout.b]
                for name in joined:
                    circles[name] = joined
    best = circles[anchor] if anchor else max((circles[name] for name in names), key=len)
    return sorted(best)


def points_of(index: Mapping[str, int], groups: Groups) -> Square:
    """Points that each player has won from each other one, as a square."""
    won = [[0.0] * len(index) for _ in index]
    for group in groups:
        for bout in group:
            won[index[bout.a]][index[bout.b]] += bout.score
            won[index[bout.b]][index[bout.a]] += 1 - bout.score
    return won


def is_strong(won: Square) -> bool:
    """Tell whether a chain of wins and draws leads from every player to every other: else some rating
    is infinite."""
    turned = [list(column) for column in zip(*won, strict=True)]
    return all(len(reached(square)) == len(won) for square in (won, turned))


def reached(square: Square) -> set[int]:
    """The players to whom a chain leads from the first."""
    seen, todo = {0}, [0]
    while todo:
        a = todo.pop()
        new = [b for b, points in enumerate(square[a]) if points > 0 and b not in seen]
        seen.update(new)
        todo += new
    return seen


def with_draws(won: Square) -> Square:
    """The same with one draw more between each two who met."""
    size = range(len(won))
    return [[won[a][b] + (PRIOR if won[a][b] + won[b][a] > 0 else 0) for b in size] for a in size]


def most_likely(won: Square) -> list[float]:
    """The strengths that make these points most likely; their mean is 0. Newton's method, with shorter steps
    where a whole one would make the points less likely."""
    strengths = [0.0] * len(won)
    value = log_likelihood(strengths, won)
    for _ in range(ROUNDS):
        step = solved(information(strengths, won), slope(strengths, won))
        size = 1.0
        while True:
            tried = [old + size * change for old, change in zip(strengths, step, strict=True)]
            new = log_likelihood(tried, won)
            if new >= value or size < CLOSE:
                break
            size /= 2
        mean = sum(tried) / len(tried)
        strengths, value = [strength - mean for strength in tried], new
        if max(map(abs, step)) < CLOSE:
            break
    return strengths


def log_likelihood(strengths: Sequence[float], won: Square) -> float:
    """The logarithm of how likely these points are."""
    return sum(
        points * log_expected(strengths[a] - strengths[b])
        for a, row in enumerate(won)
        for b, points in enumerate(row)
        if points
    )


def slope(strengths: Sequence[float], won: Square) -> list[float]:
    """By how much each player has done better than expected."""
    size = range(len(won))
    return [
        sum(
            won[a][b] - (won[a][b] + won[b][a]) * expected(strengths[a] - strengths[b])
            for b in size
            if b != a
        )
        for a in size
    ]


def information(strengths: Sequence[float], won: Square) -> Square:
    """Information of the games about the strengths (the Hessian, turned positive), with a whole number added
    everywhere that makes it invertible and changes no difference between players."""
    count = len(won)
    square = [[1.0 / count] * count for _ in won]
    for a in range(count):
        for b in range(a):
            chance = expected(strengths[a] - strengths[b])
            weight = (won[a][b] + won[b][a]) * chance * (1 - chance)
            square[a][a] += weight
            square[b][b] += weight
            square[a][b] -= weight
            square[b][a] -= weight
    return square


def covariance(
    strengths: Sequence[float], won: Square, index: Mapping[str, int], groups: Groups, independent: bool
) -> tuple[Square, Square]:
    """Covariance of the strengths, in two ways: from how the groups scatter about the model, unless the
    games are taken as independent, and from what the model itself says."""
    count = len(strengths)
    square = information(strengths, won)
    inverse = transposed([solved(square, unit(number, count)) for number in range(count)])
    if independent:
        return inverse, inverse
    scatter = [[0.0] * count for _ in strengths]
    for group in groups:
        excess: dict[int, float] = {}
        for bout in group:
            a, b = index[bout.a], index[bout.b]
            over = bout.score - expected(strengths[a] - strengths[b])
            excess[a] = excess.get(a, 0.0) + over
            excess[b] = excess.get(b, 0.0) - over
        for a, over in excess.items():
            for b, other in excess.items():
                scatter[a][b] += over * other
    return product(product(inverse, scatter), inverse), inverse


def rated(
    name: str,
    groups: Groups,
    index: Mapping[str, int],
    strengths: Sequence[float],
    spread: tuple[Square, Square],
    anchor: str,
    at: float,
) -> Rating:
    """A player's Rating."""
    scores = [
        bout.score if bout.a == name else 1 - bout.score
        for group in groups
        for bout in group
        if name in (bout.a, bout.b)
    ]
    if name not in index:
        return Rating(name, None, None, None, len(scores), sum(scores))
    count = len(strengths)
    weights = [(number == index[name]) - 1 / count for number in range(count)]
    if anchor:
        weights = [(number == index[name]) - (number == index[anchor]) for number in range(count)]
    elo = at + SCALE * sum(weight * strength for weight, strength in zip(weights, strengths, strict=True))
    reach = Z95 * SCALE * error(weights, spread)
    return Rating(name, elo, elo - reach, elo + reach, len(scores), sum(scores))


def superiority(a: int, b: int, strengths: Sequence[float], spread: tuple[Square, Square]) -> float:
    """The likelihood that one player is stronger than another."""
    weights = [(number == a) - (number == b) for number in range(len(strengths))]
    found = error(weights, spread)
    ahead = strengths[a] - strengths[b]
    return (
        0.5 * math.erfc(-ahead / found / math.sqrt(2))
        if found
        else 0.5 + math.copysign(0.5, ahead) * (ahead != 0)
    )


def error(weights: Sequence[float], spread: tuple[Square, Square]) -> float:
    """The standard error of a weighted sum of strengths: that of the scatter, or where there is none, as when
    two only drew with each other, the model's."""
    size = range(len(weights))
    scattered, modelled = (
        math.sqrt(max(0.0, sum(weights[a] * square[a][b] * weights[b] for a in size for b in size)))
        for square in spread
    )
    return scattered if scattered > NO_SPREAD else modelled


def solved(square: Square, right: Sequence[float]) -> list[float]:
    """The solution of a system of linear equations, by elimination."""
    rows = [[*values, value] for values, value in zip(square, right, strict=True)]
    count = len(rows)
    for column in range(count):
        pivot = max(range(column, count), key=lambda number: abs(rows[number][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for number in range(column + 1, count):
            factor = rows[number][column] / rows[column][column]
            if factor:
                for place in range(column, count + 1):
                    rows[number][place] -= factor * rows[column][place]
    answer = [0.0] * count
    for number in reversed(range(count)):
        rest = sum(rows[number][place] * answer[place] for place in range(number + 1, count))
        answer[number] = (rows[number][count] - rest) / rows[number][number]
    return answer


def unit(number: int, count: int) -> list[float]:
    """A row of zeros with a 1 at that place."""
    return [float(place == number) for place in range(count)]


def transposed(square: Square) -> Square:
    """Columns for rows."""
    return [list(column) for column in zip(*square, strict=True)]


def product(left: Square, right: Square) -> Square:
    """The product of two squares."""
    columns = transposed(right)
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left]
