"""`outflank check`: ours passes, and every fault is found by the step that is for it."""

import json
import re
import shlex
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import gtp_script
import pytest
from hypothesis import given, strategies as st
from places import TESTS

from outflank.engine.games import GAMES
from outflank.protocol import cli
from outflank.protocol.check import (
    command as check_command,
    gtp as check_gtp,
    gtp_games as check_gtp_games,
    gtp_play as check_gtp_play,
    hidden_games as check_hidden,
    nboard as check_nboard,
    recorded_process as check_wire,
)
from outflank.protocol.check.command import attempt, examine, plan_of
from outflank.protocol.check.gtp_talk import Gtp
from outflank.protocol.check.nboard_grammar import first_move, read_line
from outflank.protocol.check.nboard_talk import NBoard
from outflank.protocol.match.engines import process as peer

FAKES = TESTS / "fakes"
PATIENCE = 2.0
GTP = (
    *check_gtp.FRAMING,
    *check_gtp_play.PLAY,
    *check_gtp_games.GAMES,
    *check_hidden.HIDDEN,
    *check_gtp.ENDS,
)
STEPS = {
    "gtp": {step.name: step for step in GTP},
    "nboard": {step.name: step for step in (check_nboard.FIRST, *check_nboard.STEPS, *check_nboard.ENDS)},
}
DIALOGUES = {
    "gtp": (plan_of("gtp", [], 1.0).steps,),
    "nboard": ((*check_nboard.STEPS[:13], *check_nboard.STEPS[-2:]), check_nboard.STEPS[13:]),
}
"""The steps that follow one another. Those of NBoard's listen for long, and are two dialogues, at the end of
which each has its noise and its stderr looked at."""
FAULTS = {}
"""By protocol and by the faults of a fake: how the steps go that they are for."""
FAULTS["gtp"] = {
    "banner": ["FAIL no banner"],
    "two-point-zero": ["warn protocol_version"],
    "three": ["FAIL protocol_version"],
    "crlf": ["FAIL line feeds"],
    "no-blank": ["warn blank after ="],
    "two-lines": ["FAIL name, version"],
    "loose-id": ["FAIL ids"],
    "sticky": ["FAIL ids do not stick"],
    "no-comments": ["FAIL comments"],
    "answers-nothing": ["FAIL empty lines", "FAIL comments"],
    "keeps-returns no-tabs": ["FAIL CR LF"],
    "keeps-controls": ["warn control characters"],
    "no-tabs": ["FAIL tabs"],
    "never-fails": ["FAIL unknown commands", "FAIL illegal moves", "FAIL syntax errors"],
    "other-words": ["warn words: unknown", "warn words: syntax", "warn words: illegal"],
    "joined": ["FAIL list_commands"],
    "no-komi": ["FAIL list_commands"],
    "knows-all": ["FAIL known_command"],
    "drops-queue": ["FAIL pipelined", "FAIL quit"],
    "short-lines": ["FAIL long lines"],
    "blank-line": ["FAIL no blank lines"],
    "no-negative-komi": ["FAIL setting up"],
    "takes-anything": ["FAIL syntax errors"],
    "refusal-resets": ["FAIL refused board size"],
    "plays-illegal": ["FAIL illegal moves"],
    "lower-case": ["FAIL capitals"],
    "cheats": ["FAIL genmove", "FAIL undo", "FAIL reg_genmove"],
    "no-implicit": ["FAIL pass left out", "FAIL same side twice"],
    "confused": ["FAIL pass left out", "ok legal moves"],
    "no-explicit": ["FAIL pass sent", "FAIL pass after the end"],
    "no-pass-at-end": ["FAIL pass after the end", "ok pass sent"],
    "resigns": ["FAIL passes itself", "FAIL asked after the end"],
    "needless": ["warn needless pass"],
    "fails-at-end": ["FAIL asked after the end", "ok passes itself"],
    "bare-score": ["FAIL final_score"],
    "no-sign": ["FAIL final_score"],
    "always-score": ["warn unfinished score"],
    "undo-nothing": ["FAIL undo", "FAIL clear_board"],
    "undo-one": ["FAIL undo of a pass"],
    "clear-keeps": ["FAIL clear_board"],
    "any-clock": ["FAIL clocks"],
    "zero-clock": ["FAIL clocks"],
    "slow": ["FAIL keeps time"],
    "deaf": ["FAIL interrupt"],
    "reg-plays": ["FAIL reg_genmove"],
    "ignores-quit": ["FAIL quit", "ok end of input"],
    "ignores-eof": ["FAIL end of input", "FAIL end while thinking"],
    "unlisted": ["FAIL known_command", "FAIL list_commands", "ok no blank lines", "skip hidden hands"],
    "counts-blanks": ["FAIL many blanks"],
    "hates-d3": ["FAIL legal moves"],
    "hides-a-move": ["FAIL gogui-rules"],
    "loads-nothing": ["warn loadsgf"],
    "boasts": ["FAIL all games"],
    "foreign-tiles": ["FAIL hidden hands", "FAIL told deck", "FAIL wrong cards"],
    "guesses": ["FAIL unknown hands", "ok undo of draws"],
    "undo-draws-alone": ["FAIL undo of draws"],
    "any-cards": ["FAIL wrong cards", "ok unknown hands"],
    "own-deck": ["FAIL told deck", "ok wrong cards"],
    "short-change": ["FAIL money"],
    "plays-go": ["skip genmove", "skip refused board size", "FAIL all games", "ok setting up"],
    "begins-with-go": ["ok setting up", "ok gogui-rules", "ok final_score"],
    "at-once": ["ok interrupt", "ok end while thinking"],
    "answers-nothing lag=0.4": ["FAIL empty lines", "FAIL comments"],
}
FAULTS["nboard"] = {
    "last-ping": ["FAIL pong"],
    "no-restart": ["FAIL pong"],
    "needs-hello": ["FAIL ping before nboard"],
    "no-name": ["warn name"],
    "complains": ["warn unknown lines"],
    "keeps-returns": ["FAIL CR LF"],
    "twice": ["FAIL go"],
    "glued": ["FAIL go"],
    "cheats": ["FAIL go", "FAIL move"],
    "plays": ["FAIL go stays"],
    "answers-both long": ["FAIL go twice"],
    "no-commas": ["warn commas"],
    "strict": ["FAIL odd games"],
    "no-pass": ["FAIL passes", "FAIL hint at a pass"],
    "long-pass": ["ok passes", "warn PA"],
    "misses-pass": ["FAIL told passes"],
    "gaps": ["FAIL hint"],
    "infinite": ["FAIL hint"],
    "umlaut": ["FAIL hint"],
    "answers-hints": ["FAIL hint"],
    "hints-at-end": ["FAIL hint at the end"],
    "stale-hint": ["FAIL after the pong: hint"],
    "stale-go long": ["FAIL after the pong: go"],
    "slow-pong": ["FAIL pong at work"],
    "milliseconds": ["warn nodestats"],
    "exponent": ["warn analyze"],
    "no-learned": ["warn learn"],
    "noise": ["warn noise"],
    "complains-on-stderr": ["FAIL stderr"],
    "ignores-quit": ["FAIL quit", "ok end of input"],
    "ignores-eof": ["FAIL end of input"],
    "forgets": ["FAIL stacked"],
    "dies-of-contempt": ["FAIL settings"],
    "works-on long": ["FAIL end in a hint", "FAIL end in a go", "ok end of input"],
    "twice lag=0.2": ["FAIL go"],
    "stale-go long lag=0.4": ["FAIL after the pong: go"],
}
PACES = ("", "lag=0.001", "lag=0.1", "bursts", "lumps")
"""An engine is judged alike at each of these speeds (tests/fakes/pace.py)."""
SLOW_PACES = ("lag=0.1", "bursts")
"""The speeds at which faults are found too: each fault at one of them, with --thorough at both."""


