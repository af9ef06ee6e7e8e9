"""Engines as contenders: both protocols, with the faults that real ones have."""

import math

import pytest
from fake_engines import alive, asked, fake, ours, running, setup, turn
from hypothesis import given, strategies as st
from patience import SOON

from outflank.engine.lab.client import Answer, Unable
from outflank.engine.lab.clock import Clock, Clocks
from outflank.engine.results.game_record import PASS
from outflank.protocol.formats.syntax.ggf import read_clock as read_ggf_clock
from outflank.protocol.match.clock import read_clock
from outflank.protocol.match.engines.gtp import HEAD, GtpEngine, Refusal, thought
from outflank.protocol.match.engines.nboard import Told, clock_text, number_of, read_move, square_of
from outflank.protocol.match.engines.process import Crashed, Silent, Wrong

MUST_PASS = "X" * 62 + "O- O"
"""White has no move, but Black has."""
ONE_LEFT = "-XO" + "X" * 61 + " O"
"""White has one move, to A1."""


@pytest.fixture
def engine():
    """Starts engines; leaves none behind."""
    engines = []

    def start(entry):
        engines.append(running(entry))
        return engines[-1]

    yield start
    for one in engines:
        pid = one._peer.pid if one._peer else 0
        one.close(politely=False)
        assert not alive(pid)


def first_move(engine, player=0, left=None, limit=20.0):
    return engine.choose(asked(player, left, limit))


@pytest.mark.parametrize("fault", ["", "crlf", "ids", "board", "small", "silent_pass", "weak", "twice"])
def test_gtp_engines_with_harmless_faults(engine, fault):
    one = engine(fake("A", fault))
    for _ in range(2):
        one.begin(setup(), 1)
        assert one.program == "Fake 0.9"
        one.moved(turn(0, "F5"))
        answer = first_move(one, 1)
        assert answer.move.upper() in ("D6", "F4", "F6") and answer.seconds < SOON
        assert answer.value is None and answer.visits is None
        one.moved(turn(1, answer.move, False, answer))
        one.moved(turn(0, PASS, True))
        one.moved(turn(0, PASS, True))
        assert one._passes is (fault != "silent_pass")


def test_gtp_faults_that_are_none_of_the_above(engine):
    one = engine(fake("A", "refuse"))
    one.begin(setup(), 0)
    with pytest.raises(Wrong, match="refuses the legal move F5: wrong color"):
        one.moved(turn(0, "F5"))
    one = engine(fake("A", "fail@1"))
    one.begin(setup(), 0)
    with pytest.raises(Wrong, match="does not move: no idea"):
        first_move(one)
    one = engine(fake("A", "hang@1"))
    one.begin(setup(), 0)
    with pytest.raises(Silent):
        first_move(one, limit=0.3)


def test_an_engine_can_be_started_again(engine):
    one = engine(fake("A", "kill@1"))
    one.begin(setup(), 0)
    with pytest.raises(Crashed):
        first_move(one)
    waited = one.waited
    one.close(politely=False)
    one.begin(setup(), 0)
    assert one.waited > waited > 0
    with pytest.raises(Crashed):
        first_move(one)


@pytest.mark.parametrize(
    ("fault", "game", "reason"),
    [
        ("", setup("SOS"), "does not play SOS"),
        ("", setup(size=6), "plays no Othello 6: unacceptable size"),
        ("", setup(clock="visits=9"), "told to search 9 visits"),
        ("", setup(clock="0.5"), "whole seconds"),
        ("weak", setup(clock="5"), "no command for clocks"),
        ("", setup(start=ONE_LEFT), "no command to begin from another position"),
    ],
)
def test_what_a_gtp_engine_is_not_asked_to_play(engine, fault, game, reason):
    with pytest.raises(Unable, match=reason):
        engine(fake("A", fault)).begin(game, 0)


def test_lines_sent_at_the_start(engine):
    with pytest.raises(Unable, match="refuses 'level 3': unknown command"):
        engine(fake("A", setup=("level 3",))).begin(setup(), 0)
    one = engine(ours("A", setup=("outflank-set visits 7",)))
    one.begin(setup(), 0)
    assert one.ask("outflank-get visits") == "7"


@pytest.mark.parametrize(
    ("clock", "commands"),
    [
        ("none", []),
        ("visits=9", ["outflank-set visits 9"]),
        ("move=1.5", ["kata-time_settings byoyomi 0 1.500 1"]),
        ("90", ["kata-time_settings absolute 90.000"]),
        ("90+0.5", ["kata-time_settings fischer 90.000 0.500"]),
    ],
)
def test_clocks_for_engines_that_know_all(clock, commands):
    one = GtpEngine(fake("A"))
    one._commands = {"outflank-set", "kata-time_settings", "time_settings", "time_left"}
    assert one._clock_commands(read_clock(clock)) == commands


