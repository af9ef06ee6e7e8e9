"""Whose word changes a game: turns, implied and transmitted passes, undo."""

import pytest

from outflank.engine.deck import Deck
from outflank.engine.errors import IllegalMove, NothingToUndo
from outflank.engine.game import Game
from outflank.engine.games import GAMES, find_game

BLACK, WHITE = 0, 1


def new_game(text=None, name="Othello"):
    rules = find_game(name).rules()
    return Game(rules, rules.parse_position(text) if text else None)


def play(game, player, text):
    game.play(player, game.rules.find_move(text))


def state(game):
    return game.rules.position_text(game.position), game.turns


def refused(game, player, text, error=IllegalMove):
    before = state(game)
    with pytest.raises(error):
        play(game, player, text)
    assert state(game) == before


def test_moves_are_taken_back_one_by_one():
    game = new_game()
    start = state(game)
    play(game, BLACK, "d3")
    after_one = state(game)
    play(game, WHITE, "c3")
    game.undo()
    assert state(game) == after_one
    game.undo()
    assert state(game) == start
    with pytest.raises(NothingToUndo):
        game.undo()
    assert state(game) == start


def test_the_wrong_player_is_refused():
    game = new_game()
    refused(game, WHITE, "d3")
    refused(game, WHITE, "pass")
    refused(game, BLACK, "pass")
    refused(game, BLACK, "a1")
    play(game, BLACK, "d3")
    refused(game, BLACK, "c3")


def twice_in_a_row():
    """Black to move; after A1 White has no move and Black has one more."""
    return new_game("-OX-----" + "-" * 40 + "-OXXXXXX" + "-" * 8 + " X")


def test_a_forced_pass_may_be_left_out():
    game = twice_in_a_row()
    play(game, BLACK, "a1")
    assert game.position.mover == WHITE
    assert game.position.moves() == [game.rules.pass_move]
    play(game, BLACK, "a7")
    assert game.turns == 2
    game.undo()
    assert game.position.mover == WHITE
    assert game.turns == 1


def test_a_forced_pass_may_be_transmitted():
    game = twice_in_a_row()
    play(game, BLACK, "a1")
    refused(game, WHITE, "a7")
    play(game, WHITE, "pass")
    assert game.position.mover == BLACK
    refused(game, BLACK, "pass")
    play(game, BLACK, "a7")
    assert game.turns == 3
    game.undo()
    game.undo()
    assert game.position.mover == WHITE


def test_both_ways_lead_to_the_same_position():
    silent, spoken = twice_in_a_row(), twice_in_a_row()
    play(silent, BLACK, "a1")
    play(silent, BLACK, "a7")
    play(spoken, BLACK, "a1")
    play(spoken, WHITE, "pass")
    play(spoken, BLACK, "a7")
    assert silent.position.key == spoken.position.key


def test_a_stuck_player_may_pass_out_of_turn():
    """White has passed; saying so once more changes nothing but is a turn to take back."""
    game = twice_in_a_row()
    play(game, BLACK, "a1")
    play(game, WHITE, "pass")
    key = game.position.key
    play(game, WHITE, "pass")
    assert game.position.key == key
    assert game.turns == 3
    game.undo()
    assert game.position.key == key


def test_after_the_end_everybody_may_pass():
    game = new_game("X" * 63 + "O X")
    assert game.position.over
    for player in (BLACK, WHITE, WHITE, BLACK):
        play(game, player, "pass")
    refused(game, BLACK, "a1")
    assert game.turns == 4
    assert game.ready(BLACK) is None


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.name)
def test_a_whole_game_of_each(variant):
    """First legal moves to the end, every other player refused at each ply, then all of it taken back."""
    rules = variant.rules()
    game = Game(rules, deck=Deck(rules, 1))
    start = state(game)
    while not game.position.over and game.turns < 200:
        move = game.position.moves()[0]
        mover = game.position.mover
        for player in range(len(variant.players)):
            if player != mover and game.rules.has_choice(game.position, player):
                before = state(game)
                with pytest.raises(IllegalMove):
                    game.play(player, move)
                assert state(game) == before
        game.play(mover, move)
    while game.turns:
        game.undo()
    assert state(game) == start


def test_other_rules_keep_the_history():
    variant = find_game("PolyClash")
    game = Game(variant.rules())
    play(game, BLACK, "0")
    play(game, WHITE, "5")
    other = game.with_rules(variant.rules(komi=0.5))
    assert state(other) == state(game)
    assert other.rules.scores(other.position)[1] > game.rules.scores(game.position)[1] + 0.4
    other.undo()
    assert game.turns == 2
