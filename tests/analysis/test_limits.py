"""Ends of a search: plain limits, and the judgement when to stop."""

import pytest
from hypothesis import given, strategies as st

from outflank.engine.analysis.limits import Limits, StopRule, keep_thinking, settled, unstable


def rows(*visits, means=()):
    means = means or [0.6 - 0.01 * number for number in range(len(visits))]
    return [(100 + number, n, mean) for number, (n, mean) in enumerate(zip(visits, means, strict=True))]


def test_limits_are_none_unless_given():
    assert Limits() == (None, None, None)
    assert Limits(5, 1.5) == Limits(seconds=1.5, visits=5)
    assert Limits(nodes=7) == (None, None, 7)


def test_what_is_left_of_limits():
    assert Limits(visits=5, seconds=2.0).less(0.5) == Limits(visits=5, seconds=1.5)
    assert Limits(seconds=0.5).less(0.5).seconds == Limits(seconds=0.5).less(0.75).seconds == 0.0
    assert Limits(visits=5, nodes=3).less(9.0) == Limits(visits=5, nodes=3)


def test_the_tighter_limits():
    some, others = Limits(10, None, 30), Limits(20, 2.0, 3)
    assert some.within(others) == others.within(some) == Limits(10, 2.0, 3)


@pytest.mark.parametrize(
    ("found", "ahead", "share", "answer"),
    [
        (rows(600, 400), 199, 1.0, True),
        (rows(600, 400), 200, 1.0, False),
        (rows(600, 400), 499, 0.4, True),
        (rows(600, 400), 500, 0.4, False),
        (rows(600, 400, 300), 199, 1.0, True),
        (rows(5, 5), 0, 1.0, False),
        (rows(1), 10**9, 1.0, True),
        ([], 0, 1.0, False),
    ],
)
def test_settled(found, ahead, share, answer):
    assert settled(found, ahead, share) is answer


@given(st.lists(st.integers(0, 1000), min_size=2, max_size=6), st.integers(0, 500), st.data())
def test_a_settled_leader_is_never_caught_by_visits(visits, ahead, data):
    found = rows(*sorted(visits, reverse=True))
    if settled(found, ahead):
        second = data.draw(st.integers(1, len(found) - 1))
        assert found[second][1] + ahead < found[0][1]


@pytest.mark.parametrize(
    ("found", "earlier", "answer"),
    [
        (rows(600, 400), None, False),
        (rows(599, 400), None, True),
        (rows(600, 400, means=(0.5, 0.51)), None, True),
        (rows(600, 60, means=(0.5, 0.51)), None, True),
        (rows(600, 59, means=(0.5, 0.51)), None, False),
        (rows(600, 100, means=(0.5, 0.5)), None, False),
        (rows(600, 300, means=(0.0, -0.1)), 0.04, False),
        (rows(600, 300, 100, means=(0.5, 0.4, 0.6)), None, True),
        (rows(600, 300, means=(0.5, 0.4)), 0.53, False),
        (rows(600, 300, means=(0.5, 0.4)), 0.55, True),
        (rows(600, 300, means=(0.5, 0.4)), 0.4, False),
        (rows(1), None, False),
        ([], None, True),
    ],
)
def test_unstable(found, earlier, answer):
    assert unstable(found, earlier) is answer


