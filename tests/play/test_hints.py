"""Hints as a player gives them: rounds of reports, ever surer, that go on where the bell ended them."""

import time

import pytest

from outflank.engine import core
from outflank.engine.analysis.limits import Limits
from outflank.engine.play.player import Player

ENDING = "--XO------XOOO-OX-XOXOOOOXOOXXXO-OXOOXXOOOXOOXOO--XXXX-O--XX---- X"
"""Twenty empty squares."""
LATE = "XXXXXXXXOXXOOOXXOX-OOXOX-OOXXXOXOXOXXOXXOOXOXXXXOO-OOXX-OOOOOO-X O"
"""Five."""


def player_at(text, **settings):
    player = Player(seed=1, memory=16, **settings)
    player.set_position(text)
    return player


def rounds(player, moves=3, every=0.02, soonest=0.0):
    hints = player.hints(moves, time.monotonic(), every, soonest)
    return hints, list(hints)


def test_a_search_reports_until_it_has_made_its_visits():
    player = Player(seed=1, memory=16, limits=Limits(visits=3000))
    hints, told = rounds(player)
    assert [hint.percent for hint in told] == [None] * len(told)
    assert [hint.last for hint in told] == [False] * (len(told) - 1) + [True]
    assert told[-1].report.searched >= 3000 and hints.over
    # What is known is told at once, and is enough.
    hints, told = rounds(player)
    assert len(told) == 1 and told[0].last and told[0].report.visits == 0


def test_a_round_too_soon_is_left_out_but_the_last():
    player = Player(seed=1, memory=16, limits=Limits(visits=30_000))
    _, told = rounds(player, every=0.005, soonest=1e9)
    assert [hint.last for hint in told] == [False, True] and told[-1].report.searched >= 30_000


def test_the_bell_ends_them_and_they_go_on():
    player = Player(seed=1, memory=16)
    hints = player.hints(3, time.monotonic(), 0.02, 0.0)
    seen = []
    for _ in range(2):
        for hint in hints:
            seen.append(hint.report.searched)
            player.bell.ring()
        assert not hints.over
        player.bell.clear()
    assert len(seen) == 2 and seen[1] > seen[0]
    # Other rules in between are no harm.
    player.change("contempt", 50)
    hint = next(iter(hints))
    assert hint.report.best.move in player.position.moves()
    # Nobody's bans stay behind.
    assert player.analysis.assess(player.position, Limits(visits=10)).visits == 10


def test_an_ending_becomes_exact_move_by_move():
    player = player_at(LATE)
    hints, told = rounds(player, moves=2)
    exact = [hint.report.best for hint in told if hint.percent == 100]
    solver = core.load("solver.endgame").Endgame(4)
    wanted = [answer.low for answer in solver.scores(player.position)][:2]
    assert [row.margin for row in exact] == wanted and hints.over
    assert not any(hint.last for hint in told)


def test_likely_leads_are_ever_surer_and_outlive_the_bell(monkeypatch):
    from outflank.engine.analysis import plan

    monkeypatch.setattr(plan, "usual_seconds", lambda empty: 1e9)
    # A longer look proves who wins.
    monkeypatch.setattr(plan, "LOOK_SECONDS", 0.001)
    player = player_at(ENDING)
    hints = player.hints(2, time.monotonic(), 0.02, 0.0)
    likely = []
    while len(likely) < 2 and not hints.over:
        for hint in hints:
            if hint.percent not in (None, 100):
                likely.append(hint.percent)
                assert len(hint.report.rows) == 2 and hint.report.best.margin is None
                player.bell.ring()
        player.bell.clear()
    table = [level.percent for level in core.load("solver.selectivity").TABLE]
    assert likely and likely == table[: len(likely)]


def test_values_of_a_game_go_on_where_the_bell_ended_them():
    player = Player(seed=1, memory=16, limits=Limits(visits=50))
    for text in ("D3", "C3", "C4"):
        player.play(player.position.mover, text)
    values = player.game_values()
    found = []
    for number, value in values:
        found.append((number, value))
        if len(found) == 2:
            player.bell.ring()
    assert [number for number, _ in found] == [3, 2] and not values.over
    player.bell.clear()
    found += list(values)
    assert [number for number, _ in found] == [3, 2, 1, 0] and values.over
    assert all(-64 <= value <= 64 for _, value in found)


@pytest.mark.parametrize(("seconds", "expected"), [(0.0, [False, False]), (5.0, [True, False])])
def test_pondering_is_once_for_each_position(seconds, expected):
    from outflank.engine.play.pondering import Pondering

    pondering, position = Pondering(seconds), object()
    assert [pondering.begin(position) for _ in range(2)] == expected
    pondering.forget()
    pondering.rest()
    assert not pondering.begin(position)
    pondering.go_on()
    assert pondering.begin(position) is (seconds > 0)
