"""The sequential test against figures of other tools, closed forms and brute force."""

import math
import random

import pytest
from hypothesis import given, strategies as st

from outflank.engine.results import elo, sprt


def trinomial(wins, losses, draws):
    """How often a game brought 0, 1/2 and 1."""
    return {0.0: losses, 0.5: draws, 1.0: wins}


def pentanomial(*counts):
    """How often a pair brought 0, 1/2, 1, 3/2 and 2 points."""
    return {points / 4: count for points, count in enumerate(counts)}


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "llr"),
    [
        (trinomial(21404, 21184, 40708), 0.5, 2.5, -1.57),
        (trinomial(57433, 57030, 106593), 0, 2, -2.59),
        (pentanomial(223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, -3.07),
        (pentanomial(871, 26175, 55003 + 980, 26678, 821), 0, 2, -4.98),
    ],
)
def test_the_figures_of_fastchess(counts, elo0, elo1, llr):
    """The logistic cases of fastchess's own unit tests of its SPRT, with what they expect to two digits."""
    assert sprt.likelihood_ratio(counts, sprt.Claims(elo0, elo1)) == pytest.approx(llr, abs=0.006)


def test_the_bounds_of_wald():
    """As fastchess and fishtest print them for errors of 5 %, and OpenBench for 10 % and 5 %."""
    assert sprt.bounds(sprt.Claims(0, 2)) == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert sprt.bounds(sprt.Claims(0, 2, 0.05, 0.1)) == pytest.approx((-2.251, 2.890), abs=1e-3)


def test_elo_and_its_error_as_fastchess_has_them():
    """Pentanomial cases of fastchess's unit tests of Elo: 34 pairs of 0 points and so on, LOS in per cent."""
    for counts, value, error, los in (
        ((34, 54, 31 + 32, 64, 75), 55.58, 27.65, 100.00),
        ((332, 433, 457 + 41, 333, 334), -8.64, 10.33, 5.05),
    ):
        pair = {0: (0, 0), 1: (0, 0.5), 2: (1, 0), 3: (0.5, 1), 4: (1, 1)}
        groups = [pair[points] for points, count in enumerate(counts) for _ in range(count)]
        found = elo.elo_of(elo.estimate(groups))
        assert found.value == pytest.approx(value, abs=0.006)
        assert (found.high - found.low) / 2 == pytest.approx(error, abs=0.006 + 0.005 * error)
        assert 100 * elo.superiority(elo.estimate(groups)) == pytest.approx(los, abs=0.006)


def test_a_fitted_distribution_is_the_likeliest_of_its_mean():
    """Against all distributions over three results on a fine grid that have the mean."""
    shares = [(0.0, 0.2), (0.5, 0.35), (1.0, 0.45)]
    for mean in (0.3, 0.5, 0.62, 0.8):
        found = sprt.fitted(shares, mean)
        assert sum(found) == pytest.approx(1)
        assert sum(value * chance for (value, _), chance in zip(shares, found, strict=True)) == pytest.approx(
            mean
        )
        best = max(
            sum(
                share * math.log(chance)
                for (_, share), chance in zip(shares, (1 - draw - win, draw, win), strict=True)
            )
            for draw in (step / 2000 for step in range(1, 2000))
            if (win := mean - draw / 2) > 0 and 1 - draw - win > 0
        )
        own = sum(share * math.log(chance) for (_, share), chance in zip(shares, found, strict=True))
        assert best - 1e-9 <= own <= best + 1e-4


@given(st.tuples(*[st.integers(0, 60)] * 5), st.integers(-200, 200), st.integers(1, 200))
def test_the_other_side_refutes_what_this_one_proves(counts, elo0, reach):
    mine = sprt.likelihood_ratio(pentanomial(*counts), sprt.Claims(elo0, elo0 + reach))
    theirs = sprt.likelihood_ratio(pentanomial(*counts[::-1]), sprt.Claims(-elo0 - reach, -elo0))
    assert math.isfinite(mine) and mine == pytest.approx(-theirs, rel=1e-6, abs=1e-6)


def test_a_test_uses_complete_groups_only():
    claims = sprt.Claims(0, 100)
    pairs = [(1, 1)] * 30 + [(1, 0)] * 10 + [(0.5, 1)] * 10
    found = sprt.tested(pairs, 2, claims)
    assert (found.accepted, found.groups) == ("elo1", 50) and found.llr > found.upper
    assert sprt.tested([*pairs, (0,), ()], 2, claims) == found
    turned = sprt.tested([tuple(1 - score for score in pair) for pair in pairs], 2, claims)
    assert turned.accepted == "elo0" and turned.llr < turned.lower
    assert sprt.tested([], 2, claims)._replace(lower=0, upper=0) == (0.0, 0, 0, "", 0)
    assert sprt.tested(pairs[28:32], 2, claims).accepted == ""


def test_a_test_errs_as_seldom_as_it_promises():
    """120 tests of players who are equal, with 20 % of error: 80 Elo are accepted in not many more."""
    claims, chance = sprt.Claims(0, 80, 0.2, 0.2), 0.5
    dice, wrong = random.Random(3), 0
    for _ in range(120):
        groups, accepted = [], ""
        while not accepted and len(groups) < 2000:
            groups += [(dice.random() < chance, dice.random() < chance) for _ in range(8)]
            accepted = sprt.tested(groups, 2, claims).accepted
        wrong += accepted == "elo1"
    assert 0 < wrong < 0.3 * 120


@pytest.mark.parametrize(
    "text", ["", "5", "0,5,x", "5,0", "0,0", "0,5,0,0.1", "0,5,0.1,0.6", "0,nan", "1,2,.1,.1,.1"]
)
def test_claims_that_cannot_be_tested(text):
    with pytest.raises(ValueError, match="elo0|alpha"):
        sprt.read_claims(text)


def test_claims():
    assert sprt.read_claims("0,5") == (0, 5, 0.05, 0.05)
    assert sprt.read_claims("-3, 1.5, 0.1,0.2") == (-3, 1.5, 0.1, 0.2)