def test_clocks_for_engines_that_know_the_standard():
    one = GtpEngine(fake("A"))
    one._commands = {"time_settings", "time_left"}
    assert one._clock_commands(read_clock("move=2")) == ["time_settings 0 2 1"]
    assert one._clock_commands(read_clock("5:00")) == ["time_settings 300 0 0"]
    assert one._clock_commands(read_clock("300+3")) == ["time_settings 300 0 0"]
    assert one._time(9.99) == "9"
    one._commands = {"time_settings"}
    with pytest.raises(Unable, match="increments"):
        one._clock_commands(read_clock("300+3"))


def test_our_own_program_over_gtp(engine):
    one = engine(ours("A", "--book", "off", values=True))
    one.begin(setup(clock="visits=30"), 1)
    one.moved(turn(0, "F5"))
    answer = first_move(one, 1)
    assert answer.unit == "share" and 0 <= answer.value <= 1 and answer.visits == 30
    one.begin(setup("Rolit 3", clock="visits=30"), 1)
    one.moved(turn(0, "F4"))
    assert first_move(one, 1).move
    one.begin(setup(clock="9+1", start=ONE_LEFT), 0)
    assert one.ask("outflank-position") == ONE_LEFT
    assert first_move(one, 1, 9.0).move == "A1"


def test_what_our_own_program_found_about_another_move_is_not_told(monkeypatch):
    one = GtpEngine(fake("A"))
    monkeypatch.setattr(one, "ask", lambda command: "visits 30\nmean 0.25\nline D3 C5")
    assert one._stats("D3") == {"value": 0.25, "unit": "share", "visits": 30}
    assert one._stats("C4") == {}


def test_analyses_tell_what_a_move_is_worth(engine):
    one = engine(ours("A", "--seconds", "0.2", values=True))
    one.begin(setup(), 0)
    one._commands.discard("outflank-stats")
    answer = first_move(one)
    assert answer.unit == "share" and 0.3 < answer.value < 0.7 and answer.visits > 0
    one.begin(setup(), 0)
    one._commands.discard("kata-genmove_analyze")
    again = first_move(one)
    assert abs(again.value - answer.value) < 0.1


def test_reports_are_read():
    reports = [
        "info move D3 visits 4 winrate 0.4 order 0 pv D3 C5 info move C4 visits 2 winrate 0.3 order 1 pv C4",
        "info move D3 visits 8 winrate 0.5 order 0 pv D3",
        "info move E6 visits many winrate 0.5",
        "play D3",
    ]
    assert thought(reports, "d3", True) == {"value": 0.5, "unit": "share", "visits": 8}
    assert thought(reports, "C4", True) == {"value": 0.3, "unit": "share", "visits": 2}
    assert thought(["info move C4 visits 2 winrate 5100 pv C4"], "C4", False)["value"] == 0.51
    assert thought(["info move C4 visits 2 winrate 5100 pv C4"], "C4", True) == {}
    assert thought([f"info move C4 visits {10**30} winrate 0.5"], "C4", True) == {}
    assert thought(["info move C4 visits -1 winrate 0.5"], "C4", True) == {}
    assert thought(["info move C4 visits 1 winrate nan"], "C4", True) == {}
    assert thought(reports, "E6", True) == thought(reports, "A1", True) == {}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("= D3", "D3"),
        ("=", ""),
        ("=12 D3", "D3"),
        ("= 12 D3", "D3"),
        ("= 34", "34"),
        ("= 0.16.1", "0.16.1"),
        ("=D3", "D3"),
        ("= 2 3", "3"),
    ],
)
def test_first_lines_of_answers(line, said):
    head = HEAD.fullmatch(line)
    assert (head[3].strip() or head[2] or "") == said


@pytest.mark.parametrize("line", ["", "====", "== a", "hello", " = D3", "?= x", "= = x"])
def test_lines_that_are_no_answers(line):
    assert not HEAD.fullmatch(line)


def test_refusals_say_why(engine):
    one = engine(ours("A"))
    one.start()
    with pytest.raises(Refusal, match="^syntax error$"):
        one.ask("play")
    assert one.ask("list_games").splitlines()[0] == "Othello"


@pytest.mark.parametrize("fault", ["", "crlf", "blanks", "glued", "values", "chatter", "stale"])
def test_nboard_engines_in_all_spellings(engine, fault):
    one = engine(fake("A", fault, protocol="nboard"))
    for _ in range(2):
        one.begin(setup(clock="1:00"), 0)
        assert one.program == "Fake"
        one.moved(turn(0, "F5"))
        answer = first_move(one, 1, 60.0)
        assert answer.move.upper() in ("D6", "F4", "F6")
        told = {"values": 0.75, "blanks": 1.25, "chatter": -1.5}
        assert answer.value == told.get(fault)
        assert answer.unit == ("discs" if fault in told else None)
        if fault == "chatter":
            assert (answer.visits, answer.depth) == (1234, 7)
        one.moved(turn(1, answer.move, False, answer))


def test_an_nboard_engine_that_sleeps_at_first(engine):
    one = engine(fake("A", "sleepy", protocol="nboard"))
    one.begin(setup(), 0)
    assert one.program == "Fake" and first_move(one).move in ("F5", "D3", "C4", "E6")


