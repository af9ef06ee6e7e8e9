"""Scores, Elo and their errors against closed forms and figures worked out by hand."""

import math
import random

import pytest
from hypothesis import given, strategies as st

from outflank.engine.results import elo

PAIR = {0: (0, 0), 1: (0, 0.5), 2: (1, 0), 3: (0.5, 1), 4: (1, 1)}


def pairs(*counts):
    """That many pairs with 0, 1/2, 1, 3/2 and 2 points."""
    return [PAIR[points] for points, count in enumerate(counts) for _ in range(count)]


@pytest.mark.parametrize(
    ("score", "difference"),
    [(0.5, 0), (0.6, 70.4365), (0.75, 190.8485), (10 / 11, 400), (100 / 101, 800), (0.64, 99.9510)],
)
def test_elo_of_a_score(score, difference):
    assert elo.elo(score) == pytest.approx(difference, abs=1e-4)
    assert elo.elo(1 - score) == pytest.approx(-difference, abs=1e-4)


def test_a_clean_sweep_is_infinite():
    assert (elo.elo(1.0), elo.elo(0.0)) == (math.inf, -math.inf)


@given(st.floats(-1500, 1500))
def test_elo_is_the_inverse_of_the_expected_score(difference):
    assert elo.elo(1 / (1 + 10 ** (-difference / 400))) == pytest.approx(difference, abs=1e-3)


def test_sixty_per_cent_of_400_games():
    """Without draws, and with pairs as they fall when games are independent: the binomial error."""
    found = elo.estimate(pairs(32, 0, 96, 0, 72))
    assert found.mean == pytest.approx(0.6)
    assert found.error == pytest.approx(math.sqrt(0.6 * 0.4 / 400))
    assert (found.low, found.high) == pytest.approx((0.551991, 0.648009), abs=1e-6)
    assert found.groups == 200
    assert elo.elo_of(found) == pytest.approx((70.4365, 36.2580, 106.0199), abs=1e-3)
    assert elo.superiority(found) == pytest.approx(0.99997771, abs=1e-7)


def test_a_pentanomial_by_hand():
    """2 pairs of 0, 3 of 1/4, 10 of 1/2, 3 of 3/4, 2 of 1: variance 2 (2/4 + 3/16) / 20 = 0.06875."""
    groups = pairs(2, 3, 10, 3, 2)
    assert elo.pentanomial(groups) == (2, 3, 10, 3, 2)
    found = elo.estimate(groups)
    assert found.mean == 0.5
    assert found.error == pytest.approx(math.sqrt(0.06875 / 20))
    value, low, high = elo.elo_of(found)
    assert value == 0 and high == pytest.approx(-low) == pytest.approx(81.3020, abs=1e-3)
    assert elo.superiority(found) == pytest.approx(0.5)


@given(st.tuples(*[st.integers(0, 30)] * 5).filter(any))
def test_the_other_side_sees_the_mirror_image(counts):
    mine, theirs = elo.estimate(pairs(*counts)), elo.estimate(pairs(*counts[::-1]))
    assert mine.mean + theirs.mean == pytest.approx(1)
    assert (mine.error, mine.low) == pytest.approx((theirs.error, 1 - theirs.high), abs=1e-9)
    assert elo.superiority(mine) + elo.superiority(theirs) == pytest.approx(1)
    assert 0 <= mine.low <= mine.mean <= mine.high <= 1


def test_pairs_say_more_than_their_games_when_the_openings_decide():
    """Each pair split: the games alone would spread widely, the pairs hardly at all."""
    paired = elo.estimate(pairs(1, 0, 98, 0, 1))
    alone = elo.estimate([(value,) for pair in pairs(1, 0, 98, 0, 1) for value in pair])
    assert paired.error == pytest.approx(math.sqrt(2 * 0.25) / 100)
    assert alone.error == pytest.approx(math.sqrt(0.25 / 200))


def test_where_all_pairs_are_alike_the_interval_is_wilsons():
    won = elo.estimate(pairs(0, 0, 0, 0, 50))
    assert (won.mean, won.error, won.high) == (1, 0, 1)
    assert won.low == pytest.approx(50 / (50 + elo.Z95**2))
    assert elo.elo_of(won)[0] == elo.elo_of(won)[2] == math.inf > elo.elo_of(won).low > 400
    assert elo.superiority(won) == pytest.approx(1, abs=1e-9)
    split = elo.estimate(pairs(0, 0, 50, 0, 0))
    assert split.low == pytest.approx(1 - split.high) == pytest.approx(0.3664, abs=1e-3)
    assert elo.superiority(split) == 0.5


def test_three_seats_are_one_group():
    """Means of the groups 0.5 and 0.3 about 0.4: error 0.1 / sqrt 2."""
    found = elo.estimate([(1, 0.4, 0.1), (0.4, 0.4, 0.1)])
    assert found.mean == pytest.approx(0.4)
    assert found.error == pytest.approx(0.1 / math.sqrt(2))
    assert elo.superiority(found, 0.4) == pytest.approx(0.5)
    assert elo.superiority(found, 0.3) == pytest.approx(0.921350, abs=1e-5)


def test_a_lone_game_counts_as_one_game():
    """The deviations of the groups from the mean 0.6: 0.8, -0.2, -0.6; their squares sum to 1.04."""
    groups = [(1, 1), (1, 0), (0,)]
    found = elo.estimate(groups)
    assert found.mean == 0.6
    assert found.error == pytest.approx(math.sqrt(1.04) / 5)
    assert elo.pentanomial(groups) == (0, 0, 1, 0, 1)


@pytest.mark.parametrize("groups", [[], [()]])
def test_no_game_no_mean(groups):
    with pytest.raises(ValueError, match="at least one game"):
        elo.estimate(groups)


def test_95_of_100_intervals_hold_the_truth():
    """Pairs whose games share an opening worth 0.2 to the one or the other side; the true score is 0.58."""
    dice = random.Random(7)
    held = 0
    for _ in range(1000):
        groups = []
        for _ in range(100):
            edge = dice.choice((-0.2, 0.2))
            groups.append((dice.random() < 0.58 + edge, dice.random() < 0.58 - edge))
        found = elo.estimate(groups)
        held += found.low <= 0.58 <= found.high
    assert 930 <= held <= 970
