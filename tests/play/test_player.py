"""The verbs protocols speak."""

import random
import threading
import time

import pytest

from outflank.engine.analysis.limits import Limits
from outflank.engine.errors import (
    BadMove,
    BadOption,
    BadSize,
    IllegalMove,
    NothingToUndo,
    UnknownGame,
    WrongTurn,
)
from outflank.engine.games import GAMES
from outflank.engine.play.clocks import time_control
from outflank.engine.play.player import Player

QUICK = Limits(visits=60)


def state(player):
    return player.variant.name, player.size, player.komi, player.rules.position_text(player.position)


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.name)
def test_a_game_against_itself(variant):
    player = Player(variant.name, limits=Limits(visits=8), seed=1, memory=8)
    while player.scores() is None:
        trial = player.game.copy()
        mover = player.position.mover
        trial.play_word(mover, player.genmove(mover))
        assert trial.position.key == player.position.key
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
    player.game.correct(player.rules.parse_position("OX" + "-" * 62 + " O"))
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


def test_the_level_s_limits_hold_without_others():
    assert Player().settings.limits == Limits(seconds=1.0)
    assert Player(level="easy").settings.limits == Limits(visits=200)
    with pytest.raises(BadOption, match="no level"):
        Player(level="godlike")


def test_a_genmove_keeps_what_was_learnt():
    """After the expected reply, after undo and replay: the report says how many visits were known before."""
    player = Player(limits=Limits(visits=3000), seed=1)
    player.genmove(0)
    expected = player.report.line[1]
    player.play(1, player.rules.move_text(expected))
    player.genmove(0)
    kept = player.report.kept
    assert kept > 0
    player.undo()
    player.undo()
    player.play(1, player.rules.move_text(expected))
    player.genmove(0)
    assert player.report.kept >= kept + 3000 - 1


def test_pondering_helps_the_next_move():
    player = Player(limits=Limits(visits=2000), seed=1, ponder=0.2)
    player.genmove(0)
    player.ponder()
    player.ponder()
    row = max(player.search_session.search.rows(), key=lambda row: row[1])
    player.play(1, player.rules.move_text(row[0]))
    player.genmove(0)
    assert player.report.kept > 2000


def test_pondering_is_off_unless_wanted_and_ends_with_the_bell():
    player = Player(limits=QUICK, seed=1)
    player.genmove(0)
    player.ponder()
    assert player.search_session.search.set_root(player.position) < 60
    player = Player(limits=QUICK, seed=1, ponder=1000.0)
    player.genmove(0)
    threading.Timer(0.1, player.bell.ring).start()
    start = time.monotonic()
    player.ponder()
    assert time.monotonic() - start < 30


def test_a_clock_limits_a_move():
    player = Player(seed=1)
    player.set_clock(time_control.per_move(0.3))
    start = time.monotonic()
    player.genmove(0)
    assert time.monotonic() - start < 30
    player.set_clock(time_control.absolute(10))
    player.time_left(1, 2, 0)
    player.genmove(1)
    assert player.report.seconds < 2


def test_a_search_for_comparison_is_the_same_each_time():
    player = Player(limits=Limits(visits=300), seed=5)
    before = [player.search_move(0) for _ in range(4)]
    assert len(set(before)) == 1
    player.genmove(0)
    player.undo()
    assert player.search_move(0) == before[0]


def test_a_seeded_player_begins_every_game_alike():
    player = Player(limits=Limits(visits=100), seed=5)
    games = []
    for _ in range(2):
        player.clear()
        games.append([player.genmove(turn % 2) for turn in range(6)])
    assert games[0] == games[1]


def test_a_seed_and_many_visits_play_the_same_game_twice():
    """Searches of many slices: no look at the clock may change what the next move finds in the tree."""
    games = []
    for _ in range(3):
        player = Player(limits=Limits(visits=8000), seed=5)
        games.append(
            [(player.genmove(turn % 2), player.report.visits, player.report.kept) for turn in range(6)]
        )
    assert games[0] == games[1] == games[2]


def test_options():
    player = Player(limits=QUICK, seed=1)
    player.change("select", "puct")
    player.change("exploration", "0.5")
    player.genmove(0)
    for name, value in (("select", "best"), ("exploration", "x"), ("exploration", "-1"), ("speed", "1")):
        with pytest.raises(BadOption):
            player.change(name, value)


def drawn_position(player):
    """A position near the end that best play draws."""
    for seed in range(1000):
        numbers = random.Random(seed)
        position = player.rules.new_position()
        while not position.over and player.rules.position_text(position).count("-") > 5:
            position = position.play(numbers.choice(position.moves()))
        if not position.over:
            report = player.search_session.alike(1).think(position, Limits(visits=3000))
            if report.bounds == (0, 0):
                return player.rules.position_text(position)
    raise AssertionError("no draw found")


def test_contempt_makes_a_draw_a_win_for_either_side():
    player = Player(seed=1, limits=Limits(visits=3000))
    text = drawn_position(player)
    for contempt, black in ((100, 1.0), (-100, 0.0), (50, 0.75), (0, 0.5)):
        player.change("contempt", contempt)
        player.set_position(text)
        best = player.analysis.assess(player.position, Limits(visits=3000)).best
        mine = 1 - black if player.position.mover else black
        assert best.sure == pytest.approx(mine, abs=1e-4) and best.margin == 0
    assert player.values["contempt"] == 0


def test_contempt_keeps_the_game_and_is_othellos_alone():
    player = Player(seed=1, limits=Limits(visits=50))
    player.genmove(0)
    before = player.rules.position_text(player.position)
    search_session = player.search_session
    player.change("contempt", 0)
    assert player.search_session is search_session
    player.change("contempt", 30)
    assert (
        player.search_session is not search_session and player.rules.position_text(player.position) == before
    )
    player.undo()
    player.set_size(6)
    assert player.rules.draw == pytest.approx(0.65)
    player.set_game("SOS")
    assert player.rules.draw == 0.5


def test_pondering_ends_with_the_nodes_it_may_make():
    player = Player(limits=QUICK, seed=1, ponder=1000.0)
    player.change("ponder_nodes", 500)
    player.genmove(0)
    before = player.search_session.search.pool.nodes
    player.ponder()
    assert 0 < player.search_session.search.pool.nodes - before <= 520


def test_what_was_found_can_be_forgotten_while_the_game_stays():
    player = Player(limits=Limits(visits=300), seed=1)
    player.genmove(0)
    key = player.position.key
    assert player.analysis.recall() is not None
    player.forget()
    assert (player.analysis.recall(), player.report, player.position.key) == (None, None, key)
    player.genmove(1)
    assert player.report.kept == 0


def test_a_level_that_searches_little_solves_the_endings_it_is_told_to():
    text = "OOOOOOOOOOOOOOOXOOOXOXOOOOOOXXOOO-OOXXOO--OOOOO----OOOO----OOOO- X"
    for empty, exact in ((None, False), (11, False), (12, True)):
        player = Player(level="1", seed=1)
        player.change("solve_empties", empty)
        player.set_position(text)
        player.genmove(0)
        assert (player.report.bounds == (10, 10)) is exact