def test_nboard_passes(engine):
    one = engine(ours("A", "--visits", "5", protocol="nboard"))
    one.begin(setup(start=ONE_LEFT), 0)
    assert first_move(one, 1).move == "A1"
    one.begin(setup(start=MUST_PASS), 0)
    assert first_move(one, 1).move == PASS


def test_our_own_program_over_nboard(engine):
    one = engine(ours("A", "--book", "off", protocol="nboard", setup=("set depth 4",)))
    one.begin(setup(clock="1:00+0.5"), 0)
    one.moved(turn(0, "F5", False, Answer("F5", 0.25)))
    answer = first_move(one, 1, 60.0)
    assert answer.unit == "discs" and abs(answer.value) <= 64 and answer.visits > 0
    one.begin(setup(size=6), 0)
    assert first_move(one).move in ("C2", "B3", "E4", "D5")


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (setup("Rolit"), "has no Rolit 8"),
        (setup(size=10), "has no Othello 10"),
        (setup(clock="visits=3"), "has no clock like visits=3"),
        (setup(clock="move=3"), "has no clock like move=3"),
    ],
)
def test_what_an_nboard_engine_is_not_asked_to_play(engine, game, reason):
    with pytest.raises(Unable, match=reason):
        engine(fake("A", protocol="nboard")).begin(game, 0)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("=== F5", ("F5", None)),
        ("=== F5/1.25/0.5", ("F5", 1.25)),
        ("=== f5//0.5", ("F5", None)),
        ("=== F5/-2,67/0,21", ("F5", -2.67)),
        ("=== f5 1.00 0.5", ("F5", 1.0)),
        ("  ===F5", ("F5", None)),
        ("=== PA", (PASS, None)),
        ("=== pa 2.00 0.0", (PASS, 2.0)),
        ("=== pass/-3", (PASS, -3.0)),
        ("=== --", (PASS, None)),
        ("=== F5/NaN/1", ("F5", None)),
        ("=== F5xyz", ("F5", None)),
        ("status ===", None),
        ("", None),
    ],
)
def test_moves_of_nboard_engines(line, found):
    assert read_move(line) == found


@pytest.mark.parametrize("line", ["===", "=== ", "=== 55", "=== /1/2", "=== ?"])
def test_moves_that_are_none(line):
    with pytest.raises(Wrong, match="answers go with"):
        read_move(line)


@given(st.text())
def test_no_line_breaks_the_readers_of_nboard(line):
    told = Told()
    told.listen(line)
    told.listen(f"search {line}")
    told.listen(f"nodestats {line}")
    told.listen("nodestats \u00b2 \u0665")
    assert told.nodes is None or told.nodes < 10**18
    assert square_of(line) == PASS or len(square_of(line)) in (0, 2)
    value = number_of(line)
    assert value is None or abs(value) <= 1000


@pytest.mark.parametrize("text", ["60", "5:00", "60+0.5", "5:00+0:03", "0.25+0.01"])
def test_clocks_as_ggf(text):
    clock = read_clock(text)
    main, increment, extension = read_ggf_clock(clock_text(clock))
    assert (main, increment, extension) == (clock.main, clock.increment, 0.0)


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("none", Clock()),
        ("visits=100", Clock(visits=100)),
        ("move=1.5", Clock(move=1.5)),
        ("300", Clock(main=300.0)),
        ("5:00", Clock(main=300.0)),
        ("1:30+0.5", Clock(main=90.0, increment=0.5)),
    ],
)
def test_clocks_have_names(text, clock):
    assert read_clock(text) == clock
    assert read_clock(str(clock)) == clock


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fast",
        "visits=0",
        "visits=x",
        "visits=99999999999",
        "move=0",
        "-5",
        "5:",
        ":5x",
        "nan",
        "inf",
        "1e9",
    ]
    + ["1+", "1+-1", "move=nan", "visits", "1:00:00", "\u0665"],
)
def test_texts_that_are_no_clock(text):
    with pytest.raises(ValueError):
        read_clock(text)


@given(st.text())
def test_no_text_breaks_the_clock_reader(text):
    try:
        clock = read_clock(text)
    except ValueError:
        return
    assert clock.start is None or 0 < clock.start <= 86400


def test_flags():
    clocks = Clocks(read_clock("10+1"), 2, 0.1)
    assert clocks.left(0) == 10.0
    assert clocks.spend(0, 4.0) is None and clocks.left(0) == 7.0
    assert clocks.spend(0, 7.05) is None and clocks.left(0) == 1.0
    assert clocks.spend(0, 1.25) == pytest.approx(0.25)
    assert clocks.left(1) == 10.0
    per_move = Clocks(read_clock("move=1"), 2, 0.1)
    assert per_move.spend(0, 1.05) is None and per_move.left(0) == 1.0
    assert math.isclose(per_move.spend(0, 1.5), 0.5)
    for text in ("none", "visits=5"):
        endless = Clocks(read_clock(text), 2, 0.1)
        assert endless.left(0) is None and endless.spend(0, 1e6) is None
