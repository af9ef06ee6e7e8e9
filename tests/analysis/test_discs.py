"""Values in discs: their meaning."""

import pytest

from outflank.engine.analysis.discs import GREATEST, discs_at, discs_of, slope_at
from outflank.engine.analysis.report import Row
from outflank.engine.games import find_game


def row(mean, sure=None, margin=None):
    return Row(0, 9, mean, 0.1, sure, margin)


@pytest.mark.parametrize("empty", [0, 5, 12, 33, 60])
def test_more_wins_are_more_discs_and_never_more_than_there_are(empty):
    values = [discs_at(share / 100, empty) for share in range(101)]
    assert values == sorted(values)
    assert values[0] == pytest.approx(-values[-1]) and 30 < values[-1] <= GREATEST
    assert discs_at(0.5, empty) == 0
    assert slope_at(empty) > 0


def test_what_is_certain_is_said_as_it_is():
    assert discs_of(row(0.3, 1.0, 6), 10) == 6
    assert discs_of(row(0.3, 0.0, -64), 10) == -64
    assert discs_of(row(0.9, 0.5, 0), 10) == 0


def test_a_certain_result_keeps_its_sign_whatever_the_mean():
    assert discs_of(row(0.3, 1.0), 10) == 1
    assert discs_of(row(0.9, 1.0), 10) == discs_at(0.9, 10)
    assert discs_of(row(0.8, 0.0), 10) == -1
    assert discs_of(row(0.8, 0.5), 10) == 0


def test_a_draw_is_what_it_is_taken_for():
    assert discs_of(row(1.0, 1.0, 0), 10, 1.0) == 1
    assert discs_of(row(0.2, 0.5), 10, -0.25) == -0.25
    assert discs_of(row(0.5), 10, 1.0) == 0


def test_empty_squares_are_counted_on_every_board():
    for size, count in ((6, 32), (8, 60), (10, 96)):
        assert find_game("Othello").rules(size).new_position().empties == count


def test_a_likely_lead_counts_before_the_odds_and_after_what_is_certain():
    told = row(0.9)._replace(lead=-3.5)
    assert discs_of(told, 10) == -3.5
    assert discs_of(told._replace(lead=80.0), 10) == GREATEST
    assert discs_of(told._replace(sure=1.0), 10) == 1
    assert discs_of(told._replace(sure=1.0, margin=6), 10) == 6
