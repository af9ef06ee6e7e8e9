"""NBoard's protocol: dialogues from texts with this process, the module and the stand-alone program, and
more."""

import re
import subprocess
import time

import gtp_script
import pytest
from hypothesis import given, strategies as st
from judge import Judge
from nboard_script import FOLDER, Dialogue, Here, Process
from patience import SOON

from outflank.engine.play.depth import visits_at
from outflank.protocol.serve import new_nboard, new_player
from outflank.protocol.settings import read_words

START = (
    "(;GM[Othello]PC[NBoard]DT[2026-11-18 06:55:29 GMT]PB[human]PW[E]RE[?]TI[0:05]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
)
OVER = "*" * 64 + " O"
DIALOGUES = [Dialogue(path) for path in sorted(FOLDER.glob("*.txt"))]


@pytest.fixture
def connect(tmp_path):
    """Starts engines at the other end of wires; ends what still runs afterwards."""
    wires = []

    def start(make, *words, **more):
        wires.append(make(tmp_path, *words, **more))
        return wires[-1]

    yield start
    for wire in wires:
        wire.kill()


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: dialogue.path.stem)
def test_dialogues_in_this_process(connect, dialogue):
    dialogue.hold(connect(Here, dialogue.words))


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: dialogue.path.stem)
def test_dialogues_with_the_program(connect, command, dialogue):
    dialogue.hold(connect(Process, command, dialogue.words))


TOKENS = (
    b"nboard set game depth contempt time Black main inc byoyomi move hint go ping learn analyze F5 D6//1 PA "
    b"// -1 0 1 2 60 1e9 (; ;) TY[8] TY[10] B[F5] W[D6/-2,67] BO[8 \xff \xa0 \0"
).split()
NONSENSE = [dialogue for dialogue in DIALOGUES if dialogue.nonsense]


def session_with_a_hint():
    """A session in the middle of a game, which has been asked for a hint."""
    values = read_words(["--book", "off"])
    session = new_nboard(new_player(values, None), None)
    session.client = gtp_script.Listener(session.bell)
    for line in ("nboard 2", f"set game {START}B[F5//16.722];)", "set depth 60", "ping 1", "hint 2"):
        session.answer(line.encode(), False)
    return session


def state(session):
    """All that a line could change: the game, the settings, the clocks, and what the worker is to do."""
    worker, player = session.worker, session.player
    plain = [vars(thing) for thing in (worker, worker.lines, session.clocks)]
    words = [repr(value) for some in plain for value in some.values() if not hasattr(value, "__dict__")]
    return words, player.values, player.settings.depth, player.game.made, player.position.key, worker._want


def test_solving_can_be_set_apart_from_the_depth():
    session = session_with_a_hint()
    for line, endings in (("set solve_empties 18", 18), ("set depth 8", 18), ("set solve_empties 99", 40)):
        session.answer(line.encode(), False)
        assert session.player.settings.endings == endings
    for line in ("set solve_empties", "set solve_empties many", "set solve_empties -1"):
        session.answer(line.encode(), False)
        assert session.player.settings.endings == 40


@pytest.mark.parametrize("dialogue", NONSENSE, ids=lambda dialogue: dialogue.path.stem)
def test_nonsense_is_ignored_whole(dialogue):
    taken = []
    for line in dict.fromkeys(dialogue.nonsense):
        session = session_with_a_hint()
        before = state(session)
        reply = session.answer(line, False)
        silent = reply is None or (reply.data, reply.code, reply.fault) == (b"", None, None)
        if not silent or state(session) != before:
            taken.append(line)
    assert taken == []


@pytest.mark.parametrize(
    "line",
    (
        "nboard 1",
        "set depth 3",
        "set contempt 5",
        "set time Black main 5 inc 0 byoyomi 0",
        "move D6",
        "ping 4",
        "go",
    ),
)
def test_sense_is_seen(line):
    """The test above would be worth nothing if it saw no change."""
    session = session_with_a_hint()
    before = state(session)
    session.answer(line.encode(), False)
    assert state(session) != before


