"""Dialogues with NBoard's programs, line for line, with the module and the stand-alone program."""

import os
import re
import select
import subprocess
import time

import pytest
import transcript

from protocol.nboard import visits_at

START = (
    "(;GM[Othello]PC[NBoard]DT[2026-11-18 06:55:29 GMT]PB[human]PW[E]RE[?]TI[{clock}]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]{moves};)"
)
SEARCH = re.compile(r"search (PA|[A-H][1-8])(-(PA|[A-H][1-8]))* -?[0-9]{1,2}\.[0-9]{2} 0 ([0-9]+|100%W?)")
MOVE = re.compile(r"=== ([A-H][1-8]/(-?[0-9]{1,2}\.[0-9]{2})?/[0-9]+\.[0-9]{2}|PA)")
LINE = re.compile(
    rf"{SEARCH.pattern}|{MOVE.pattern}|pong [0-9]+|nodestats [0-9]+ [0-9]+\.[0-9]+|set myname Outflank"
    r"|analysis [0-9]+ -?[0-9]{1,2}\.[0-9]{2}|status( [a-z]+)?|learned"
    r"|book [A-H][1-8] -?[0-9]{1,2}\.[0-9]{2} [0-9]+ ([0-9]+|100%W?)"
)


def game(moves="", clock="0:20"):
    return "set game " + START.format(clock=clock, moves=moves)


class Wire:
    """The GUI's end of the pipe."""

    def __init__(self, command, *words):
        self.process = subprocess.Popen(
            [*command, *words, "--seed", "1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=transcript.ROOT,
        )
        self._rest = b""

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines).encode("latin-1"))
        self.process.stdin.flush()

    def hear(self, seconds=20.0):
        """The next line; None when there is none for so long. Every line must be one that the peer reads."""
        end = time.monotonic() + seconds
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                return None
            chunk = os.read(self.process.stdout.fileno(), 65536)
            assert chunk, "the program ended"
            self._rest += chunk
        line, _, self._rest = self._rest.partition(b"\n")
        text = line.decode("ascii")
        assert LINE.fullmatch(text), f"no line that the peer reads: {text!r}"
        return self.hear(max(0.0, end - time.monotonic())) if text.startswith("status") else text

    def until(self, pattern, seconds=20.0):
        """The lines up to the first that matches; all of them are returned."""
        end = time.monotonic() + seconds
        lines = []
        while not (lines and re.fullmatch(pattern, lines[-1])):
            line = self.hear(max(0.0, end - time.monotonic()))
            assert line is not None, f"nothing matches {pattern}: {lines[-5:]}"
            lines.append(line)
        return lines

    def ping(self, number, *before):
        """Send lines and a ping in one burst; nothing of what ran before follows its answer."""
        self.say(*before, f"ping {number}")
        return self.until(f"pong {number}")


@pytest.fixture
def wire(command):
    wires = []

    def connect(*words):
        wires.append(Wire(command, *words))
        return wires[-1]

    yield connect
    for one in wires:
        one.process.kill()
        one.process.wait()
        one.process.stdin.close()
        one.process.stdout.close()


def test_start_and_hints_for_the_first_move(wire):
    one = wire()
    one.say("nboard 2", game(), "set depth 12", "ping 1", "hint 4")
    assert one.hear() == "set myname Outflank"
    assert one.hear() == "pong 1"
    lines = one.until("nodestats .*")
    assert {line.split()[1][:2] for line in lines[:-1]} == {"D3", "C4", "F5", "E6"}
    assert len({line.split()[-1] for line in lines[:-1]}) == 1


def test_a_game_in_turns(wire):
    one = wire("nboard")
    one.ping(2, "nboard 2", game("B[F5//16.722]"))
    one.say("go")
    lines = one.until("=== .*")
    assert lines[0].startswith("nodestats") and MOVE.fullmatch(lines[-1])
    one.ping(3, game("B[F5//16.722]W[F6/-2.67/0.21]"))
    one.say("hint 4")
    one.until("nodestats .*")
    # The hint is running: nothing of it may follow the pong.
    one.ping(4, "move E6//11.521")
    one.say("go")
    assert not any(line.startswith("search") for line in one.until("=== .*"))
    one.ping(5, "move D6/-4,00/0.21")
    one.say("hint 2")
    assert len(one.until("nodestats .*")) == 3


def test_stepping_back_finds_what_was_known(wire):
    one = wire("nboard")
    one.ping(1, "nboard 2", game("B[F5]W[F6]B[E6]"))
    one.say("hint 64")
    rounds = [one.until("nodestats .*")[0] for _ in range(3)]
    deep = int(rounds[-1].split()[-1])
    one.ping(2, game("B[F5]W[F6]"))
    one.say("hint 64")
    one.until("nodestats .*")
    one.ping(3, "move E6//11.521")
    one.say("hint 64")
    assert int(one.hear().split()[-1]) >= deep
    # The same game with other names.
    one.ping(4, game("B[F5]W[F6]B[E6]").replace("human", "E"))
    one.say("hint 64")
    assert int(one.hear().split()[-1]) >= deep


def test_a_first_go_is_dropped_when_a_ping_follows(wire):
    one = wire("nboard")
    one.ping(16, "nboard 2", game(clock="5:00"))
    one.say("go")
    time.sleep(0.1)
    assert [line for line in one.ping(17) if line.startswith("===")] == []
    one.ping(18, game(clock="0:05"))
    one.say("go")
    assert len([line for line in one.until("=== .*") if line.startswith("===")]) == 1
    assert one.hear(0.3) is None


