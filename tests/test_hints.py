"""What hints say of endgames whose scores are known."""

import pytest
from dialogue import Here
from ffo_hints import ENDLESS, POSITIONS, Hint, hint
from test_endgame import SCORES, some

from engine.games import find_game

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
    # The depth that stands for so many empty squares does it, too.
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


def test_the_comparison_can_fail():
    assert Hint("search F5 4.00 0 100%", 0).agrees(4) and not Hint("search F5 4.00 0 100%", 0).agrees(6)
    assert Hint("search F5 4.00 0 100%W", 0).agrees(6) and not Hint("search F5 4.00 0 100%W", 0).agrees(-2)
    assert not Hint("search F5 0.00 0 100%W", 0).agrees(2) and Hint("search F5 4.00 0 12", 0).agrees(-2)
