"""SIGTERM ends every subcommand, wherever it is caught at work: exit code 143, and nothing stays behind."""

import fcntl
import os
import shlex
import signal
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path

import pytest
from fake_engines import ROOT, alive

from outflank.protocol import cli
from outflank.protocol.bench.programs.latency import GAME
from outflank.protocol.console import signals
from outflank.protocol.console.own_program import own_program


def cpu(run):
    """Whether a process has worked for longer than a start takes, and so is in the middle of what it does."""
    words = Path(f"/proc/{run.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK") > 0.7


def said(run):
    """Whether it has said anything."""
    return os.path.getsize(run.out) + os.path.getsize(run.err) > 0


def below(run):
    """The processes that it has begun, and those that they have."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found = [run.pid]
    for pid in found:
        found += [child for child, parent in pairs if parent == pid]
    return found[1:]


def kept(*names):
    """Looks for a file that has something in it."""

    def look(run):
        paths = [path for name in names for path in run.folder.rglob(name)]
        return any(path.stat().st_size for path in paths if path.exists())

    return look


def reads(run):
    """Whether it has read what it was sent."""
    return not int.from_bytes(fcntl.ioctl(run.stdin, termios.FIONREAD, bytes(4)), sys.byteorder)


def opens(run):
    """Whether it has opened a pipe in its folder, to which nothing is written."""
    try:
        run.pipe = os.open(run.folder / "pipe", os.O_WRONLY | os.O_NONBLOCK)
    except OSError:
        return False
    return True


# What is begun, what it is sent, and the sign that it is at work.
CASES = {
    "gtp": ("gtp", b"lz-analyze b 10\n", said),
    "nboard": ("nboard --book off", b"ping 1\nset depth 60\nhint 4\n", said),
    "bench games": ("bench games --game Rolit", b"", said),
    "bench perft": ("bench perft --depth 16", b"", cpu),
    "bench search": ("bench search --game SOS", b"", said),
    "bench endgame": ("bench endgame --positions 55", b"", cpu),
    "bench evals": ("bench evals --games 900", b"", said),
    "bench accuracy": (f"bench accuracy {ROOT}/tests/positions/othello_20_empty.obf --seconds 9", b"", cpu),
    "bench perfect": ("bench perfect --games 900", b"", said),
    "bench protocol": ("bench protocol --rounds 900", b"", below),
    "bench acceptance": ("bench acceptance --games 9999 --resume games.jsonl", b"", said),
    "bench techniques": ("bench techniques --resume games.jsonl", b"", said),
    "match": ("match seconds:9 visits:9 --games 9 --folder m --quiet", b"", kept("match.json")),
    "tournament": ("tournament plan.toml --folder t --quiet", b"", lambda run: len(below(run)) > 2),
    "lab match": ("lab match seconds=9 random --resume games.jsonl", b"", said),
    "lab screen": ("lab screen seconds=9 rave=0,300 --resume games.jsonl", b"", said),
    "train othello": ("train othello --folder t --jobs 2 --chunk 2 --depth 1", b"", kept("chunk-*.npy")),
    "train book": ("train book --out own.book --visits 100 --jobs 2", b"", kept("*.searched")),
    "report": ("report pipe --csv games.csv", b"", opens),
    "convert, reading": ("convert - games.sgf", b"F5\n", reads),
    "convert, writing": ("convert games.txt games.sgf", b"", lambda run: [*run.folder.glob("*.part")]),
    "analyze": ("analyze games.txt --visits 2000000000 -o report.txt", b"", cpu),
    "check": (f"check '{sys.executable} -P {ROOT}/tests/fakes/faulty_gtp.py lag=0.2'", b"", said),
}
PLAN = (
    'games = 2\n[[engine]]\nname = "A"\ncommand = "seconds:9"\n[[engine]]\nname = "B"\ncommand = "visits:9"\n'
)


@pytest.fixture
def begin(tmp_path):
    """Begins the program in a folder of its own, and waits for the sign that it is at work."""
    runs = []

    def start(words, data, sign):
        with open(tmp_path / "out", "wb") as out, open(tmp_path / "err", "wb") as err:
            run = subprocess.Popen(
                [*own_program(), *shlex.split(words)],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=err,
                cwd=tmp_path,
                start_new_session=True,
            )
        runs.append(run)
        run.folder, run.out, run.err = tmp_path, tmp_path / "out", tmp_path / "err"
        run.stdin.write(data)
        run.stdin.flush()
        end = time.monotonic() + 60
        while not sign(run):
            assert run.poll() is None, run.err.read_text()
            assert time.monotonic() < end, "it does not come to its work"
            time.sleep(0.01)
        return run

    yield start
    for run in runs:
        run.kill()
        run.wait()
        run.stdin.close()
        if hasattr(run, "pipe"):
            os.close(run.pipe)


@pytest.mark.parametrize("name", CASES)
def test_sigterm_at_work(name, begin, tmp_path):
    words, data, sign = CASES[name]
    (tmp_path / "plan.toml").write_text(PLAN)
    (tmp_path / "games.txt").write_text(f"{GAME}\n" * (20_000 if "writing" in name else 1))
    os.mkfifo(tmp_path / "pipe")
    run = begin(words, data, sign)
    others = below(run)
    run.send_signal(signal.SIGTERM)
    assert run.wait(timeout=60) == 143
    end = time.monotonic() + 30
    while any(map(alive, others)):
        assert time.monotonic() < end, "processes stay behind"
        time.sleep(0.01)
    errors = run.err.read_text()
    assert "Traceback" not in errors and "leaked" not in errors, errors
    assert [str(path) for path in tmp_path.rglob("*.part")] == []
    if "writing" in name:
        assert not (tmp_path / "games.sgf").exists()


def test_a_match_that_ends_by_itself_knows_of_no_signal(capfd):
    """The exit code is that of this run, and the signal's handler is the one from before."""
    signals.ENDING.terminated = True
    before = signal.getsignal(signal.SIGTERM)
    assert cli.main(["bench", "perft", "--depth", "2"]) == 0
    assert signal.getsignal(signal.SIGTERM) is before and signal.set_wakeup_fd(-1) == -1


