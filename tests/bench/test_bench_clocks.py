"""`outflank bench clocks`: what counts as a fallen flag, and that the command plays."""

import json

import pytest

from outflank.engine.games import GAMES, find_game
from outflank.engine.lab.client import Answer, EngineSpec
from outflank.engine.play.clocks.time_control import Left, absolute, byo_yomi, canadian, fischer
from outflank.protocol import cli
from outflank.protocol.bench.programs import clock_games, clocks as bench_clocks
from outflank.protocol.bench.programs.clock_games import Case, Control, Referee, play, read_control
from outflank.protocol.match.engines.process import Silent


def main(words):
    """Run the subcommand; its exit code."""
    return cli.main(["bench", *words])


@pytest.mark.parametrize(
    ("text", "settings", "command"),
    [
        ("5", absolute(5), "absolute 5.000"),
        ("0.2", absolute(0.2), "absolute 0.200"),
        ("1+0.1", fischer(1, 0.1), "fischer 1.000 0.100"),
        ("1+3x0.3", byo_yomi(1, 0.3, 3), "byoyomi 1.000 0.300 3"),
        ("0+1x0.2", byo_yomi(0, 0.2, 1), "byoyomi 0.000 0.200 1"),
        ("1+2/5", canadian(1, 2, 5), "canadian 1.000 2.000 5"),
    ],
)
def test_controls(text, settings, command):
    control = read_control(text)
    assert control == Control(text, settings)
    assert control.gtp == f"kata-time_settings {command}"


@pytest.mark.parametrize("text", ["", "x", "1+", "0", "1+0x0.2", "1+3x1/5", "-1", "1..2", "1e3", "99999999"])
def test_what_is_no_control(text):
    with pytest.raises(ValueError, match="is no control"):
        read_control(text)


@pytest.mark.parametrize(
    ("settings", "moves", "fell", "least", "left"),
    [
        (absolute(1), [0.4, 0.4], [0, 0], 0.2, Left(0.2, 0, 0)),
        # A flag has fallen only where a move took the margin more than there was.
        (absolute(1), [0.9, 0.19, 0.11], [0, 0, 1], -0.11, Left(0, 0, 0)),
        (fischer(1, 0.1), [1.05, 0.15], [0, 0], -0.05, Left(0.1, 0, 0)),
        (byo_yomi(1, 0.3, 3), [1.8, 0.45], [0, 1], -0.15, Left(0.3, 1, 1)),
        (byo_yomi(0, 0.2, 1), [0.19, 0.19, 0.31], [0, 0, 1], -0.11, Left(0.2, 1, 1)),
        # Of a period what one move saves another may use.
        (canadian(1, 1, 5), [0.9, 0.2, 0.1, 0.1, 0.5], [0] * 5, 0.1, Left(0.1, 1, 1)),
    ],
)
def test_the_referee_s_clock(settings, moves, fell, least, left):
    referee = Referee(settings, 2, 0.1)
    assert [referee.spend(1, seconds) for seconds in moves] == [bool(one) for one in fell]
    assert referee.least == pytest.approx(least) and referee.slowest == max(moves)
    assert referee.left(1) == pytest.approx(left)
    assert referee.left(0) == settings.start


class Fake:
    """A seat that makes the first legal move, after some seconds, or never."""

    def __init__(self, seconds):
        self.spec = EngineSpec("fake", ())
        self.seconds = seconds
        self.told = []

    def begin(self, terms, player):
        self.position, self.player = terms.start, player

    def tell(self, player, left):
        assert player == self.player
        self.told.append(left.seconds)

    def choose(self, request):
        assert request.legal == self.position.moves() and request.player == self.player
        seconds = self.seconds.pop(0) if self.seconds else 0.0
        if seconds is None:
            raise Silent("does not answer")
        rules = self.position.rules
        return Answer(rules.move_text(self.position.moves()[0]), seconds)

    def moved(self, turn):
        assert turn.forced is (turn.answer is None) and turn.player == self.position.mover
        self.position = self.position.play(self.position.rules.find_move(turn.move))


def fake_game(first, second, margin=0.1):
    case = Case(find_game("Othello"), 6, "gtp", 1, read_control("1"))
    seats = [Fake(first), Fake(second)]
    return play(case, seats, margin), seats


def test_a_game_in_time():
    played, seats = fake_game([0.25, 0.5], [0.4])
    assert played.flag == "" and played.moves > 20
    assert (played.least, played.slowest) == (pytest.approx(0.25), 0.5)
    assert seats[0].told[:3] == [1.0, 0.75, 0.25]


def test_an_engine_that_oversteps_has_lost_on_time():
    played, _ = fake_game([0.25, 0.9], [0.4])
    assert (played.flag, played.moves) == ("black at move 3", 3)
    assert played.least == pytest.approx(-0.15)
    assert fake_game([0.25, 0.84], [0.4])[0].flag == ""
    assert fake_game([0.25, 0.84], [0.4], 0.05)[0].flag == "black at move 3"


def test_an_engine_that_says_nothing_has_lost_on_time(monkeypatch):
    times = iter([100.0, 100.0, 101.5])
    monkeypatch.setattr(clock_games, "now", lambda: next(times))
    played, _ = fake_game([], [None])
    assert (played.flag, played.moves) == ("white at move 2", 2)
    assert played.least == pytest.approx(-0.5)


def test_no_case_that_a_protocol_does_not_have():
    nboard = Case(find_game("Othello"), 8, "nboard", 1, read_control("1+0.1"))
    assert nboard.possible
    assert not nboard._replace(size=10).possible
    assert not nboard._replace(variant=find_game("SOS")).possible
    for text, possible in (("0+1x0.2", True), ("1+3x0.3", False), ("1+1/5", False)):
        assert nboard._replace(control=read_control(text)).possible is possible
        assert nboard._replace(control=read_control(text), protocol="gtp").possible


def test_games_by_name():
    othello = find_game("Othello")
    assert bench_clocks.boards(["othello 6", "Rolit 3"]) == [(othello, 6), (find_game("Rolit 3"), 8)]
    assert [size for variant, size in bench_clocks.boards(None) if variant is othello] == [8, 6, 10]
    assert len(bench_clocks.boards(None)) == 2 + len(GAMES)
    with pytest.raises(ValueError, match="unknown game 'Othello 7'"):
        bench_clocks.boards(["Othello 7"])


TINY = ["clocks", "--game", "SOS 3", "--threads", "2", "--control"]


def test_the_command_plays_games(capfd):
    assert main([*TINY, "5", "--protocol", "gtp"]) == 0
    table = capfd.readouterr().out.splitlines()
    assert table[2].split()[:7] == ["SOS", "3", "gtp", "2", "5", "1", "9"]
    assert table[-1] == "1 games, 0 flags fallen"


def test_a_fallen_flag_is_the_exit_code(capfd):
    assert main([*TINY, "0.00001", "--margin", "0", "--json", "--load", "1"]) == 1
    told = json.loads(capfd.readouterr().out)
    assert told["load"] == 1
    (case,) = told["cases"]
    assert case["flags"] == 1 and case["least"] < 0 < case["slowest"] and "at move" in case["fallen"][0]


def test_a_program_that_ends_is_failed_work(capfd):
    assert main(["clocks", "--program", "false", "--game", "SOS 3", "--control", "60"]) == 1
    assert "exit code 1" in capfd.readouterr().err
