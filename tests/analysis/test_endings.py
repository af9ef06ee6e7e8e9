"""Endings of a player: the exact margin in time, else a certain win or a likely margin."""

import random
import time
from types import SimpleNamespace

import pytest

from outflank.engine import core
from outflank.engine.analysis import endings, plan
from outflank.engine.analysis.answers import LEAST_LEAD, report_of
from outflank.engine.analysis.endings import Endings
from outflank.engine.games import find_game

OTHELLO = find_game("Othello").rules(8)


def some_endings(empty, seed):
    """Endings of random games in which the mover can win and can lose: (position, winning, other moves)."""
    numbers = random.Random(seed)
    solver = core.load("solver.endgame").Endgame(4)
    while True:
        position = OTHELLO.new_position()
        while not position.over and OTHELLO.position_text(position).split()[0].count("-") > empty:
            position = position.play(numbers.choice(position.moves()))
        if position.over:
            continue
        won = [move for move in position.moves() if solver.solve(position.play(move), -1, 1).high < 0]
        rest = [move for move in position.moves() if move not in won]
        if won and rest:
            yield position, won, rest


def solver(threads=1):
    return Endings(SimpleNamespace(threads=threads, memory=256), core.load("base.stop").Bell())


def chosen(ending, position, seconds, search):
    """Choice of endings by the plan of a move that may take `seconds`."""
    return ending.choose(position, plan.plan_for(position, plan.MOVE, seconds, plan.MOST_LIKELY), search)


def never(spare):
    raise AssertionError("the search is not to be asked")


class Search:
    """Says one move, and keeps what time it was asked to leave."""

    def __init__(self, move):
        self._move = move
        self.spares = []

    def __call__(self, spare):
        self.spares.append(spare)
        return self._move


@pytest.fixture
def hurried(monkeypatch):
    """Margins are never hoped for, who wins always is."""
    monkeypatch.setattr(plan, "usual_seconds", lambda empty: 1e6)
    monkeypatch.setattr(plan, "WIN_PART", 1e-12)


def test_an_exact_margin_is_played_without_a_search():
    exact = core.load("solver.endgame").Endgame(4)
    for position, _, _ in list_of(some_endings(12, 1), 5):
        move, answer = chosen(solver(), position, 20.0, never)
        assert answer.exact and answer.move == move
        assert answer.low == exact.solve(position).low


def test_a_certain_win_is_not_given_away(hurried):
    for position, won, rest in list_of(some_endings(13, 2), 5):
        search = Search(rest[0])
        move, answer = chosen(solver(), position, 20.0, search)
        assert move in won and answer.low > 0 and not answer.exact
        assert search.spares == [20.0 * plan.CHECK_SHARE]


def test_the_move_of_the_search_is_kept_where_it_wins_too(hurried):
    for position, won, _ in list_of(some_endings(13, 3), 5):
        for wanted in won:
            assert chosen(solver(), position, 20.0, Search(wanted)) == (wanted, None)


class Guesser:
    """A solver that takes a move for the best one, with a lead that it takes for likely, and perhaps another
    one for the surest to win, or another outcome for likely. It comes as far as a level, and to margins or
    not, and keeps what was asked: what was to be tried first, between what bounds, and in what time."""

    share = 1.0

    def __init__(
        self, move, lead, solver=None, level=plan.LEVELS[-1], surest=None, outcome=None, margins=True
    ):
        self._solver = solver
        self._move = move
        self._surest = move if surest is None else surest
        self._lead = lead
        self._outcome = lead if outcome is None else outcome
        self._margins = margins
        self.level = level
        self.asked = []
        self.seconds = []

    def estimate(self, position, levels, first=None, low=-64, high=64, seconds=None, bell=None):
        self.asked.append((first, low, high))
        self.seconds.append(seconds)
        wide = high == 64
        move = self._move if wide else self._surest
        lead = self._lead if wide else min(max(self._outcome, low), high)
        none = self.level < levels[0] or (wide and not self._margins)
        found = (None, -1) if none else (lead, min(self.level, levels[-1]))
        return core.load("solver.endgame").Answer(-64, 64, move, (move,), 5, *found)

    def solve(self, position, *window, **limits):
        """The true answer, or none without a solver."""
        if self._solver:
            return self._solver.solve(position, *window, **limits)
        return core.load("solver.endgame").Answer(-64, 64, self._move, (self._move,), 5)


def ending_that_expects(move, monkeypatch, lead=4, proven=True):
    """Endings where exact margins are not to be hoped for, that move is the likely one, and who wins is
    found out or not."""
    guesser = Guesser(move, lead, core.load("solver.endgame").Endgame(4) if proven else None)
    return ending_by(guesser, monkeypatch)