def test_a_subcommand_may_run_in_another_thread(capfd):
    codes = []
    thread = threading.Thread(target=lambda: codes.append(cli.main(["bench", "perft", "--depth", "2"])))
    thread.start()
    thread.join()
    assert codes == [0]


LOSES = """
import os, signal, sys, time, weakref
from outflank.protocol.console.signals import ENDING


class Finalized:
    def __del__(self):
        os.kill(os.getpid(), signal.{sign})
        time.sleep(0.5)


class Referred:
    pass


def called_back(_):
    os.kill(os.getpid(), signal.{sign})
    time.sleep(0.5)


def work():
    if "{where}" == "finalizer":
        Finalized()
    elif "{where}" == "evaluated":
        print("lost", flush=True)
        try:
            eval("os.kill(os.getpid(), signal.{sign}) or time.sleep(9)")
        except KeyboardInterrupt:
            return 130
    else:
        thing = Referred()
        reference = weakref.ref(thing, called_back)
        del thing
    print("lost", flush=True)
    time.sleep(60)
    return 0


sys.exit(ENDING.watched(work))
"""


@pytest.mark.parametrize(("sign", "code"), [("SIGTERM", 143), ("SIGINT", 130)])
@pytest.mark.parametrize("where", ["finalizer", "callback", "evaluated"])
def test_an_interrupt_that_python_drops_comes_again(where, sign, code):
    """Imports have callbacks of their own, so one may come into any."""
    script = LOSES.format(where=where, sign=sign)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=30, cwd=ROOT, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, "lost\n", "")
