"""The sequential probability ratio test: when a match may end, because one of two claims is clear.

The claims are two differences in Elo, elo0 and elo1. Each says which mean score to expect; of all
distributions of results with that mean the one is taken that makes what was seen most likely, so nothing has
to be assumed about draws or openings (the generalised test). The result is that of a group, the games of one
opening with the seats exchanged: one of five for two players (pentanomial), one of three where each game
stands for itself (trinomial). This is the test that match runners and test servers for chess engines use.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

UNSEEN = 1e-3
"""What a result that never came counts as, so that it is unlikely and not impossible."""
STEPS = 100
MOST_ELO = 2000
"""Beyond it a mean score is 0 or 1 but for a hundred-thousandth, and no match would tell."""


class Claims(NamedTuple):
    """Claims of a test: elo0 against elo1, with the chances to accept either one when the other is true."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05


class Test(NamedTuple):
    """Standing of a test: the log of the likelihood ratio, the two bounds at which it ends, the claim
    accepted ("elo0", "elo1" or "" while it goes on), and the groups it comes from."""

    llr: float
    lower: float
    upper: float
    accepted: str
    groups: int


def read_claims(text: str) -> Claims:
    """The claims of a text such as `0,5` or `0,5,0.05,0.1`. ValueError says what is wrong with it."""
    try:
        numbers = [float(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if not 2 <= len(numbers) <= 4 or not all(map(math.isfinite, numbers)):
        raise ValueError(f"{text!r} is not elo0,elo1 or elo0,elo1,alpha,beta")
    return checked(Claims(*numbers))


def checked(claims: Claims) -> Claims:
    """The claims themselves. ValueError when they cannot be tested."""
    if not claims.elo0 < claims.elo1:
        raise ValueError(f"elo0 must be less than elo1, unlike {claims.elo0:g} and {claims.elo1:g}")
    if claims.elo0 < -MOST_ELO or claims.elo1 > MOST_ELO:
        raise ValueError(f"elo0 and elo1 lie between -{MOST_ELO} and {MOST_ELO}")
    if not (0 < claims.alpha < 0.5 and 0 < claims.beta < 0.5):
        raise ValueError("alpha and beta lie between 0 and 0.5")
    return claims


def expected(elo: float) -> float:
    """The mean score of a player who is so much better."""
    return 1 / (1 + 10 ** (-elo / 400))


def bounds(claims: Claims) -> tuple[float, float]:
    """Bounds of the test: elo0 is accepted at the first, elo1 at the second."""
    return math.log(claims.beta / (1 - claims.alpha)), math.log((1 - claims.beta) / claims.alpha)


def tested(groups: Sequence[Sequence[float]], size: int, claims: Claims) -> Test:
    """The standing of a test after these groups of scores (engine/results/elo). Only groups of `size` games
    count: one that lacks a game would favour whoever had the better side."""
    counts = {points / (2 * size): 0 for points in range(2 * size + 1)}
    for group in groups:
        if len(group) == size:
            mean = sum(group) / size
            counts[mean] = counts.get(mean, 0) + 1
    llr = likelihood_ratio(counts, claims)
    lower, upper = bounds(claims)
    accepted = "elo0" if llr <= lower else "elo1" if llr >= upper else ""
    return Test(llr, lower, upper, accepted, sum(counts.values()))


def likelihood_ratio(counts: Mapping[float, int], claims: Claims) -> float:
    """The log of how much likelier elo1 makes the results than elo0. `counts` says how often each result
    came, from 0 to 1; 0 when none did."""
    total = sum(counts.values())
    if not total:
        return 0.0
    weights = {value: count or UNSEEN for value, count in counts.items()}
    whole = sum(weights.values())
    shares = [(value, weight / whole) for value, weight in weights.items()]
    null, other = (fitted(shares, expected(elo)) for elo in (claims.elo0, claims.elo1))
    pairs = zip(shares, null, other, strict=True)
    return whole * sum(share * math.log(q / p) for (_, share), p, q in pairs)


def fitted(shares: Sequence[tuple[float, float]], mean: float) -> list[float]:
    """The likeliest distribution over the values with that mean, given the shares in which they came.

    It is p / (1 + t (value - mean)), where t is what makes the mean right. The values reach beyond the mean
    on both sides.
    """
    values = [value for value, _ in shares]
    low, high = -1 / (max(values) - mean), -1 / (min(values) - mean)
    for _ in range(STEPS):
        middle = (low + high) / 2
        excess = sum(share * (value - mean) / (1 + middle * (value - mean)) for value, share in shares)
        low, high = (middle, high) if excess > 0 else (low, middle)
    middle = (low + high) / 2
    return [share / (1 + middle * (value - mean)) for value, share in shares]
