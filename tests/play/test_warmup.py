"""Getting ready for the first search while nobody waits, and moving where there was no time for it."""

import pytest

from outflank.engine import evaluation
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.session import SearchSession
from outflank.engine.errors import Damaged
from outflank.engine.play.clocks.budget import Phase
from outflank.engine.play.clocks.time_control import absolute
from outflank.engine.play.player import Player
from outflank.engine.play.warmup import Warmup, needs_tables, steps
from outflank.protocol.gtp.session import commands
from outflank.protocol.serve import new_session
from outflank.protocol.settings import read_words


@pytest.fixture
def unread(monkeypatch):
    """A program that has read no tables yet."""
    monkeypatch.setattr(evaluation, "_shipped", {})


def is_ready(player):
    return player.search_session._search is not None


def told(session, *lines):
    for line in lines:
        name, *words = line.split()
        assert commands.run(session, name, words).good, line
    session.bell.clear()
    session.idle()
    return is_ready(session.player)


def session_of(*words):
    return new_session(read_words(["--book", "off", *words]))


@pytest.mark.parametrize(
    "lines",
    [
        ["time_settings 60 0 0", "clear_board"],
        ["time_settings 60 0 0", "boardsize 6"],
        ["boardsize 10", "clear_board", "time_settings 60 0 0"],
        ["time_settings 60 0 0"],
        ["kata-time_settings fischer 1 0.1"],
        ["time_left b 60 0"],
        ["time_settings 60 0 0", "set_game SOS"],
        ["time_settings 60 0 0", "set_game PolyClash", "komi 0.01"],
        ["kata-time_settings absolute 1", "clear_board", "play b D3"],
    ],
)
def test_what_hints_at_a_game(lines):
    assert told(session_of(), *lines)


@pytest.mark.parametrize(
    "lines",
    [
        ["name", "list_commands", "protocol_version"],
        ["play b D3", "showboard"],
        ["boardsize 8", "clear_board", "play b D3"],
        ["time_settings 60 0 0", "gogui-rules_board", "clear_board"],
        ["clear_board", "gogui-rules_legal_moves"],
        ["gogui-rules_side_to_move", "boardsize 8", "clear_board", "play b D3", "gogui-rules_board"],
    ],
)
def test_what_does_not(lines):
    assert not told(session_of(), *lines)


def test_a_clock_is_believed_after_questions_about_rules():
    session = session_of()
    assert not told(session, "gogui-rules_legal_moves", "clear_board")
    assert told(session, "time_settings 60 0 0")


def test_nboard_gets_ready_after_set_game():
    from outflank.protocol.nboard.session import NBoard

    nboard = NBoard(Player())
    nboard.answer(b"nboard 2", False)
    nboard.idle()
    assert not is_ready(nboard.player)
    nboard.answer(
        b"set game (;GM[Othello]PC[x]TY[8]BO[8 "
        + b"-" * 27
        + b"O*"
        + b"-" * 6
        + b"*O"
        + b"-" * 27
        + b" *];)",
        False,
    )
    nboard.idle()
    assert is_ready(nboard.player)


def test_a_rung_bell_ends_it_at_once_and_it_goes_on_later(unread):
    player = Player()
    player.warmup.expect(certainly=True)
    player.bell.ring()
    player.get_ready()
    assert not is_ready(player) and not evaluation._shipped
    warmup, answers = Warmup(), iter([False] * 20 + [True])
    assert not warmup.go_on(player, lambda: next(answers))
    assert not evaluation._shipped
    # What has been done is not done again.
    assert len(list(warmup._steps)) == len(list(steps_of_a_new_player())) - 20
    assert is_ready(player) and evaluation._shipped


def steps_of_a_new_player():
    evaluation._shipped.clear()
    return steps(Player())


def test_another_search_is_made_ready_anew():
    player = Player()
    player.warmup.expect(certainly=True)
    player.get_ready()
    first = player.search_session
    player.set_size(10)
    assert not is_ready(player)
    player.get_ready()
    assert is_ready(player) and player.search_session is not first


def test_tables_are_read_in_steps_and_once(unread):
    level = evaluation.level_of(Player().rules)
    assert not evaluation.is_loaded(level)
    assert len(list(evaluation.loading(level))) > 50
    assert evaluation.is_loaded(level) and list(evaluation.loading(level)) == []
    start = (0x0000000810000000, 0x0000001008000000)
    assert evaluation.shipped(level).score(*start) == evaluation.read(evaluation.shipped_data()).score(*start)


def test_with_no_time_for_the_tables_a_move_does_without(unread):
    player = Player()
    player.set_clock(absolute(0.01))
    assert needs_tables(player)
    assert player.genmove(0) in ("D3", "C4", "F5", "E6")
    assert not evaluation._shipped and needs_tables(player)
    assert player.report.rows and player.report.visits >= 1
    # What was begun goes on where there is time, and then counts.
    player.get_ready()
    assert is_ready(player) and not needs_tables(player)


def test_with_time_for_the_tables_the_move_waits_for_them(unread):
    player = Player()
    player.set_clock(absolute(60))
    player.genmove(0)
    assert evaluation._shipped


def test_a_search_without_a_clock_waits_for_the_tables(unread):
    player = Player(limits=Limits(visits=10))
    player.genmove(0)
    assert evaluation._shipped


def test_damaged_tables_are_named_when_a_move_is_asked_for(unread, monkeypatch):
    monkeypatch.setattr(evaluation, "shipped_data", lambda: b"x")
    player = Player()
    player.set_clock(absolute(60))
    player.get_ready()
    with pytest.raises(Damaged, match="cannot be read"):
        player.genmove(0)


def test_getting_ready_changes_no_seeded_game():
    games = []
    for ready in (False, True):
        player = Player(seed=7, limits=Limits(visits=60), options={"noise": 0.25})
        if ready:
            player.warmup.expect(certainly=True)
            player.get_ready()
        games.append([player.genmove(ply % 2) for ply in range(6)])
    assert games[0] == games[1]


def test_a_slice_that_ends_late_is_kept_back_from_the_clock(monkeypatch):
    """A program that is kept from the core again and again gives a short move no time at all."""
    player = Player("SOS", 5)
    player.set_clock(absolute(1))
    now = Phase(12, 1.0)
    before = player.clock.budget(0, now)
    for _ in range(2):
        player.clock.note_delay(0.2)
    assert player.clock.budget(0, now) == (0, 0) != before
    think = SearchSession.think

    def late(self, *words):
        report = think(self, *words)
        self.delay = 0.15
        return report

    monkeypatch.setattr(SearchSession, "think", late)
    player = Player("SOS", 5)
    player.set_clock(absolute(1))
    player.genmove(0)
    assert player.clock.delay < 0.1
    player.genmove(1)
    assert player.clock.delay >= 0.1
