"""Ratings against figures of textbooks and other tools, and against slower ways."""

import math
import random
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from outflank.engine.results import elo, ratings, sprt
from outflank.engine.results.ratings import Bout

CITED = {
    "Biometrika": {"Comm Statist": 730, "JASA": 498, "JRSS-B": 221},
    "Comm Statist": {"Biometrika": 33, "JASA": 68, "JRSS-B": 17},
    "JASA": {"Biometrika": 320, "Comm Statist": 813, "JRSS-B": 142},
    "JRSS-B": {"Biometrika": 284, "Comm Statist": 276, "JASA": 325},
}


def won(a, b, wins, draws, losses):
    """That many games, each a group."""
    scores = [1] * wins + [0.5] * draws + [0] * losses
    return [[Bout(a, b, score)] for score in scores]


def by_name(found):
    return {row.name: row for row in found.rows}


def test_the_example_of_the_textbooks():
    """Citations between journals of statistics (Agresti, Categorical Data Analysis), as the R package
    BradleyTerry2 fits them: estimates and standard errors on the scale of logarithms, Biometrika at 0."""
    groups = [bout for a in CITED for b in CITED[a] for bout in won(a, b, CITED[a][b], 0, 0)]
    found = ratings.rate(groups, "Biometrika", independent=True)
    rows = by_name(found)
    for name, strength, error in (
        ("Comm Statist", -2.94907, 0.10255),
        ("JASA", -0.47957, 0.06059),
        ("JRSS-B", 0.26895, 0.07083),
    ):
        row = rows[name]
        assert row.elo / ratings.SCALE == pytest.approx(strength, abs=1e-5)
        assert (row.high - row.elo) / elo.Z95 / ratings.SCALE == pytest.approx(error, abs=1e-5)
    assert rows["Biometrika"][1:4] == (0, 0, 0)
    assert [row.name for row in found.rows] == ["JRSS-B", "Biometrika", "JASA", "Comm Statist"]


def test_the_figures_of_ordo():
    """The three engines with 30 games each that a thread of a forum on computer chess rates with EloStat,
    BayesElo and Ordo: exact are +191, 0 and -191; Ordo gives 190.1, 0.0 and -190.1 with its own scale."""
    groups = won("A", "C", 24, 6, 0) + won("A", "B", 18, 9, 3) + won("B", "C", 18, 9, 3)
    found = ratings.rate(groups)
    assert [row.name for row in found.rows] == ["A", "B", "C"]
    assert [row.elo for row in found.rows] == pytest.approx([190.85, 0, -190.85], abs=0.01)
    assert [row.elo for row in found.rows] == pytest.approx([190.1, 0.0, -190.1], abs=1)
    assert (found.rows[0].points, found.rows[0].games, found.drawn) == (49.5, 60, False)


def test_ratings_against_the_slow_way():
    """Five players with uneven numbers of games: the same as from Zermelo's iteration, which is simple."""
    dice = random.Random(5)
    names = "abcde"
    groups = []
    for a, b in combinations(names, 2):
        groups += won(a, b, *(dice.randrange(1, 9) for _ in range(3)))
    worth = dict.fromkeys(names, 1.0)
    for _ in range(3000):
        for name in names:
            bouts = [bout for (bout,) in groups if name in (bout.a, bout.b)]
            points = sum(bout.score if bout.a == name else 1 - bout.score for bout in bouts)
            worth[name] = points / sum(1 / (worth[bout.a] + worth[bout.b]) for bout in bouts)
    mean = sum(map(math.log, worth.values())) / len(worth)
    for row in ratings.rate(groups).rows:
        assert row.elo == pytest.approx(ratings.SCALE * (math.log(worth[row.name]) - mean), abs=1e-6)


def test_two_players_have_the_pentanomial_error():
    pairs = [(0, 0)] * 2 + [(0, 0.5)] * 3 + [(1, 0)] * 40 + [(0.5, 1)] * 9 + [(1, 1)] * 6
    row = by_name(ratings.rate([[Bout("a", "b", score) for score in pair] for pair in pairs], "b"))["a"]
    found = elo.estimate(pairs)
    assert row.elo == pytest.approx(elo.elo(found.mean))
    slope = ratings.SCALE / (found.mean * (1 - found.mean))
    assert (row.high - row.low) / 2 == pytest.approx(elo.Z95 * found.error * slope)