STABLE, SHAKY = rows(600, 400), rows(500, 500)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        # A single move at once, whatever the limits; no visits yet stop nothing.
        ((0, None, None, rows(1)), False),
        ((0.0, 5, 10, rows(1)), False),
        ((0.0, 5, 10, []), True),
        ((1.0, 5, 10, []), True),
        ((10.0, 5, 10, []), False),
        ((9e9, None, None, STABLE), True),
        ((9e9, None, 10.0, STABLE), True),
        ((9e9, 2.0, None, STABLE), True),
        # 200 visits of lead, at 1000 a second: enough for half a second.
        ((1.0, 2.0, 10.0, STABLE), True),
        ((1.0, 1.51, 10.0, STABLE), True),
        ((1.0, 1.49, 10.0, STABLE), False),
        ((2.0, 2.0, 10.0, STABLE), False),
        ((0.0, 2.0, 10.0, STABLE), True),
        # An unstable root goes on to the hard limit.
        ((2.0, 2.0, 10.0, SHAKY), True),
        ((9.99, 2.0, 10.0, SHAKY), True),
        ((10.0, 2.0, 10.0, SHAKY), False),
        ((2.0, 2.0, 10.0, STABLE, None, 0.65), True),
        ((2.0, 2.0, 10.0, STABLE, None, 0.63), False),
        # Unless it cannot be caught up with before that one either.
        ((2.0, 2.0, 2.9, STABLE, None, 0.65), False),
        # A tree that had nearly all its visits before says less about the speed.
        ((1.0, 3.0, 10.0, rows(9000, 400)), False),
        ((1.0, 9.0, 10.0, rows(900, 400)), True),
        ((1.0, 9.0, 10.0, rows(900, 400), 100), False),
        ((0.5, 9.0, 10.0, rows(900, 400), 0), True),
        # Where visits are limited a slow beginning says nothing of the speed yet.
        ((0.5, 9.0, 10.0, rows(900, 400), 10), False),
        ((0.5, 9.0, 10.0, rows(900, 400), 10, None, 5000), True),
        ((1.0, 9.0, 10.0, rows(900, 400), 10, None, 5000), False),
        # And time that is enough for the visits that are left ends nothing.
        ((1.0, 9.0, 10.0, rows(900, 400), 10, None, 80), True),
        ((1.0, 9.0, 10.0, rows(900, 400), 10, None, 81), False),
        ((9.0, 9.0, 10.0, rows(900, 400), 1000, None, 1), False),
    ],
)
def test_keep_thinking(words, answer):
    assert keep_thinking(*words) is answer


def test_a_rule_without_clock_or_early_stop_is_not_asked():
    rule = StopRule(Limits(visits=100, seconds=2.0))
    assert not rule.looks and rule.seconds == 2.0 and not rule.is_met(1.9, rows(99, 1), 100)
    assert StopRule(Limits(seconds=2.0), 1.0, 1.5).seconds == 1.5


def test_a_rule_stops_early_where_the_leader_cannot_be_caught():
    rule = StopRule(Limits(visits=1000), early=True)
    assert rule.looks
    assert rule.is_met(0.1, rows(600, 350), 950) and not rule.is_met(0.1, rows(500, 400), 900)
    assert not StopRule(Limits(seconds=1.0), early=True).is_met(0.9, rows(600, 350), 950)


def test_a_rule_gives_mirror_images_a_part_of_their_time():
    """There is a value to find, if no choice."""
    rule = StopRule(Limits(visits=1000), 1.0, 2.0, early=True, images=True)
    assert not rule.is_met(0.09, rows(500), 500) and rule.is_met(0.11, rows(500), 500)
    assert StopRule(Limits(), 1.0, 2.0).is_met(0.0, rows(500), 500)


def test_a_rule_waits_for_an_unstable_root_up_to_the_hard_limit():
    steady, close = rows(900, 100), rows(500, 490)
    assert StopRule(Limits(), 1.0, 2.0).is_met(1.1, steady, 1000)
    assert not StopRule(Limits(), 1.0, 2.0).is_met(1.1, close, 1000)
    assert StopRule(Limits(), 1.0, 2.0).is_met(2.0, close, 1000)


def test_a_fall_is_one_since_three_quarters_of_the_looks():
    """The first looks say little."""
    rule, answers = StopRule(Limits(), 1.0, 2.0), []
    for mean in (0.8, 0.7, 0.66, 0.6, 0.55, 0.52, 0.5, 0.47):
        answers.append(rule.is_met(1.1, rows(500, 300, means=(mean, 0.3)), 800))
    # The first four compare with themselves, the fifth with the fourth, the next ones with the one before.
    assert answers == [True, True, True, True, False, True, True, True]