def ending_by(guesser, monkeypatch):
    """Endings with such a solver."""
    ending = solver()
    monkeypatch.setattr(plan, "usual_seconds", lambda empty: 100.0)
    monkeypatch.setattr(plan, "LEARNED_FROM", 0)
    monkeypatch.setattr(ending, "_solver", lambda position: guesser)
    return ending


def test_the_likely_margin_decides_between_winning_moves(monkeypatch):
    for position, won, rest in list_of(some_endings(13, 6), 5):
        move, answer = chosen(ending_that_expects(won[-1], monkeypatch, 60), position, 20.0, never)
        assert move == answer.move == won[-1]
        assert answer.low > 0 and not answer.exact
        report = report_of(position, answer, 0.5)
        assert report.best.lead == 60.0 and report.best.sure == 1.0 and report.best.margin is None
        # What is proven is more than what is likely.
        best = core.load("solver.endgame").Endgame(4).solve(position, -1, 1)
        ending = ending_that_expects(won[-1], monkeypatch, best.low - 2)
        assert chosen(ending, position, 20.0, never)[0] == best.move
        for lead in (2, 60):
            ending = ending_that_expects(rest[0], monkeypatch, lead)
            move, answer = chosen(ending, position, 20.0, never)
            assert move == answer.move and move in won and answer.low > 0


def test_who_loses_anyway_plays_for_the_likely_margin(monkeypatch):
    lost = [before.play(won[0]) for before, won, _ in list_of(some_endings(13, 7), 12)]
    lost = [position for position in lost if len(position.moves()) > 1]
    assert len(lost) >= 3
    for position in lost:
        move, answer = chosen(ending_that_expects(position.moves()[1], monkeypatch), position, 20.0, never)
        assert move == position.moves()[1]
        assert answer.high < 0 and answer.likely <= answer.high
        report = report_of(position, answer, 0.5)
        assert report.best.sure == 0.0 and report.best.lead < 0


def test_a_likely_margin_is_played_for_where_nothing_is_certain(monkeypatch):
    for position, won, _ in list_of(some_endings(14, 8), 3):
        move, answer = chosen(ending_that_expects(won[0], monkeypatch, 6, False), position, 20.0, never)
        assert move == won[0] and not answer.exact
        report = report_of(position, answer, 0.5)
        assert not report.settled and report.best.sure is None and report.outcome is None
        assert report.bounds == (None, None)
        assert report.best.lead == 6.0 and 0.5 < report.best.mean < 1


def test_margins_come_after_it_is_likely_who_wins(monkeypatch):
    for position, won, _ in list_of(some_endings(14, 12), 3):
        guesser = Guesser(won[0], 6)
        move, answer = chosen(ending_by(guesser, monkeypatch), position, 20.0, never)
        assert (move, answer.likely) == (won[0], 6)
        assert guesser.asked == [(None, -1, 1), (won[0], -64, 64), (won[0], -64, 64)]


def test_a_likely_margin_is_on_the_side_of_the_outlook(monkeypatch):
    """Who wins is found by a surer search than by how much."""
    position, won, _ = next(some_endings(14, 16))
    for outcome, lead, told in ((1, -4, 2), (1, 8, 8), (-1, 0, -2), (-1, -8, -8), (0, 6, 0)):
        guesser = Guesser(won[0], lead, outcome=outcome)
        assert chosen(ending_by(guesser, monkeypatch), position, 20.0, never)[1].likely == told


def test_no_likely_win_is_given_away_for_a_margin(monkeypatch):
    """The stub says the same of every position, so that of its two moves the one for the margin loses what it
    promises, and the margin of the other one is on the other side."""
    for position, _, _ in list_of(some_endings(14, 15), 3):
        bold, surest = position.moves()[:2]
        for lead, played, told in ((6, surest, LEAST_LEAD), (-6, bold, -6), (0, bold, 0)):
            guesser = Guesser(bold, lead, surest=surest)
            move, answer = chosen(ending_by(guesser, monkeypatch), position, 20.0, never)
            assert move == answer.move == played
            assert answer.likely == told


def test_where_no_margin_is_found_the_search_moves(monkeypatch):
    """Of moves that are likely to win as well the outlook has any."""
    for position, won, rest in list_of(some_endings(14, 17), 3):
        guesser = Guesser(rest[0], 6, margins=False)
        search = Search(won[0])
        move, answer = chosen(ending_by(guesser, monkeypatch), position, 20.0, search)
        assert move == answer.move == rest[0] and answer.likely == LEAST_LEAD
        assert search.spares == [20.0 * plan.LONG_CHECK_SHARE]
        assert guesser.asked == [(None, -1, 1), (rest[0], -64, 64), (won[0], -1, 1)]