def rows_of(thorough):
    """The protocol, the faults and the speed of each fake."""
    return [
        (protocol, faults, pace)
        for protocol, table in FAULTS.items()
        for number, faults in enumerate(table)
        for pace in ("", *(SLOW_PACES if thorough else SLOW_PACES[number % 2 :][:1]))
        if not pace or "lag=" not in faults
    ]


AT_A_TIME = 32
"""Fakes that wait more than they work."""
PARTS = 10
"""Dialogues into which the steps are split for an engine that is slow."""
SLOWEST = (
    *(("gtp", faults) for faults in FAULTS["gtp"] if "score" in " ".join(FAULTS["gtp"][faults])),
    ("gtp", "fails-at-end"),
    ("gtp", "resigns"),
    ("gtp", "no-pass-at-end"),
    ("gtp", "no-explicit"),
    ("gtp", "no-implicit"),
    ("gtp", "confused"),
    ("gtp", "slow"),
    ("gtp", "drops-queue"),
    ("gtp", "ignores-eof"),
    ("gtp", "deaf"),
    ("nboard", "answers-both long"),
    ("nboard", "no-learned"),
    ("nboard", "works-on long"),
    ("nboard", "slow-pong"),
    ("nboard", "no-restart"),
    ("nboard", "keeps-returns"),
)
TERMS = (
    (check_wire, "THINKING", 2),
    # A busy machine takes its time with what is over at once on a quiet one.
    (check_gtp_play, "INTERRUPTED_SECONDS", 5.0),
    (check_gtp, "END_SECONDS", 5.0),
    (check_hidden, "GAME_SECONDS", 1.0),
    (check_nboard, "END_SECONDS", 5.0),
    (check_nboard, "QUIT_SECONDS", 5.0),
    (peer, "POLITE", 0.5),
)


