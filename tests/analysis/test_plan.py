"""Plans as values: which stages a question about a position gets, and when each of them ends."""

import math
import random

import pytest

from outflank.engine import core
from outflank.engine.analysis import plan
from outflank.engine.analysis.plan import (
    ALONE,
    BETTER_MARGIN,
    CHECK,
    ENUMERATION,
    EXACT,
    HINTS,
    LEAD,
    LEVELS,
    MARGIN,
    MOVE,
    OTHERS,
    OUTLOOK,
    PROOF,
    REVIEW,
    SEARCH,
    SOLUTION,
    WINNER,
    Stage,
)
from outflank.engine.games import find_game

OTHELLO = find_game("Othello").rules(8)


def with_empty(count, rules=OTHELLO):
    """A position of a random game with a number of empty squares."""
    numbers = random.Random(count)
    while True:
        position = rules.new_position()
        while not position.over and rules.position_text(position).split()[0].count("-") > count:
            position = position.play(numbers.choice(position.moves()))
        if not position.over:
            return position


def plan_for(position, question, seconds, most=plan.MOST_EMPTY, share=1.0, own=-1):
    """The plan, by default of a board whose endings are solved."""
    return plan.plan_for(position, question, seconds, most, share, own)


def kinds(stages):
    return [stage.kind for stage in stages]


def test_a_move_asks_first_what_is_likely_then_what_can_be_proven():
    found = plan_for(with_empty(24), MOVE, 10.0)
    assert kinds(found) == [OUTLOOK, MARGIN, BETTER_MARGIN, WINNER, EXACT, SEARCH, CHECK]
    assert [stage.until for stage in found] == pytest.approx([5.0, 6.5, 8.0, 8.0, 8.0, math.inf, 10.0])
    assert [stage.levels for stage in found[:3]] == [LEVELS, LEVELS[:1], LEVELS[1:]]
    assert found[4].least == plan.usual_seconds(24) / plan.LUCK
    assert found[-1].seconds == pytest.approx(2.0)


def test_a_move_with_little_left_to_play_asks_only_what_can_be_proven():
    found = plan_for(with_empty(12), MOVE, 10.0)
    assert kinds(found) == [WINNER, EXACT, SEARCH, CHECK]
    assert [stage.until for stage in found[:2]] == [5.0, 5.0] and found[-1].seconds == 0.5


@pytest.mark.parametrize(
    ("empty", "seconds", "most", "share"),
    [(24, 0.001, 40, 1.0), (24, 10.0, 23, 1.0), (41, 1e6, 64, 0.0), (22, 0.1, 40, 0.01)],
)
def test_a_move_without_hope_is_the_searchs(empty, seconds, most, share):
    assert plan_for(with_empty(empty), MOVE, seconds, most, share) == ALONE


def test_beyond_the_solvers_reach_a_move_is_likely_at_most():
    assert kinds(plan_for(with_empty(33), MOVE, 60.0, 40))[:3] == [OUTLOOK, MARGIN, BETTER_MARGIN]
    assert plan_for(with_empty(33), MOVE, 60.0) == ALONE


def test_hints_double_their_tries_until_the_time_is_over():
    found = plan_for(with_empty(22), HINTS, 7.0)
    usual = plan.usual_seconds(22)
    tries = [stage for stage in found if stage.kind in (MARGIN, EXACT)]
    assert [stage.seconds for stage in tries] == [0.5, 1.0, 2.0, 4.0]
    assert [stage.kind for stage in tries] == [MARGIN if stage.seconds < usual else EXACT for stage in tries]
    assert {stage.levels for stage in tries if stage.kind == MARGIN} <= {LEVELS}
    assert kinds(found)[::2] == [SEARCH] * 4 + [OTHERS]


def test_hints_of_few_squares_are_exact_and_those_of_many_are_the_searchs(monkeypatch):
    assert set(kinds(plan_for(with_empty(16), HINTS, 60.0))) == {SEARCH, EXACT, OTHERS}
    assert plan_for(with_empty(31), HINTS, 600.0, 40) == ALONE
    position = with_empty(26)
    assert MARGIN in kinds(plan_for(position, HINTS, 600.0))
    # Nothing likely can be said on the way.
    monkeypatch.setattr(OTHELLO, "draw", 0.75)
    assert plan_for(position, HINTS, 600.0) == ALONE


def test_leads_are_exact_likely_or_none():
    assert plan_for(with_empty(16), LEAD, 0.2) == (Stage(EXACT, seconds=0.2),)
    for empty, levels in ((17, 3), (20, 3), (23, 2), (26, 1)):
        assert plan_for(with_empty(empty), LEAD, 10.0) == (Stage(MARGIN, LEVELS[:levels], 10.0),)
    assert plan_for(with_empty(27), LEAD, 10.0) == plan_for(with_empty(26), LEAD, 0.001) == ()


def test_a_review_solves_before_it_searches():
    assert plan_for(with_empty(18), REVIEW, 0.2, 18) == (Stage(EXACT, seconds=0.2), Stage(SEARCH))
    assert plan_for(with_empty(19), REVIEW, 0.2, 18) == ALONE


def test_solutions_are_by_the_solver_of_the_game_or_a_proof():
    assert plan_for(with_empty(20), SOLUTION, 60.0) == (Stage(EXACT, seconds=60.0),)
    assert plan_for(OTHELLO.new_position(), SOLUTION, 60.0) == (Stage(PROOF, seconds=60.0),)
    _, most = find_game("SOS").solver
    small, large = (find_game("SOS").rules(size).new_position() for size in (3, 5))
    assert kinds(plan_for(small, SOLUTION, 60.0, -1, own=most)) == [ENUMERATION]
    assert kinds(plan_for(large, SOLUTION, 60.0, -1, own=most)) == [PROOF]
    assert kinds(plan_for(find_game("Rolit").rules().new_position(), SOLUTION, 60.0, -1)) == [PROOF]


def test_other_games_are_the_searchs():
    for name, size in (("Othello", 6), ("SOS", 3), ("PolyClash", 302)):
        variant = find_game(name)
        position, most = variant.rules(size).new_position(), variant.most_endings(size, 64)
        assert plan_for(position, MOVE, 60.0, most) == plan_for(position, HINTS, 60.0, most) == ALONE
        assert plan_for(position, LEAD, 60.0, most) == ()
    assert find_game("Othello").most_endings(8, 64) == 64


def test_no_other_question_is_known():
    with pytest.raises(ValueError, match="no question"):
        plan_for(OTHELLO.new_position(), "price", 1.0)


def test_all_levels_of_the_solver_are_used():
    assert len(LEVELS) == len(core.load("solver.selectivity").TABLE)
