"""Scripts that drive the stand-alone program with pexpect, at a terminal and at a pipe."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import gtp_script
import pexpect
import pytest
from patience import LONG, SOON
from pexpect.popen_spawn import PopenSpawn

from outflank.engine import telling
from outflank.engine.play.player import Player

MOVE = re.compile(r"= ([A-H][1-8])\r?\n\r?\n")
INFO = re.compile(r"info move [A-H][1-8] visits \d+ [^\r\n]*(?=\r?\n)")
BLANK = re.compile(r"\r?\n\r?\n")
NO_BOOK = ("--book", "off")
"""A move of the book would be there at once."""
PARENT = """
import subprocess, sys, time
engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
engine.stdin.write({sent!r})
engine.stdin.flush()
engine.stdout.readline()
print(engine.pid, flush=True)
time.sleep(90)
"""


@pytest.fixture(params=["terminal", "pipe"])
def spawn(program, request):
    """Starts the program as a script would, its echo off; ends it afterwards."""
    children = []

    def run(*options):
        line = shlex.join([*program, *options])
        settings = {"cwd": str(gtp_script.ROOT), "timeout": SOON, "encoding": "utf-8"}
        if request.param == "terminal":
            child = pexpect.spawn(line, echo=False, **settings)
            # It would wait for 50 ms before every line, in case that a password was asked for.
            child.delaybeforesend = None
        else:
            child = PopenSpawn(line, **settings)
        child.sendline("1 name")
        child.expect(r"=1 Outflank\r?\n\r?\n")
        children.append(child)
        return child

    yield run
    for child in children:
        if isinstance(child, PopenSpawn):
            child.proc.kill()
            child.proc.wait()
        else:
            child.close(force=True)


def process_of(child):
    return child.proc.pid if isinstance(child, PopenSpawn) else child.pid


def runs(process):
    """Whether a process is there and more than a zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def gone(process, seconds):
    """Whether a process ends within that time."""
    end = time.monotonic() + seconds
    while runs(process) and time.monotonic() < end:
        time.sleep(0.01)
    return not runs(process)


def analysing(child, command="lz-analyze b 10"):
    child.sendline(command)
    for _ in range(2):
        child.expect(INFO)
    return time.monotonic()


def check_alive(child):
    child.sendline("99 name")
    child.expect(r"=99 Outflank\r?\n\r?\n")


@pytest.mark.parametrize("command", ["analyze b 10", "lz-analyze b 10", "kata-analyze b 10"])
@pytest.mark.parametrize("line", ["", "2 name"])
def test_any_line_ends_an_analysis(spawn, command, line):
    child = spawn()
    begin = analysing(child, command)
    child.sendline(line)
    child.expect(BLANK, timeout=SOON)
    assert time.monotonic() - begin < SOON
    if line:
        child.expect(r"=2 Outflank\r?\n\r?\n", timeout=SOON)
    check_alive(child)


def test_an_interrupt_ends_a_search(spawn):
    child = spawn("--seconds", str(LONG), *NO_BOOK)
    child.sendline("genmove b")
    assert child.expect([MOVE, pexpect.TIMEOUT], timeout=0.3) == 1
    begin = time.monotonic()
    child.sendline("# interrupt")
    child.expect(MOVE, timeout=SOON)
    assert time.monotonic() - begin < SOON
    check_alive(child)


@pytest.mark.parametrize(
    ("settings", "left", "least", "most"),
    [
        ("600 0 0", "b 2 0", 0.0, 2.0),
        ("0 2 1", "b 2 1", 0.1, 2.0),
        ("0 30 10", "b 5 10", 0.05, 1.0),
        ("60 20 5", "b 0 0", 0.1, 8.0),
    ],
)
def test_genmove_obeys_time_left(spawn, settings, left, least, most):
    """The flag may fall within the time that is left for one move, or for a fair share of them. On a busy
    machine it may, now and then, because the engine was not let at it: one move of three keeps the time."""
    child = spawn(*NO_BOOK)

    def took():
        for command in (f"time_settings {settings}", f"time_left {left}"):
            child.sendline(command)
            child.expect(r"= ?\r?\n\r?\n")
        begin = time.monotonic()
        child.sendline("genmove b")
        child.expect(MOVE, timeout=most + SOON)
        return time.monotonic() - begin

    moves = [took()]
    while moves[-1] > most and len(moves) < 3:
        child.sendline("undo")
        child.expect(r"= ?\r?\n\r?\n")
        moves.append(took())
    assert least <= moves[-1] <= most, moves
    check_alive(child)