def fake(name, faults=""):
    return [sys.executable, str(FAKES / f"{name}.py"), *faults.split()]


def outcome_of(protocol, command, name):
    """How one step goes with a program that is started for it."""
    silent = name in ("no banner", "ping before nboard")
    hello = "" if silent else "nboard 2\n"
    dialogue = Gtp(command, PATIENCE) if protocol == "gtp" else NBoard(command, PATIENCE, hello)
    try:
        if not silent:
            check_command.introduce(dialogue)
        return attempt(dialogue, STEPS[protocol][name], "")
    finally:
        dialogue.close()


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    """What does not leave when it is told to is not waited for."""
    monkeypatch.setattr(peer, "POLITE", 0.2)


@pytest.fixture(scope="module")
def examined(tmp_path_factory, pytestconfig):
    """What is found out about all programs, {(protocol, faults, pace): outcomes}: for each fault of the
    steps that it is for, under the name `ours` and without faults of all steps. The waits are shorter than
    usual."""
    book = str(tmp_path_factory.mktemp("book") / "own.book")
    words = {"gtp": ["gtp"], "nboard": ["nboard", "--book", book]}
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(AT_A_TIME) as pool:
        for module, name, seconds in TERMS:
            patch.setattr(module, name, seconds)
        # What takes longest begins first.
        tasks = {}
        for protocol in FAULTS:
            tasks[protocol, "ours", ""] = all_steps(pool, protocol, [*gtp_script.MODULE, *words[protocol]])
            tasks[protocol, "", ""] = all_steps(pool, protocol, fake(f"faulty_{protocol}"))
        for protocol in FAULTS:
            for pace in PACES[1:]:
                tasks[protocol, "", pace] = in_parts(pool, protocol, fake(f"faulty_{protocol}", pace))
        rows = rows_of(pytestconfig.getoption("--thorough"))
        for protocol, faults, pace in sorted(rows, key=lambda row: (row[:2] not in SLOWEST, not row[2])):
            steps = [line.partition(" ")[2] for line in FAULTS[protocol][faults]]
            tasks[protocol, faults, pace] = [
                pool.submit(outcomes_of, protocol, f"{faults} {pace}", [step]) for step in steps
            ]
        return {key: [row for task in parts for row in task.result()] for key, parts in tasks.items()}


