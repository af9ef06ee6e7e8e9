"""The verbs protocols speak."""

import threading
import time

import pytest

from engine.game import BadMove, BadSize, IllegalMove, NothingToUndo, UnknownGame, WrongTurn
from engine.games import GAMES
from engine.limits import Limits
from engine.player import Player

QUICK = Limits(visits=60)


def state(player):
    return player.variant.name, player.size, player.komi, player.rules.position_text(player.position)


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.name)
def test_a_game_against_itself(variant):
    player = Player(variant.name, limits=Limits(visits=8), seed=1, memory=8)
    while player.scores() is None:
        mover = player.position.mover
        moves = [player.rules.move_text(move) for move in player.position.moves()]
        assert player.genmove(mover) in moves
    assert len(player.scores()) == len(variant.players)
    for number in range(len(variant.players)):
        assert player.genmove(number) == "pass"


def test_new_games():
    player = Player(limits=QUICK, seed=1)
    player.play(0, "d3")
    player.set_size(6)
    assert (player.size, player.rules.size, player.position.mover) == (6, 6, 0)
    player.set_game("rolit 3")
    assert player.players == ("red", "yellow", "green")
    player.set_game("REVERSI")
    assert (player.variant.name, player.size) == ("Othello", 8)
    player.play(0, "d3")
    player.clear()
    with pytest.raises(NothingToUndo):
        player.undo()


@pytest.mark.parametrize(
    ("verb", "words", "error"),
    [
        ("set_game", ("chess",), UnknownGame),
        ("set_size", (7,), BadSize),
        ("play", (0, "a1"), IllegalMove),
        ("play", (0, "z9"), BadMove),
        ("play", (0, ""), BadMove),
        ("play", (0, "pass"), IllegalMove),
        ("play", (1, "d3"), IllegalMove),
        ("genmove", (0,), WrongTurn),
        ("search_move", (0,), WrongTurn),
    ],
)
def test_what_is_refused_changes_nothing(verb, words, error):
    player = Player(limits=QUICK, seed=1)
    player.play(0, "d3")
    if error is not WrongTurn:
        player.play(1, "c3")
    before = state(player)
    with pytest.raises(error):
        getattr(player, verb)(*words)
    assert state(player) == before
    player.undo()
    assert state(player) != before


def test_a_move_may_be_looked_for_without_being_made():
    player = Player(limits=QUICK, seed=1)
    before = state(player)
    assert player.search_move(0).lower() in ("d3", "c4", "f5", "e6")
    assert state(player) == before


def test_a_forced_move_needs_no_search():
    player = Player(limits=Limits(seconds=1000))
    player.play(0, "d3")
    player.game._turns[-1] = player.rules.parse_position("OX" + "-" * 62 + " O")
    assert player.genmove(1) == "C1"


@pytest.mark.parametrize(("komi", "counted"), [(0.5, 0.5), (0, 0), (-0.1, -0.1), (6.5, 0.025)])
def test_komi_counts_where_the_game_has_one(komi, counted):
    player = Player("PolyClash", limits=QUICK)
    player.play(0, "5")
    player.set_komi(komi)
    assert player.komi == komi
    black, white = player.rules.scores(player.position)
    assert white == pytest.approx(counted)
    player.undo()


def test_komi_is_noted_where_it_does_not():
    player = Player(limits=QUICK)
    player.play(0, "d3")
    before = state(player)[3]
    player.set_komi(6.5)
    assert player.komi == 6.5
    assert state(player)[3] == before


def test_the_bell_ends_a_search():
    player = Player(limits=Limits(seconds=100), seed=1)
    threading.Timer(0.1, player.bell.ring).start()
    start = time.monotonic()
    assert player.genmove(0)
    assert time.monotonic() - start < 50


def test_seconds_end_a_search():
    player = Player(limits=Limits(seconds=0.1), seed=1)
    start = time.monotonic()
    player.genmove(0)
    assert 0.08 < time.monotonic() - start < 30


def test_a_seeded_player_plays_the_same_game_twice():
    games = []
    for seed in (3, 3, 4):
        player = Player("SOS", 3, limits=QUICK, seed=seed)
        moves = []
        while player.scores() is None:
            moves.append(player.genmove(player.position.mover))
        games.append(moves)
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_limits_are_needed():
    with pytest.raises(ValueError, match="limit"):
        Player(limits=Limits())