@pytest.mark.parametrize("annotation", ("nan/1", "x/y", "1/1e400", "1/-3", "1/5 s", "1/2/3", "\xb2", "-/-"))
def test_no_annotation_costs_a_move(annotation):
    """What cannot be read is left out, and the log has it; seconds that can be read count."""
    session = session_with_a_hint()
    played = session.player.position.play(session.player.rules.find_move("D6")).key
    reply = session.answer(f"move D6/{annotation}".encode("latin-1"), False)
    assert session.player.position.key == played
    told = "" if reply is None else reply.note
    assert told.startswith("move: left out: ") if annotation != "1/-3" else told == ""
    reply = session.answer(f"set game {START}B[F5/{annotation}]W[D6//0.5];)".encode("latin-1"), False)
    assert session.player.position.key == played
    assert session.clocks.settings(1).main == 4.5


def test_no_clock_costs_a_game():
    session = session_with_a_hint()
    reply = session.answer(START.replace("(;", "set game (;").replace("0:05", "five").encode() + b";)", False)
    assert session.player.game.turns == 0
    assert reply.note == "set: left out: 'five' is no number, and 1 more"


@pytest.fixture
def peer(connect, command):
    """A program in the middle of a game."""
    wire = connect(Process, command, ["nboard", "--seed", "1"])
    wire.ping(1, "nboard 2", f"set game {START}B[F5]W[F6]B[E6];)", "set depth 60")
    return wire


def depths(wire, rounds):
    """The depth texts of a number of rounds."""
    found = []
    for _ in range(rounds):
        lines = wire.until("nodestats .*")
        found.append(int(next(line for line in lines if line.startswith("search")).split()[4]))
    return found


def test_stepping_back_and_forth_finds_what_was_known(peer):
    peer.ask("hint 64")
    deep = depths(peer, 3)[-1]
    peer.ping(2, f"set game {START}B[F5]W[F6];)")
    peer.ask("hint 64")
    depths(peer, 1)
    peer.ping(3, "move E6//11.521")
    peer.ask("hint 64")
    assert depths(peer, 1)[0] >= deep
    peer.ping(4, f"set game {START.replace('human', 'E')}B[F5]W[F6]B[E6];)")
    peer.ask("hint 64")
    assert depths(peer, 1)[0] >= deep


def test_go_keeps_to_the_clock_of_the_game(peer):
    """Two moves have used White's time up to a second; without a clock it would be the depth that counts."""
    played = f"set game {START.replace('0:05', '0:11')}B[F5]W[F6//10.0]B[E6];)"
    begin = time.monotonic()
    peer.ping(2, played)
    peer.ask("go")
    peer.until("=== .*")
    assert time.monotonic() - begin < 1 + SOON


def test_what_one_program_learns_another_shows(connect, command):
    """The lines of a learnt game are of the book, whose searches were longer than a hint's first ones."""
    first, second = (connect(Process, command, ["nboard"]) for _ in range(2))
    first.ping(1, "nboard 2", f"set game {START}B[F5]W[D6]B[C3];)", "set depth 12")
    first.ask("learn")
    first.until("learned")
    second.ping(1, "nboard 2", f"set game {START}B[F5];)", "set depth 1")
    second.ask("hint 3")
    lines = second.until("nodestats .*")
    assert any(re.fullmatch(r"book D6 -?[0-9.]+ [0-9]+ [0-9]+", line) for line in lines)
    second.ping(2)
    second.ask("go")
    assert second.until("=== .*")[-1][4:6] in ("D6", "F4", "F6")


@given(
    st.lists(
        st.binary(max_size=30) | st.lists(st.sampled_from(TOKENS), max_size=9).map(b" ".join), max_size=9
    )
)
def test_any_line_is_answered_with_a_line_or_nothing(lines):
    session = session_with_a_hint()
    for line in lines:
        reply = session.answer(line, False)
        data = b"" if reply is None else reply.data
        assert reply is None or reply.fault is None
        assert re.fullmatch(rb"((pong [0-9]+|set myname [A-Za-z0-9]+)\n)?", data)


WORK = ("hint 4\n", "go\n", "analyze\n", "learn\n", "hint 4\nmo", "go\nping 12", "hint 4\nping 3\n" * 200)


@pytest.mark.parametrize("begun", WORK, ids=lambda begun: repr(begun[:16]))
@pytest.mark.parametrize("after", [0.0, 0.15])
def test_the_pipe_is_closed_in_the_middle(peer, begun, after):
    peer.say(begun.encode())
    time.sleep(after)
    begin = time.monotonic()
    assert peer.leave(SOON) == 0
    assert time.monotonic() - begin < SOON