def all_steps(pool, protocol, command):
    """The tasks that go through all steps: those of a dialogue, and at the same time those that have one of
    their own each."""
    plan = plan_of(protocol, command, 10.0)
    parts = [plan._replace(steps=steps, alone=()) for steps in DIALOGUES[protocol]]
    parts.append(plan._replace(steps=()))
    return [pool.submit(lambda part=part: list(examine(part))) for part in parts]


def in_parts(pool, protocol, command):
    """The tasks that go through all steps in several dialogues at a time, each of which begins with the first
    step."""
    plan = plan_of(protocol, command, 10.0)
    first, *others = plan.steps
    parts = [
        plan._replace(steps=(first, *others[at::PARTS]), alone=plan.alone[at::PARTS]) for at in range(PARTS)
    ]
    return [pool.submit(lambda part=part: list(examine(part))) for part in parts]


def outcomes_of(protocol, faults, steps):
    return [outcome_of(protocol, fake(f"faulty_{protocol}", faults), step) for step in steps]


def pytest_generate_tests(metafunc):
    if metafunc.function is test_each_fault_is_found_by_its_step:
        rows = rows_of(metafunc.config.getoption("--thorough"))
        metafunc.parametrize(("protocol", "faults", "pace"), rows)


def test_each_fault_is_found_by_its_step(protocol, faults, pace, examined):
    outcomes = examined[protocol, faults, pace]
    assert [f"{row.state} {row.step.name}" for row in outcomes] == FAULTS[protocol][faults], outcomes
    for row in outcomes:
        assert row.state in ("ok", "skip") or (row.reason and (row.dialogue or row.step.name == "name")), row


@pytest.mark.parametrize("protocol", FAULTS)
def test_ours_passes_every_step(protocol, examined):
    assert [row for row in examined[protocol, "ours", ""] if row.state != "ok"] == []
    assert {row.step.name for row in examined[protocol, "ours", ""]} == set(STEPS[protocol])


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.name)
def test_ours_passes_whichever_game_it_begins_with(variant):
    command = [*gtp_script.MODULE, "gtp", "--game", variant.name]
    plan = plan_of("gtp", command, 10.0)
    rows = list(examine(plan._replace(steps=(*check_gtp.FRAMING, STEPS["gtp"]["gogui-rules"]), alone=())))
    assert [row for row in rows if row.state != "ok"] == []


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("protocol", FAULTS)
def test_a_fake_without_faults_fails_nowhere(protocol, pace, examined):
    assert {row.step.name for row in examined[protocol, "", pace]} == set(STEPS[protocol])
    assert {row.step.name for row in examined[protocol, "", pace] if row.state != "ok"} == set()


def test_every_step_that_can_fail_has_a_fault_that_makes_it():
    expected = {
        (protocol, line.partition(" ")[2])
        for protocol, table in FAULTS.items()
        for lines in table.values()
        for line in lines
        if line.startswith(("FAIL", "warn"))
    }
    unproven = {(protocol, name) for protocol, steps in STEPS.items() for name in steps} - expected
    assert unproven == set()


RHINO = shutil.which("gtp-rhino") or shutil.which("gtp-rhino", path="/usr/games")


@pytest.mark.skipif(RHINO is None, reason="GTP-rhino is not installed")
def test_the_faults_of_gtp_rhino_are_known():
    outcomes = list(examine(plan_of("gtp", [RHINO], PATIENCE)))
    faults = {row.step.name: row for row in outcomes if row.state == "FAIL"}
    assert set(faults) == {"pass sent", "pass after the end", "refused board size"}
    assert all(row.known for row in faults.values())
    assert "syntax error" in faults["pass sent"].reason


def test_what_engines_are_known_for_are_steps():
    names = {name for steps in STEPS.values() for name in steps}
    assert {step for steps in check_command.KNOWN.values() for step in steps} <= names


