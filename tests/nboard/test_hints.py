"""Hints about endgames whose scores are known."""

import time

import pytest
from ffo_hints import ENDLESS, POSITIONS, Hint, game_line, hint
from nboard_script import Here
from othello_samples import SCORES, some

from outflank.engine import core
from outflank.engine.games import find_game

EASY = [row for row in POSITIONS if row["empties"] <= 16]


@pytest.fixture(scope="module")
def wire(tmp_path_factory):
    wire = Here(tmp_path_factory.mktemp("book"), ["nboard"])
    wire.ask("nboard 2")
    yield wire
    wire.kill()


@pytest.mark.parametrize("row", EASY, ids=lambda row: str(row["n"]))
def test_positions_of_the_ffo_test_are_exact(wire, row):
    found = hint(wire, row["n"], row["board"], row["side"], ENDLESS, 30)
    assert (found.depth, found.value) == ("100%", row["score"])
    assert found.move in row["best"]
    # The depth that stands for as many empty squares does it, too.
    assert hint(wire, row["n"], row["board"], row["side"], row["empties"], 30).value == row["score"]


def test_results_that_the_search_proves_are_right(wire):
    """At a depth that stands for fewer empty squares the search is on its own."""
    proven = 0
    rules = find_game("Othello").rules(8)
    for number, (position, score) in enumerate(zip(some(rules, 10, 60), SCORES[:60], strict=True)):
        board, side = rules.position_text(position).split()
        found = hint(wire, 1000 + number, board, side, 9, 10)
        proven += found.depth == "100%W"
        assert found.agrees(score), (board, side, score, vars(found))
    assert proven > 10


def likely_rounds(wire, row, lines, until):
    """What hints about the best 3 moves of a position say that is likely, up to a percentage: for each
    percentage the moves with their values."""
    game = game_line(row["board"], row["side"])
    wire.ping(5000 + row["n"], game, f"set depth {ENDLESS}", *lines)
    wire.ask("hint 3")
    rounds, interrupted, deadline = [], False, time.monotonic() + 60
    while not (rounds and rounds[-1][0] >= until):
        line = wire.hear(deadline - time.monotonic())
        assert line is not None, f"no more than {rounds} within a minute"
        if line.startswith("search") and line.endswith("%"):
            _, moves, value, _, percent = line.split()
            rounds.append((int(percent[:-1]), (moves[:2].lower(), float(value))))
        if len(rounds) == 6 and not interrupted:
            # How far the estimates have come outlives an interruption by a line that means nothing.
            wire.say_all([(b"nothing\n", False)])
            interrupted = True
    found = {}
    for percent, worth in rounds:
        found.setdefault(percent, []).append(worth)
    assert [percent for percent, _ in rounds] == sorted(percent for percent, _ in rounds)
    return found


def test_what_is_likely_comes_before_what_is_certain(wire):
    row = next(row for row in POSITIONS if row["n"] == 50)
    found = likely_rounds(wire, row, [], 60)
    assert len(found) >= 2 and set(found) <= {
        level.percent for level in core.load("solver.selectivity").TABLE
    }
    for worths in found.values():
        assert [value for _, value in worths] == sorted((value for _, value in worths), reverse=True)
        assert worths[0][0] in row["best"]
        assert all(abs(value - row["moves"][move]) <= 4 for move, value in worths)


def test_nothing_is_likely_any_more_where_the_search_is_certain(wire):
    """A wipe-out at once; the judge minds a depth less than one before."""
    board = "X---XXX--XXXXXX---XXXXX--OOOOX--XXXXX-X--XXXXX----X-X-------XXX-"
    found = hint(wire, 7000, board, "X", ENDLESS, 30)
    assert (found.depth, found.value, found.move) == ("100%", 64, "a4")
    row = {"n": 0, "board": board, "side": "X"}
    assert list(likely_rounds(wire, row, [], 100)) == [100]


def test_nothing_is_likely_where_draws_are_worth_something(wire):
    row = next(row for row in POSITIONS if row["empties"] == 20)
    found = likely_rounds(wire, row, ["set contempt 50"], 100)
    assert list(found) == [100]
    wire.ask("set contempt 0")


def test_the_comparison_can_fail():
    assert Hint("search F5 4.00 0 100%", 0).agrees(4) and not Hint("search F5 4.00 0 100%", 0).agrees(6)
    assert Hint("search F5 4.00 0 100%W", 0).agrees(6) and not Hint("search F5 4.00 0 100%W", 0).agrees(-2)
    assert not Hint("search F5 0.00 0 100%W", 0).agrees(2) and Hint("search F5 4.00 0 12", 0).agrees(-2)