@pytest.mark.parametrize(("words", "sent"), [(["nboard"], b""), ([], b"nboard 2\nping 1\n")])
def test_other_games_are_refused(command, words, sent):
    done = subprocess.run(
        [*command, *words, "--game", "SOS"],
        input=sent,
        capture_output=True,
        cwd=gtp_script.ROOT,
        check=False,
    )
    assert done.stdout == b""
    assert done.returncode == 2 and done.stderr == b"outflank: NBoard plays Othello, not SOS\n"


def test_depths_grow_and_end_at_the_clock():
    assert [visits_at(depth) for depth in (0, 1, 2, 8, 12)] == [32, 45, 64, 512, 2048]
    assert visits_at(50) is None and visits_at(60) is None


HINT = ["set game " + START + "B[F5];)", "ping 1", "hint 2"]
FAULTS = {
    "an unknown line": (HINT, ["outflank: internal error"]),
    "beyond ASCII": (HINT, ["pong 1", "status \xe9"]),
    "an empty line": (HINT, ["pong 1", ""]),
    "CR LF": (HINT, ["pong 1\r"]),
    "another number": (HINT, ["pong 2"]),
    "a second pong": (HINT, ["pong 1", "pong 1"]),
    "a pong too early": ([*HINT, "ping 2"], ["pong 2"]),
    "a hint before its pong": (HINT, ["search D6 1.0 0 3"]),
    "a hint after the next pong": ([*HINT, "ping 2"], ["pong 1", "pong 2", "search D6 1.0 0 3"]),
    "an illegal hint": (HINT, ["pong 1", "search D3 1.0 0 3"]),
    "an illegal line": (HINT, ["pong 1", "search D6A1 1.0 0 3"]),
    "a square off the board": (HINT, ["pong 1", "search i9 1.0 0 3"]),
    "an early end": (HINT, ["pong 1", "search D6 1.0 0"]),
    "NaN": (HINT, ["pong 1", "search D6 NaN 0 3"]),
    "infinity": (HINT, ["pong 1", "search D6 -inf 0 3"]),
    "an exponent": (HINT, ["pong 1", "search D6 1e1 0 3"]),
    "too many discs": (HINT, ["pong 1", "search D6 64.01 0 3"]),
    "a pair the wrong way": (HINT, ["pong 1", "search D6 -1.0,1.0 0 3"]),
    "games where there are none": (HINT, ["pong 1", "search D6 1.0 4 3"]),
    "no depth": (HINT, ["pong 1", "search D6 1.0 0 x"]),
    "a fraction of a depth": (HINT, ["pong 1", "search D6 1.0 0 3.5"]),
    "two depths in one round": (HINT, ["pong 1", "search D6 1.0 0 3", "search F6 1.0 0 4"]),
    "a depth that shrinks": (HINT, ["pong 1", "search D6 1.0 0 3", "search D6 1.0 0 2"]),
    "a likely score that gets less so": (HINT, ["pong 1", "search D6 2.0 0 90%", "search D6 2.0 0 85%"]),
    "a likely score that is forgotten": (HINT, ["pong 1", "search D6 2.0 0 61%", "search D6 2.0 0 99"]),
    "a proof that was likely": (HINT, ["pong 1", "search D6 2.0 0 100%W", "search D6 2.0 0 95%"]),
    "a proof that is lost": (HINT, ["pong 1", "search D6 2.00 0 100%", "search D6 2.00 0 100%W"]),
    "an exact odd margin": (HINT, ["pong 1", "search D6 3.00 0 100%"]),
    "three moves of two": (HINT, ["pong 1", *(f"search {move} 1.0 0 3" for move in ("D6", "F4", "F6"))]),
    "too many rounds": (HINT, ["pong 1", *["search D6 1.0 0 3"] * 11]),
    "a book without games": (HINT, ["pong 1", "book D6 1.0 x 3"]),
    "no seconds": (HINT, ["pong 1", "nodestats 5"]),
    "seconds with an exponent": (HINT, ["pong 1", "nodestats 5 1e-3"]),
    "a move for a hint": (HINT, ["pong 1", "=== D6"]),
    "no move for a go": ([*HINT[:2], "go"], ["pong 1"]),
    "two moves for a go": ([*HINT[:2], "go"], ["pong 1", "=== D6", "=== D6"]),
    "an illegal move": ([*HINT[:2], "go"], ["pong 1", "=== D3"]),
    "no blank before the move": ([*HINT[:2], "go"], ["pong 1", "===D6"]),
    "a pass that is none": ([*HINT[:2], "go"], ["pong 1", "=== PA"]),
    "a move with an exponent": ([*HINT[:2], "go"], ["pong 1", "=== D6/1e2/1.0"]),
    "a move with a negative time": ([*HINT[:2], "go"], ["pong 1", "=== D6/1.0/-1.0"]),
    "a pass with a value": (
        [f"set game {START[:-68]} {OVER}];)", "ping 1", "go"],
        ["pong 1", "=== PA/0.00"],
    ),
    "a pass by another name": ([f"set game {START[:-68]} {OVER}];)", "ping 1", "go"], ["pong 1", "=== --"]),
    "no answer to a ping": (HINT, []),
    "a status of nothing": (HINT[:2], ["pong 1", "status thinking"]),
    "a name unasked": (HINT, ["pong 1", "set myname E"]),
    "a name of two words": (["nboard 2", *HINT], ["pong 1", "set myname E 5"]),
    "other settings": (["nboard 2", *HINT], ["pong 1", "set depth 5"]),
    "learned unasked": (HINT, ["pong 1", "learned"]),
    "a review unasked": (HINT, ["pong 1", "analysis 1 0.00"]),
    "a review from elsewhere": ([*HINT[:2], "analyze"], ["pong 1", "analysis 0 0.00"]),
    "a review with a hole": ([*HINT[:2], "analyze"], ["pong 1", "analysis 1 0.00", "analysis 1 0.00"]),
    "another result": (
        [f"set game {START[:-68]} {OVER}];)", "ping 1", "analyze"],
        ["pong 1", "analysis 0 62.00"],
    ),
}