def test_errors_hold_what_resampling_shows():
    """The errors of four players' ratings against the spread over 200 samples of the pairs."""
    dice = random.Random(11)
    strengths = {"a": 120, "b": 40, "c": 0, "d": -160}
    groups = []
    for a, b in combinations(strengths, 2):
        for _ in range(60):
            edge = dice.choice((-150, 150))
            chances = [sprt.expected(strengths[a] - strengths[b] + side) for side in (edge, -edge)]
            groups.append([Bout(a, b, float(dice.random() < chance)) for chance in chances])
    found = by_name(ratings.rate(groups))
    samples = [by_name(ratings.rate(dice.choices(groups, k=len(groups)))) for _ in range(200)]
    alone = by_name(ratings.rate(groups, independent=True))
    for name, row in found.items():
        values = [sample[name].elo for sample in samples]
        middle = sum(values) / len(values)
        spread = math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))
        error = (row.high - row.low) / 2 / elo.Z95
        assert error == pytest.approx(spread, rel=0.2)
        assert error < (alone[name].high - alone[name].low) / 2 / elo.Z95


def test_a_hundred_games_that_were_all_drawn_are_no_certainty():
    row = by_name(ratings.rate(won("a", "b", 0, 100, 0)))["a"]
    assert row.elo == pytest.approx(0, abs=1e-9)
    assert row.high == pytest.approx(elo.Z95 * ratings.SCALE / math.sqrt(100))
    found = ratings.rate(won("a", "b", 0, 100, 0))
    assert found.better["a"]["b"] == pytest.approx(0.5)


def test_who_never_lost_is_rated_with_a_draw_more():
    found = ratings.rate(won("a", "b", 4, 0, 0) + won("b", "c", 1, 1, 1))
    assert found.drawn and [row.name for row in found.rows] == ["a", "b", "c"]
    assert all(math.isfinite(value) for row in found.rows for value in row[1:4])
    alone = by_name(ratings.rate(won("a", "b", 4, 0, 0), "b"))
    assert alone["a"].elo == pytest.approx(elo.elo(4.5 / 5))


def test_who_met_nobody_of_the_others_has_no_rating():
    groups = won("a", "b", 2, 0, 1) + won("b", "c", 2, 0, 1) + won("x", "y", 1, 0, 1)
    found = by_name(ratings.rate(groups))
    assert found["x"][1:] == (None, None, None, 2, 1) and found["a"].elo is not None
    other = by_name(ratings.rate(groups, "x", 1000))
    assert other["x"].elo == other["y"].elo == pytest.approx(1000) and other["a"].elo is None


def test_ratings_that_cannot_be():
    for groups in ([], [[]]):
        with pytest.raises(ValueError, match="at least one game"):
            ratings.rate(groups)
    with pytest.raises(ValueError, match="'z', whose rating is fixed, has not played"):
        ratings.rate(won("a", "b", 1, 0, 0), "z")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from("abcd"), st.sampled_from("wxyz"), st.sampled_from((0, 0.5, 1))), min_size=1
    )
)
def test_ratings_of_any_games(rows):
    """Of those who are connected the ratings have mean 0; more points against the same never rate lower; and
    the likelihoods to be better than each other add up to 1."""
    groups = [[Bout(*row)] for row in rows]
    found = ratings.rate(groups)
    rated = [row for row in found.rows if row.elo is not None]
    assert sum(row.elo for row in rated) == pytest.approx(0, abs=1e-6)
    assert {row.name for row in found.rows} == {name for row in rows for name in row[:2]}
    for a, b in combinations([row.name for row in rated], 2):
        assert found.better[a][b] + found.better[b][a] == pytest.approx(1)
        assert found.better[a][b] >= 0.5 - 1e-9
