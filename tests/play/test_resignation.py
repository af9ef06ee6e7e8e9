"""When a player resigns, and that nothing but the answer comes of it."""

import pytest

from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.report import Row
from outflank.engine.game import Game, find_move
from outflank.engine.games import find_game
from outflank.engine.play.player import Player
from outflank.engine.play.resignation import RESIGN, Resignation, hopeless

LOST = "OOOOOOOOOOOOOOOXOOOXOXOOOOOOXXOOO-OOXXOO--OOOOO----OOOO----OOOO- X"
"""Othello: black wins by 10 with H8."""


def row(mean, sure=None, margin=None):
    return Row(0, 100, mean, 1.0, sure, margin)


def game(*thoughts):
    """A game of Othello, with what was found about each move."""
    rules = find_game("Othello").rules(8)
    played = Game(rules)
    for thought in thoughts:
        position = played.position
        played.play(position.mover, position.moves()[0], thought)
    return played


@pytest.mark.parametrize(
    ("thoughts", "terms", "due"),
    [
        ([], (0.1, 1, 0), True),
        ([], (0.0, 1, 0), False),
        ([], (0.04, 1, 0), False),
        ([], (0.1, 1, 1), False),
        ([], (0.1, 2, 0), False),
        ([row(0.05), None], (0.1, 2, 2), True),
        ([row(0.05), None], (0.1, 2, 3), False),
        ([row(0.2), None], (0.1, 2, 0), False),
        ([None, row(0.05)], (0.1, 2, 0), False),
        ([None, None], (0.1, 2, 0), False),
        ([row(0.9), None, row(0.05), None], (0.1, 2, 0), True),
        ([row(0.05), None, row(0.2), None], (0.1, 2, 0), False),
    ],
)
def test_a_number_of_own_moves_in_a_row_must_be_as_bad(thoughts, terms, due):
    assert Resignation(*terms).is_due(game(*thoughts), 0, row(0.05), 0.5) is due


def test_a_move_without_a_choice_says_nothing():
    rules = find_game("Othello").rules(6)
    # Whoever has one move or a pass only has nothing to judge.
    start = rules.parse_position("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO- X")
    played = Game(rules, start)
    assert len(start.moves()) == 1
    played.play(0, start.moves()[0])
    assert Resignation(0.1, 1, 0).is_due(played, 0, row(0.05), 0.5)
    assert not Resignation(0.1, 2, 0).is_due(played, 0, row(0.05), 0.5)


@pytest.mark.parametrize(
    ("found", "draw", "lost"),
    [
        (row(0.05), 0.5, True),
        (row(0.15), 0.5, False),
        (row(0.0, 0.0), 0.5, True),
        (row(0.0, 0.0, -2), 0.5, True),
        (row(0.0, 0.5, 0), 0.5, False),
        (row(0.0, 1.0), 0.5, False),
        # With contempt a draw may be worth no more than a loss, and is none.
        (row(0.0, 0.0), 0.0, False),
        (row(0.0, 0.0, 0), 0.0, False),
        (row(0.0, 0.0, -2), 0.0, True),
    ],
)
def test_a_certain_result_counts_as_what_it_is(found, draw, lost):
    assert hopeless(found, 0.1, draw) is lost


def test_a_game_for_four_is_never_given_up():
    rules = find_game("Rolit").rules(8)
    assert not Resignation(0.5, 1, 0).is_due(Game(rules), 0, row(0.01), 0.5)


def resigning(**changes):
    player = Player(seed=1, limits=Limits(visits=40))
    player.set_position(LOST)
    player.play(0, "h8")
    for name, value in {"resign": 0.1, "resign_moves": 1, "resign_from": 0, **changes}.items():
        player.change(name, value)
    return player


def test_a_resignation_changes_nothing_but_the_clock():
    player = resigning()
    position, turns = player.position.key, player.game.turns
    assert player.genmove(1) == RESIGN == player.genmove(1)
    assert (player.position.key, player.game.turns, player.position.mover) == (position, turns, 1)
    assert player.report.best.sure == 0.0
    player.undo()
    assert player.position.mover == 0


def test_only_a_request_for_a_move_that_is_made_is_answered_so():
    player = resigning()
    moves = {player.text_of(move) for move in player.position.moves()}
    assert player.search_move(1) in moves
    # NBoard's `go`.
    assert player.consider(player.request(1), 0.0) in moves
    player.change("resign", 0.0)
    assert player.genmove(1) in moves


def test_the_winner_does_not_resign_and_the_terms_are_off_unless_given():
    player = Player(seed=1, limits=Limits(visits=40))
    assert [player.values[name] for name in ("resign", "resign_moves", "resign_from")] == [0.0, 3, 20]
    player.set_position(LOST)
    player.change("resign", 0.5)
    player.change("resign_from", 0)
    player.change("resign_moves", 1)
    assert find_move(player.rules, player.genmove(0)) >= 0