def judged(sent, heard):
    """What the judge notes of these lines, and how many of them are before the last."""
    judge = Judge()
    for line in sent:
        judge.sent(line.encode(), 0.0)
    for line in heard[:-1]:
        judge.heard(line.encode("latin-1"), 1.0)
    early = len(judge.faults)
    for line in heard[-1:]:
        judge.heard(line.encode("latin-1"), 1.0)
    judge.finish()
    return judge.faults, early


@pytest.mark.parametrize("name", FAULTS)
def test_the_judge_sees(name):
    faults, early = judged(*FAULTS[name])
    assert faults and not early


GOOD = (
    (HINT, ["pong 1", "search D6-c3F3 1.25 0 1 text", "search f4 -2.00,-3.00 0 1", "nodestats 9 0.1"]),
    (HINT, ["pong 1", "book D6 1 12 1", "search D6 1 0 9", "search D6 -2 0 100%W", "search D6 -2 0 100%"]),
    ([*HINT[:2], "go"], ["pong 1", "=== d6 1.00 0.5"]),
    ([*HINT[:2], "go", "ping 2", "go"], ["pong 1", "=== D6", "pong 2", "nodestats 1 1", "=== F4//0.5"]),
    ([*HINT[:2], "analyze"], ["pong 1", "analysis 1 -1.5", "analysis 0 0"]),
    (["nboard 1", "F5", "ping 1", "hint 1"], ["set myname E", "pong 1", "search D6 1.0 0 3"]),
)


@pytest.mark.parametrize(("sent", "heard"), GOOD)
def test_the_judge_is_content(sent, heard):
    assert judged(sent, heard) == ([], 0)


@pytest.mark.parametrize("fault", [TypeError("no game\nat all"), ValueError("a slip of our own")])
def test_an_internal_error_is_told_and_the_session_lives(connect, capfd, monkeypatch, fault):
    """A ValueError that refuses nothing is an error of ours, and not a line to be ignored."""
    wire = connect(Here, ["nboard", "--seed", "1"])
    session = wire.session

    def fail(record):
        raise fault

    monkeypatch.setattr(session, "set_game", fail)
    assert wire.ping(1, "nboard 2", f"set game {START}B[F5];)")[-1] == "pong 1"
    monkeypatch.undo()
    assert wire.ping(2, f"set game {START}B[F5]W[F6];)", "move E6")[-1] == "pong 2"
    assert len(session.player.game.made) == 3
    wire.leave()
    told = capfd.readouterr().err.splitlines()
    assert len(told) == 1
    assert f"internal error: {type(fault).__name__}: {' '.join(str(fault).split())} (" in told[0]