def test_passes(wire):
    one = wire("nboard")
    board = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-- O".replace("X", "*")
    odd = f"set game (;GM[Othello]PC[NBoard]PB[E]PW[E]RE[?]TI[1:00]TY[8]BO[8 {board}];)"
    one.ping(1, "nboard 2", odd)
    one.say("go")
    assert one.hear() == "=== PA"
    one.ping(2, "move PA//0.01")
    one.say("go")
    assert one.until("=== .*")[-1].startswith("=== G8")
    one.ping(3, odd)
    one.say("hint 2")
    assert one.hear().startswith("search PA")
    # A pass at the end of a record hands the move over.
    one.ping(4, odd.replace("];)", "]W[PA//3.107];)"))
    one.say("go")
    assert one.until("=== .*")[-1].startswith("=== G8")


def test_a_finished_game(wire):
    one = wire("nboard")
    over = f"set game (;GM[Othello]TY[8]BO[8 {'*' * 64} O];)"
    one.ping(1, "nboard 2", over)
    one.say("hint 4")
    assert one.hear(0.3) is None
    one.ping(2)
    one.say("go")
    assert one.hear() == "=== PA"
    one.ping(3)
    one.say("analyze")
    assert one.hear() == "analysis 0 64.00"


def test_an_odd_start_with_white_first(wire):
    one = wire("nboard")
    board = "---------------------------O*------***-------------------------- O"
    one.ping(80, "nboard 2", f"set game (;GM[Othello]PB[E]PW[E]RE[?]TI[0:05]TY[8]BO[8 {board}];)")
    one.say("go")
    assert one.until("=== .*")[-1][4:6] in ("D6", "F4", "F6")


def test_a_review_goes_backwards_and_is_cut_by_a_ping(wire):
    one = wire("nboard")
    one.ping(1, "nboard 2", game("B[F5]W[F6]B[E6]"))
    one.say("analyze")
    lines = one.until("analysis 0 .*")
    assert [int(line.split()[1]) for line in lines] == [3, 2, 1, 0]
    one.say("analyze")
    one.hear()
    one.ping(2)
    assert one.hear(0.5) is None


def test_the_local_game_server(wire):
    one = wire()
    one.say("ping 0")
    assert one.hear() == "pong 0"
    one.ping(1, "nboard 2")
    moves = "(;GM[Othello]PC[NBoardLocalGameServer]DT[11/18/2026 7:00:00 AM]PB[A]PW[B]RE[?]BT[00:00:10]"
    moves += "WT[00:00:10]TY[8]BO[8 ---------------------------O*------*O--------------------------- *];)"
    one.ping(2, f"set game {moves}")
    one.ping(3, "set time Black main 2000 inc 0 byoyomi 0")
    one.ping(4, "set time White main 2000 inc 0 byoyomi 0")
    begin = time.monotonic()
    one.say("go")
    answer = one.until("=== .*")[-1]
    assert time.monotonic() - begin < 2
    one.ping(5)
    one.ping(6, f"move {answer[4:6]}")
    one.say("go")
    one.until("=== .*")
    one.say("quit")
    assert one.process.wait(5) == 0


NOISE = (
    "set",
    "set game",
    "set game (;",
    "set game (;GM[Othello]BO[8 nonsense];)",
    "set game (;GM[Othello]TY[12];)",
    "set depth",
    "set depth x",
    "set time Black",
    "set time Red main 1 inc 1 byoyomi 1",
    "set nothing 5",
    "move",
    "move A1",
    "move PA",
    "move F5/x",
    "hint x",
    "ping",
    "ping x",
    "draw_tree",
    "\xff\xfe",
    "",
)


def test_noise_is_ignored_and_a_hint_goes_on(wire):
    one = wire("nboard")
    one.ping(1, "nboard 2", game("B[F5]"))
    one.say("hint 1")
    one.until("nodestats .*")
    for line in NOISE:
        one.say(line)
    one.until("nodestats .*")
    one.until("nodestats .*")
    one.ping(2)
    one.say("go")
    assert one.until("=== .*")[-1][4:6] in ("D6", "F4", "F6")


def test_thirty_stacked_requests_are_answered_in_order(wire):
    one = wire("nboard")
    one.say("nboard 2")
    burst = []
    for number in range(30):
        burst += [game("B[F5]W[F6]" if number % 2 else "B[F5]"), f"ping {number}", "hint 4"]
    begin = time.monotonic()
    one.say(*burst)
    lines = one.until("pong 29")
    assert [line for line in lines if line.startswith("pong")] == [f"pong {n}" for n in range(30)]
    assert time.monotonic() - begin < 5
    one.until("nodestats .*")


@pytest.mark.parametrize("work", ["hint 4", "go", "analyze"])
def test_the_end_of_the_stream_in_the_middle(wire, work):
    one = wire("nboard")
    one.ping(1, "nboard 2", game("B[F5]W[F6]B[E6]", "5:00"))
    one.say(work)
    time.sleep(0.2)
    begin = time.monotonic()
    one.process.stdin.close()
    assert one.process.wait(5) == 0
    assert time.monotonic() - begin < 2


def test_other_games_are_refused(command):
    done = subprocess.run(
        [*command, "nboard", "--game", "SOS"], capture_output=True, cwd=transcript.ROOT, check=False
    )
    assert done.returncode == 2 and done.stderr == b"outflank: NBoard plays Othello, not SOS\n"


def test_depths_grow_and_end_at_the_clock():
    assert [visits_at(depth) for depth in (0, 1, 2, 8, 12)] == [32, 45, 64, 512, 2048]
    assert visits_at(50) is None and visits_at(60) is None
