"""Levels: their limits hold under any clock, over both protocols, and the reports say what holds."""

import re
import time

import gtp_script
import pytest

from outflank.engine.analysis import session as search_session
from outflank.engine.analysis.limits import Limits
from outflank.engine.play.clocks.time_control import absolute
from outflank.engine.play.player import Player
from outflank.protocol.serve import new_nboard, new_player
from outflank.protocol.settings import read_words

CLOCKS = {
    "absolute": "time_settings 3000 0 0",
    "canadian": "time_settings 0 600 5",
    "byo-yomi": "kgs-time_settings byoyomi 0 100 3",
    "fischer": "kata-time_settings fischer 600 20",
    "move": "time_settings 0 150 1",
}
"""With time for the visits on a machine that does ten other things."""
VISITS = {"1": 16, "5": 69, "easy": 200, "hard": 3000, "20": 5830, "27": 3089}
START = (
    "set game (;GM[Othello]PB[a]PW[b]TI[{}]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *];)"
)
MIDDLE = "set game (;GM[Othello]PB[a]PW[b]TI[99:59]TY[8]BO[8 {}];)"
EMPTY_30 = "----------O-X----OOXX-O-XXXXXXXXXXOOOOOOX--OXXO---OOOO-----O-O--"


def made(heard):
    """The simulations that outflank-stats tells of."""
    return int(re.search(r"^(?:= )?visits (\d+)$", heard, re.MULTILINE)[1])


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("level", VISITS)
def test_a_level_makes_its_visits_over_gtp(level, clock):
    sent = f"{CLOCKS[clock]}\ngenmove b\noutflank-stats\n"
    heard = gtp_script.speak_here(sent.encode(), ["--level", level, "--seed", "1", "--book", "off"])
    assert made(heard.decode()) == VISITS[level]


@pytest.mark.parametrize("limit", ["50:00", "60:00/+60", "50:00//50:00", "99:59"])
@pytest.mark.parametrize("level", VISITS)
def test_a_level_makes_its_visits_over_nboard(level, limit):
    session = new_nboard(
        new_player(read_words(["--level", level, "--seed", "1", "--book", "off"]), None), None
    )
    session.client = client = gtp_script.Listener(session.bell)
    for line in ("nboard 2", START.format(limit), "ping 1", "go"):
        session.answer(line.encode(), False)
    session.idle()
    (stats,) = [line for line in client.heard if line.startswith(b"nodestats")]
    assert int(stats.split()[1]) == VISITS[level]
    assert any(line.startswith(b"=== ") for line in client.heard)


def test_a_level_makes_its_visits_where_its_search_began_without_a_cpu(monkeypatch):
    """The first slice seems to take a while, in which few visits are made of those that were known before."""
    player = Player(level="30", seed=1)
    player.set_clock(absolute(300))
    player.genmove(0)

    class Waited:
        """A clock that jumps ahead when a search has begun."""

        def __init__(self):
            self.asked = 0

        def monotonic(self):
            """The time, a moment later from the second question on."""
            self.asked += 1
            return time.monotonic() + (0.3 if self.asked > 1 else 0.0)

    monkeypatch.setattr(search_session, "time", Waited())
    player.genmove(1)
    assert player.report.visits == 54295


@pytest.mark.parametrize("words", [["--level", "1"], ["--visits", "16"]])
def test_a_client_s_depth_does_not_lift_a_limit(words):
    session = new_nboard(new_player(read_words([*words, "--seed", "1", "--book", "off"]), None), None)
    session.client = client = gtp_script.Listener(session.bell)
    for line in ("nboard 2", START.format("5:00"), "set depth 20", "ping 1", "go"):
        session.answer(line.encode(), False)
    session.idle()
    (stats,) = [line for line in client.heard if line.startswith(b"nodestats")]
    assert int(stats.split()[1]) == 16
    assert session.player.settings.endings == (0 if "--level" in words else 20)


def test_the_seconds_asked_for_bound_the_endings_too():
    """With an hour on the clock and 30 empty squares the solver would take minutes."""
    words = ["--seconds", "0.2", "--book", "off"]
    sent = f"time_settings 6000 0 0\noutflank-position {EMPTY_30} X\ngenmove b\n"
    began = time.monotonic()
    assert re.search(rb"= [A-H][1-8]\n\n$", gtp_script.speak_here(sent.encode(), words))
    assert time.monotonic() - began < 20
    session = new_nboard(new_player(read_words(words), None), None)
    session.client = client = gtp_script.Listener(session.bell)
    board = EMPTY_30.replace("X", "*") + " *"
    began = time.monotonic()
    for line in ("nboard 2", MIDDLE.format(board), "ping 1", "go"):
        session.answer(line.encode(), False)
    session.idle()
    assert any(line.startswith(b"=== ") for line in client.heard)
    assert time.monotonic() - began < 20


@pytest.mark.parametrize(
    ("level", "own", "bounds", "alone"),
    [
        ("master", Limits(), Limits(), Limits(seconds=1.0)),
        ("master", Limits(seconds=3), Limits(seconds=3), Limits(seconds=3)),
        ("master", Limits(nodes=9), Limits(nodes=9), Limits(nodes=9)),
        ("hard", Limits(), Limits(visits=3000), Limits(visits=3000)),
        ("hard", Limits(seconds=3), Limits(3000, 3), Limits(3000, 3)),
        ("hard", Limits(visits=9000), Limits(visits=9000), Limits(visits=9000)),
        ("expert", Limits(), Limits(10_000, 5.0), Limits(10_000, 5.0)),
        ("expert", Limits(seconds=10), Limits(10_000, 5.0), Limits(10_000, 5.0)),
        ("expert", Limits(50_000, 1), Limits(50_000, 1), Limits(50_000, 1)),
    ],
)
def test_whichever_limit_comes_first(level, own, bounds, alone):
    """Only visits that are asked for take the place of the level's."""
    setup = Player(level=level, limits=None if own == Limits() else own).settings
    assert (setup.bounds, setup.limits) == (bounds, alone)
    assert setup.limits_in(2.0) == bounds.within(Limits(seconds=2.0))
    assert setup.limits_in(None) == alone


def test_what_holds_is_said():
    sent = b"gomill-describe_engine\ntime_settings 300 0 0\ngomill-describe_engine\ngogui-title\n"
    heard = gtp_script.speak_here(sent, ["--level", "expert"]).decode().split("\n\n")
    assert "limits of a move: visits 10000, seconds 5.0\n" in heard[0]
    assert "limits of a move: visits 10000, seconds 5.0, the clock\n" in heard[2]
    assert heard[3] == "= Outflank: Othello, size 8, level expert, visits 10000, seconds 5.0, the clock"
    heard = gtp_script.speak_here(sent, []).decode().split("\n\n")
    assert "limits of a move: seconds 1.0\n" in heard[0]
    assert "limits of a move: the clock\n" in heard[2]