def run_check(capfd, *words):
    code = cli.main(["check", *words])
    return code, *capfd.readouterr()


def test_the_table_shows_what_was_said(capfd, monkeypatch):
    monkeypatch.setattr(check_gtp_play, "PLAY", ())
    monkeypatch.setattr(check_gtp, "ENDS", ())
    code, out, _ = run_check(capfd, shlex.join(fake("faulty_gtp", "two-point-zero no-comments")))
    assert code == 1
    lines = out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("FAIL  comments"))
    assert lines[at + 1].strip() == "'name # what is your name?' fails: syntax error"
    assert lines[at + 2 : at + 4] == ["      | > name # what is your name?", "      | < ? syntax error"]
    assert any(line.startswith("warn  protocol_version") for line in lines)
    assert re.fullmatch(r"gtp: \d+ ok, 1 warn, 1 FAIL", lines[-1])


def test_quiet_is_silent_about_what_is_right(capfd, monkeypatch):
    monkeypatch.setattr(check_nboard, "STEPS", check_nboard.STEPS[:3])
    _, out, _ = run_check(capfd, shlex.join(fake("faulty_nboard", "no-name")), "--quiet")
    lines = out.splitlines()
    assert lines[0].startswith("warn  name") and lines[-1] == "nboard: 7 ok, 1 warn"
    assert not any(line.startswith("ok") for line in lines)


def test_the_table_as_json(capfd, monkeypatch):
    monkeypatch.setattr(check_nboard, "STEPS", check_nboard.STEPS[:3])
    command = shlex.join(fake("faulty_nboard", "no-name"))
    code, out, _ = run_check(capfd, command, "--json", "--protocol", "auto")
    report = json.loads(out)
    assert code == 0
    assert (report["protocol"], report["command"]) == ("nboard", command)
    assert report["counts"] == {"ok": 7, "warn": 1, "fail": 0, "skip": 0}
    assert [row["step"] for row in report["steps"] if row["state"] == "warn"] == ["name"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("", "there is no command"),
        ("'", "No closing quotation"),
        ("no-such-engine-0", "cannot start no-such-engine-0: No such file or directory"),
        (shlex.join([sys.executable, "-c", "pass"]), "has ended without being asked"),
        (shlex.join([sys.executable, "-c", "print('hello'); input()"]), "speaks neither GTP nor NBoard's"),
        (shlex.join([sys.executable, "-c", "raise SystemExit('no weights')"]), "no weights"),
    ],
)
def test_what_cannot_be_checked_is_said(command, said, capfd):
    code, out, err = run_check(capfd, command)
    assert code == 2
    assert said in err and not out


def test_an_engine_that_breaks_off_is_started_again_and_then_given_up():
    crashing = [sys.executable, "-c", "input(); print('= x'); print(flush=True)"]
    outcomes = list(examine(plan_of("gtp", crashing, 1.0)))
    given_up = [row for row in outcomes if row.reason.startswith("given up")]
    assert len(given_up) > 30
    assert {row.step.name for row in outcomes} == set(STEPS["gtp"])


ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"


@pytest.mark.parametrize("protocol", FAULTS)
def test_what_is_no_engine_is_right_about_nothing(protocol, monkeypatch):
    monkeypatch.setattr(check_command, "MOST_BREAKS", 2)
    outcomes = list(examine(plan_of(protocol, [sys.executable, "-c", ECHO], 0.15)))
    assert {row.step.name for row in outcomes} == set(STEPS[protocol])
    assert [row.step.name for row in outcomes if row.state == "ok"] == []


@pytest.mark.parametrize("protocol", FAULTS)
@pytest.mark.parametrize("code", ["import time; time.sleep(60)", "raise SystemExit(3)"])
def test_what_says_nothing_is_given_up_at_once(code, protocol, monkeypatch):
    monkeypatch.setattr(check_wire, "START_SECONDS", 0.5)
    first, *others = examine(plan_of(protocol, [sys.executable, "-c", code], 0.5))
    assert first.state == "FAIL"
    assert {row.reason for row in others} == {"given up: it has said nothing at all"}
    assert {row.step.name for row in (first, *others)} == set(STEPS[protocol])


