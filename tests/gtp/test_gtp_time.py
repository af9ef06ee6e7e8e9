"""Commands about time, and what they tell the player."""

from types import SimpleNamespace

import gtp_script
import pytest

from outflank.engine.play.clocks.time_control import NO_LIMIT, absolute, byo_yomi, canadian, fischer, per_move
from outflank.protocol.formats.notation import find_player
from outflank.protocol.gtp import time as gtp_time
from outflank.protocol.gtp.session import commands


class Listener:
    """A session of Rolit whose player notes what it is told."""

    def __init__(self):
        self.heard = []
        self.player = SimpleNamespace(
            set_clock=self.heard.append,
            time_left=lambda *words: self.heard.append(words),
            clock=SimpleNamespace(lag=0.1),
        )

    def find_player(self, word):
        return find_player(word, ("red", "yellow", "green", "blue"))


@pytest.mark.parametrize(
    ("line", "heard"),
    [
        ("time_settings 300 30 5", canadian(300, 30, 5)),
        ("time_settings 0 1 0", NO_LIMIT),
        ("time_settings 0 15 1", per_move(15)),
        ("time_settings 300 0 1", absolute(300)),
        ("time_left green 20 3", (2, 20.0, 3)),
        ("time_left b 0.5 0", (3, 0.5, 0)),
        ("kgs-time_settings none", NO_LIMIT),
        ("kgs-time_settings absolute 300", absolute(300)),
        ("kgs-time_settings byoyomi 300 30 5", byo_yomi(300, 30, 5)),
        ("kgs-time_settings canadian 300 30 5", canadian(300, 30, 5)),
        ("kata-time_settings none", NO_LIMIT),
        ("kata-time_settings absolute 0.5", absolute(0.5)),
        ("kata-time_settings byoyomi 300 0.5 5", byo_yomi(300, 0.5, 5)),
        ("kata-time_settings canadian 300 30.5 5", canadian(300, 30.5, 5)),
        ("kata-time_settings fischer 300 2.5", fischer(300, 2.5)),
        ("kata-time_settings fischer-capped 300 5 600 30", fischer(300, 5, 600, 30)),
        ("kata-time_settings fischer-capped 300 5 -1 30", fischer(300, 5, None, 30)),
        ("kata-time_settings fischer-capped 300 5 600 -1", fischer(300, 5, 600, None)),
    ],
)
def test_what_a_command_tells_the_player(line, heard):
    session = Listener()
    name, *words = line.split()
    outcome = commands.run(session, name, words)
    assert (outcome.good, outcome.text) == (True, "")
    assert session.heard == [heard]


@pytest.mark.parametrize(
    "line",
    [
        "time_settings 300 0 x",
        "time_left red 20 -3",
        "kgs-time_settings canadian 300 30 0",
        "kata-time_settings x",
    ],
)
def test_a_refused_command_tells_the_player_nothing(line):
    session = Listener()
    name, *words = line.split()
    assert not commands.run(session, name, words).good
    assert session.heard == []


def test_the_list_is_what_there_is():
    outcome = commands.run(Listener(), "kata-list_time_settings", [])
    assert outcome.text.split() == list(gtp_time.SYSTEMS)
    assert set(gtp_time.KGS_SYSTEMS) <= set(gtp_time.SYSTEMS)


def test_a_lag_that_is_measured_is_noted_in_the_log(tmp_path):
    log = tmp_path / "log"
    lines = ["time_settings 300 0 0"]
    for left in (299.5, 298.0, 296.5):
        lines += [f"time_left b {left} 0", "genmove b", "genmove w"]
    lines += ["outflank-get lag", "time_left b 296.4 0", ""]
    options = ["--visits", "2", "--book", "off", "--log", str(log)]
    heard = gtp_script.speak_to(gtp_script.MODULE, "\n".join(lines).encode(), options)
    lag = float(gtp_script.frames_of(heard)[-2].removeprefix(b"= "))
    # The client says 1.5 s a move, of which the searches took a little.
    assert 0.5 < lag < 1.5
    notes = [line[11:] for line in log.read_text().splitlines() if line[11:12] == "!"]
    assert notes == [f"! lag {lag:.3f} s, measured by the client's clock; it was 0.100 s"]