def test_in_doubt_the_search_moves_unless_a_move_does_better(monkeypatch):
    for position, won, rest in list_of(some_endings(14, 13), 3):
        for level in (-1, 0, endings.CREDIBLE - 1, endings.CREDIBLE, plan.LEVELS[-1] - 1):
            guesser = Guesser(won[0], 6, None, level)
            search = Search(rest[0])
            move, answer = chosen(ending_by(guesser, monkeypatch), position, 20.0, search)
            if level >= endings.CREDIBLE:
                assert move == answer.move == won[0] and answer.likely == LEAST_LEAD
            else:
                assert (move, answer) == (rest[0], None)
            # Who has seen nothing leaves the search all the time.
            assert search.spares == [0.0 if level < 0 else 20.0 * plan.LONG_CHECK_SHARE]
            assert guesser.asked == [(None, -1, 1), (rest[0], -1, 1)][: 1 if level < 0 else 2]


def test_the_time_to_build_a_solver_is_the_moves(monkeypatch):
    """An estimate has what is left of its share where a solver makes it."""
    position, won, _ = next(some_endings(17, 18))
    ending, late = solver(), Guesser(won[0], 6)

    def build(position):
        time.sleep(0.02)
        return late

    monkeypatch.setattr(ending, "_solver", build)
    monkeypatch.setattr(plan, "usual_seconds", lambda empty: 100.0)
    chosen(ending, position, 1.0, never)
    assert late.seconds[0] <= plan.OUTLOOK_SHARE - 0.02


def test_all_levels_of_the_solver_are_used():
    assert len(plan.LEVELS) == len(core.load("solver.selectivity").TABLE)


def test_estimates_of_far_endings_are_for_who_has_the_time(monkeypatch):
    position = next(some_endings(14, 14))[0]
    monkeypatch.setattr(plan, "FIRST_SECONDS", (14, 0.1, 2.0))
    for seconds, asked in ((1.0, 3), (0.001, 0)):
        guesser = Guesser(position.moves()[0], 6)
        chosen(ending_by(guesser, monkeypatch), position, seconds, Search(position.moves()[0]))
        assert len(guesser.asked) == asked
    assert plan.first_seconds(16) == pytest.approx(0.4)


def test_who_wins_is_reported_with_what_is_proven(monkeypatch):
    """The window in which that is asked says nothing of the lead."""
    monkeypatch.setattr(plan, "FIRST_SECONDS", (17, 1e6, 1.0))
    monkeypatch.setattr(plan, "usual_seconds", lambda empty: 500.0)
    for position, won, rest in list_of(some_endings(17, 9), 4):
        move, answer = chosen(solver(), position, 20.0, Search(rest[0]))
        assert move in won and answer.likely is None
        assert report_of(position, answer, 0.5).best.lead == answer.low > 0


def test_a_real_solver_finds_what_is_likely(monkeypatch):
    monkeypatch.setattr(plan, "usual_seconds", lambda empty: 100.0)
    exact = core.load("solver.endgame").Endgame(16)
    found = 0
    for position, won, _ in list_of(some_endings(17, 10), 4):
        move, answer = chosen(solver(), position, 20.0, never)
        assert move in won
        found += answer.likely is not None and abs(answer.likely - exact.solve(position).low) <= 4
    assert found >= 3


def test_no_likely_margin_where_a_draw_counts_as_something_else(monkeypatch):
    monkeypatch.setattr(plan, "WIN_PART", 1e-12)
    position, won, _ = next(some_endings(13, 11))
    ending = ending_that_expects(won[0], monkeypatch, 6, False)
    monkeypatch.setattr(position.rules, "draw", 0.75)
    search = Search(won[0])
    assert chosen(ending, position, 20.0, search) == (won[0], None) and search.spares == [0.0]


def test_where_nothing_is_to_be_hoped_for_the_search_has_all_the_time():
    position = OTHELLO.new_position()
    search = Search(position.moves()[2])
    assert chosen(solver(), position, 0.01, search) == (position.moves()[2], None)
    assert search.spares == [0.0]


def test_a_rung_bell_leaves_the_move_to_the_search():
    ending = solver()
    ending._bell.ring()
    position, _, rest = next(some_endings(16, 4))
    assert chosen(ending, position, 1000.0, Search(rest[-1])) == (rest[-1], None)


def test_what_is_reported_of_a_win_without_a_margin():
    for position, _, _ in list_of(some_endings(12, 5), 6):
        answer = core.load("solver.endgame").Endgame(4).solve(position, -1, 1)
        report = report_of(position, answer, 0.5)
        low, high = report.bounds
        assert low < high and report.settled and report.best.margin is None
        assert report.best.sure == 1.0 and report.best.lead == answer.low
        assert report.outcome[position.mover] == 1.0
        assert low > 0 if position.mover == 0 else high < 0


def list_of(items, count):
    return [next(items) for _ in range(count)]