def test_the_first_answer_has_all_the_patience_there_is(monkeypatch):
    monkeypatch.setattr(check_wire, "START_SECONDS", 0.1)
    monkeypatch.setitem(globals(), "PATIENCE", 30.0)
    slow = "import time; input(); time.sleep(0.6); print('= 2'); print(flush=True)"
    assert outcome_of("gtp", [sys.executable, "-c", slow], "no banner").state == "ok"


@pytest.mark.parametrize(("name", "step"), [("nboard_player", "go"), ("gtp_player", "genmove")])
def test_patience_holds_for_moves_too(name, step, monkeypatch):
    monkeypatch.setitem(globals(), "PATIENCE", 1.0)
    monkeypatch.setattr(check_wire, "THINKING", 1)
    protocol = name.partition("_")[0]
    began = time.monotonic()
    outcome = outcome_of(protocol, fake(name, "hang@1"), step)
    assert (outcome.state, outcome.reason) == ("FAIL", "it does not answer")
    assert time.monotonic() - began < 30


def test_what_stdout_does_not_take_is_said():
    done = gtp_script.without_stdout("check", shlex.join(fake("faulty_gtp")), "--protocol", "gtp")
    assert done.returncode == 1
    assert done.stderr.startswith(b"outflank: check: cannot write to stdout: ")


def test_a_flood_does_not_fill_the_memory_or_hang():
    flood = "import os\nwhile True: os.write(1, b'x' * 65536)"
    outcome = outcome_of("gtp", [sys.executable, "-c", flood], "line feeds")
    assert outcome.state == "FAIL"
    assert max(map(len, outcome.dialogue)) < 400


@pytest.mark.parametrize(
    "line",
    [
        "pong 7",
        "search F5d6C3 1.25 0 12 foo",
        "search F5-D6-C3 -1e-2 0 100%",
        "search PA NaN 0 12",
        "search f5 3.0,2.5 0 100%W",
        "book D3 0.00 12 9",
        "nodestats 52000 0.210",
        "status thinking",
        "status",
        "set myname X",
        "=== F5",
        "=== PA",
        "=== --",
        "=== f5 1.00 0.5",
        "=== F6/-2.67/0.21",
        "=== F5//1.2",
        "analysis 60 28.00",
        "learned",
        "anything else",
        "",
    ],
)
def test_lines_that_the_gui_reads(line):
    assert read_line(line).wrong == ""


@pytest.mark.parametrize(
    "line",
    [
        "pong",
        "pong x",
        "pong " + 5000 * "1",
        f"search F5 1.0 {5000 * '1'} 5",
        f"analysis {5000 * '1'} 2.0",
        "search F5",
        "search F5 D6 1.25 0 12",
        "search i9 1.0 0 5",
        "search F5 inf 0 5",
        "search F5 1.0 x 5",
        "search F5 1.0 0 deep",
        "search F5 2.5,3.0 0 5",
        "search F5 164.0 0 5",
        "nodestats 5",
        "nodestats 5 1e3",
        "analysis 3",
        "analysis 3 1e2",
        "set yourname X",
        "===F5",
        "=== I9",
        "=== F5/1e2",
        "st\u00e4tus",
    ],
)
def test_lines_that_the_gui_cannot_read(line):
    assert read_line(line).wrong


def test_the_first_move_of_a_line():
    assert [first_move(text) for text in ("f5d6 1", "F5/2.0", "pa 2.00", "PA", "--")] == ["F5"] * 2 + [
        "PASS"
    ] * 3


@given(st.text(max_size=60))
def test_any_line_can_be_judged(text):
    said = read_line(text)
    assert isinstance(said.wrong, str)
    if said.word == "===" and not said.wrong:
        assert re.fullmatch("[A-H][1-8]|PASS", first_move(said.rest))