def test_sigint_twice_in_searches(spawn):
    """Each ends one search, and neither the session."""
    child = spawn("--seconds", str(LONG), *NO_BOOK)
    for colour in "bw":
        child.sendline(f"genmove {colour}")
        assert child.expect([MOVE, pexpect.TIMEOUT], timeout=0.3) == 1
        os.kill(process_of(child), signal.SIGINT)
        child.expect(MOVE, timeout=SOON)
    check_alive(child)


def test_sigint_ends_an_analysis(spawn):
    child = spawn()
    begin = analysing(child)
    os.kill(process_of(child), signal.SIGINT)
    child.expect(BLANK, timeout=SOON)
    assert time.monotonic() - begin < SOON
    check_alive(child)


def test_sigint_twice_at_once_in_an_analysis(spawn):
    """The second comes before anybody can have seen what the first did."""
    child = spawn()
    analysing(child)
    for _ in range(2):
        os.kill(process_of(child), signal.SIGINT)
    child.expect(BLANK, timeout=SOON)
    check_alive(child)


@pytest.mark.parametrize("command", ["lz-analyze b 10", "kata-analyze b 10"])
def test_eof_while_analysing(spawn, command):
    child = spawn()
    begin = analysing(child, command)
    child.sendeof()
    child.expect(pexpect.EOF, timeout=SOON)
    assert BLANK.search(child.before)
    assert gone(process_of(child), SOON)
    assert time.monotonic() - begin < SOON


def test_a_terminal_that_goes_away(program):
    child = pexpect.spawn(shlex.join(program), timeout=SOON, encoding="utf-8", echo=False)
    analysing(child)
    process = child.pid
    os.close(child.child_fd)
    assert gone(process, SOON)
    child.closed = True


@pytest.mark.parametrize(
    "sent", [b"name\n", b"lz-analyze b 10\n", b"name\ngenmove b\n"], ids=["idle", "analysing", "searching"]
)
def test_the_parent_is_killed(program, sent):
    """Nothing of the program is left when its client dies without a word."""
    command = [sys.executable, "-c", PARENT.format(sent=sent), *program, "--seconds", str(LONG)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as parent:
        engine = int(parent.stdout.readline())
        time.sleep(0.2)
        assert runs(engine)
        parent.kill()
    assert gone(engine, SOON)


ANSWER = re.compile(r"([=?]) ?([^\r\n]*)\r?\n\r?\n")


def test_a_table_of_four_and_a_script_that_is_the_referee(spawn):
    """A whole game of Acquire: the script keeps the deck and tells every engine what its seat may know."""
    judge = Player("Acquire", seed=6)
    rules, names = judge.rules, judge.players
    engines = [spawn("--level", "1", "--seed", str(seat)) for seat in range(len(names))]

    def say(seat, line):
        engines[seat].sendline(line)
        engines[seat].expect(ANSWER)
        assert engines[seat].match[1] == "=", f"{names[seat]}: {line}: {engines[seat].match[2]}"
        return engines[seat].match[2]

    def tell(seat, events):
        for event in events:
            told = "play draw" if event.kind == "draw" else f"outflank-{event.kind} {names[event.player]}"
            say(seat, f"{told} {' '.join(event.cards)}")

    for seat, name in enumerate(names):
        say(seat, "set_game Acquire")
        say(seat, f"outflank-seat {name}")
        tell(seat, telling.opening(judge.game, seat))
    while not judge.position.over:
        mover = judge.position.mover
        assert {say(seat, "outflank-mover") for seat in range(len(names))} == {
            f"{names[mover]} {rules.kind(judge.position)}"
        }
        word = say(mover, f"genmove {names[mover]}")
        judge.play(mover, word)
        for seat in range(len(names)):
            if seat != mover:
                say(seat, f"play {names[mover]} {word}")
            tell(seat, telling.after_turn(rules, judge.game.history[-1], seat))
    money = " ".join(f"{name}={cash}" for name, cash in zip(names, judge.scores(), strict=True))
    assert {say(seat, "final_score") for seat in range(len(names))} == {money}
