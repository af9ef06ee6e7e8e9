"""Programs at the other end of pipes, well-behaved and not."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from fake_engines import ROOT, alive
from patience import SOON

from outflank.engine.lab.stop import Stopped
from outflank.protocol.match.engines.pipe_stop import PipeStop
from outflank.protocol.match.engines.process import (
    Crashed,
    HungUp,
    Peer,
    Silent,
    Wrong,
    last_words,
    signal_name,
)
from outflank.protocol.match.engines.reaper import WARDEN, Warden


@pytest.fixture
def start():
    """Starts a Python program as a peer; leaves none behind."""
    peers = []

    def run(code, stop=None):
        peers.append(Peer([sys.executable, "-S", "-c", code], stop=stop))
        return peers[-1]

    yield run
    for peer in peers:
        peer.kill()
        assert not alive(peer.pid)


def soon(seconds=10.0):
    return time.monotonic() + seconds


def until(condition, seconds=10.0):
    """Whether a condition comes true in time."""
    stop = soon(seconds)
    while not condition() and time.monotonic() < stop:
        time.sleep(0.01)
    return condition()


ECHO = "import sys\nfor line in sys.stdin: print('got', line, end='', flush=True)\n"


def test_lines_go_out_and_come_back(start):
    peer = start(ECHO)
    peer.send(b"one\ntwo\n", soon())
    assert [peer.line(soon()), peer.line(soon())] == ["got one", "got two"]
    assert peer.heard <= time.monotonic()
    assert 0 < peer.waited < 10


def test_lines_are_cleaned(start):
    peer = start(r"import os; os.write(1, b'a\tb\x07\x7f\xff\r\n')")
    assert peer.line(soon()) == "a b\ufffd"


def test_a_peer_that_floods_both_pipes_while_it_is_written_to(start):
    peer = start(
        "import os, sys\n"
        "for _ in range(200):\n"
        "    os.write(1, b'o' * 9999 + b'\\n')\n"
        "    os.write(2, b'e' * 9999 + b'\\n')\n"
        "data = sys.stdin.buffer.read(3000000)\n"
        "os.write(1, b'took %d\\n' % len(data))\n"
    )
    peer.send(b"i" * 3_000_000, soon(20))
    while (line := peer.line(soon())).startswith("ooo"):
        assert len(line) == 9999
    assert line == "took 3000000"
    assert 0 < len(peer.errors) <= 8192


def test_waits_have_an_end(start):
    peer = start("import time; time.sleep(100)")
    began = time.monotonic()
    with pytest.raises(Silent, match="does not answer"):
        peer.line(soon(0.2))
    with pytest.raises(Silent, match="takes no input"):
        peer.send(b"x" * 1_000_000, soon(0.2))
    assert 0.4 <= time.monotonic() - began < SOON


@pytest.mark.parametrize(
    ("code", "trouble", "reason"),
    [
        ("raise SystemExit(3)", Crashed, "ended with exit code 3"),
        ("raise KeyError('the reason')", Crashed, "exit code 1; it said: .*KeyError: 'the reason'"),
        ("import os; os.kill(os.getpid(), 11)", Crashed, "was ended by SIGSEGV"),
        ("pass", HungUp, "has ended without being asked"),
        ("import os, time; os.close(1); time.sleep(100)", HungUp, "has closed its output"),
    ],
)
def test_ends_are_told_apart(start, code, trouble, reason):
    peer = start(code)
    with pytest.raises(trouble, match=reason):
        peer.line(soon())
    peer = start(code)
    assert until(lambda: peer._ended() is not None or "close(1)" in code)
    if "close(1)" not in code:
        with pytest.raises(trouble, match=reason):
            peer.send(b"x" * 1_000_000, soon())


def test_what_was_said_before_the_end_counts(start):
    peer = start("print('last'); raise SystemExit(1)")
    assert peer.line(soon()) == "last"
    with pytest.raises(Crashed):
        peer.line(soon())


def test_an_answer_has_a_greatest_size(start):
    peer = start("import os\nwhile True: os.write(1, b'x' * 60000)")
    with pytest.raises(Wrong, match="4 MB without an end"):
        peer.line(soon(60))
    peer = start("import os\nwhile True: os.write(1, b'x' * 6000 + b'\\n')")
    with pytest.raises(Wrong, match="4 MB and no answer"):
        while peer.line(soon(60)):
            continue


def test_a_command_that_is_not_there():
    with pytest.raises(Crashed, match="cannot start .*nothing-here'?: No such file"):
        Peer([str(ROOT / "nothing-here")])


DEAF = "import signal, time\nsignal.signal(15, signal.SIG_IGN)\nprint(flush=True)\ntime.sleep(100)"


@pytest.mark.parametrize(
    ("code", "how"),
    [
        ("import sys; print(flush=True); sys.stdin.readline()", "quit"),
        ("import sys; print(flush=True); sys.stdin.read()", "EOF"),
        ("import time; print(flush=True); time.sleep(100)", "TERM"),
        (DEAF, "KILL"),
    ],
)
def test_the_end_is_as_friendly_as_it_can_be(start, monkeypatch, code, how):
    monkeypatch.setattr("outflank.protocol.match.engines.process.POLITE", 0.3)
    peer = start(code)
    peer.line(soon())
    assert peer.end(b"quit\n") == how
    assert not alive(peer.pid)
    assert peer.end(b"quit\n") == "quit"


@pytest.mark.parametrize("last", ["peer.kill()", "peer.end()"])
def test_its_children_end_with_it(start, monkeypatch, last):
    monkeypatch.setattr("outflank.protocol.match.engines.process.POLITE", 0.2)
    child = "import subprocess, sys\np = subprocess.Popen(['sleep', '100'])\nprint(p.pid, flush=True)\n"
    peer = start(child + "import time; time.sleep(100)")
    pid = int(peer.line(soon()))
    assert alive(pid)
    eval(last, {"peer": peer})
    assert until(lambda: not alive(pid))
    orphan = start(child)
    pid = int(orphan.line(soon()))
    with pytest.raises((HungUp, Silent)):
        orphan.line(soon(0.3))
    orphan.kill()
    assert until(lambda: not alive(pid))


def test_leave_waits_for_the_end(start):
    assert start("import sys; sys.stdin.read(); sys.exit(7)").leave(10) == 7
    with pytest.raises(Silent, match="does not end at EOF"):
        start("import time; time.sleep(100)").leave(0.2)


def test_a_stop_ends_all_waiting_at_once(start):
    stop = PipeStop()
    peers = [start(DEAF, stop) for _ in range(2)]
    for peer in peers:
        peer.line(soon())
    stopped = []

    def wait(peer):
        with pytest.raises(Stopped):
            peer.line(soon(60))
        stopped.append(time.monotonic())

    threads = [threading.Thread(target=wait, args=(peer,)) for peer in peers]
    for thread in threads:
        thread.start()
    time.sleep(0.1)
    rung = time.monotonic()
    stop.ring()
    stop.ring()
    for thread in threads:
        thread.join(10)
    assert len(stopped) == 2 and max(stopped) - rung < 1
    with pytest.raises(Stopped):
        peers[0].line(soon())
    stop.close()


def test_the_warden_ends_what_a_killed_runner_leaves():
    code = (
        "import sys, time\n"
        "from outflank.protocol.match.engines.process import Peer\n"
        f"peers = [Peer([sys.executable, '-S', '-c', {DEAF!r}]) for _ in range(3)]\n"
        "for peer in peers: peer.line(time.monotonic() + 20)\n"
        "peers[1].kill()\n"
        "print(*[peer.pid for peer in peers], flush=True)\n"
        "time.sleep(100)\n"
    )
    runner = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        pids = [int(word) for word in runner.stdout.readline().split()]
        assert [alive(pid) for pid in pids] == [True, False, True]
        runner.kill()
        assert until(lambda: not any(map(alive, pids)))
    finally:
        runner.kill()
        runner.wait()
        runner.stdout.close()


@pytest.fixture
def children():
    """Three processes, each in a session of its own."""
    found = [subprocess.Popen(["sleep", "100"], start_new_session=True) for _ in range(3)]
    yield found
    for child in found:
        child.kill()
        child.wait()


def ends_all_but_the_second(warden, children):
    """Tell whether the end of this program ends the first and the third, and leaves the second alone."""
    os.close(warden._pipe)
    warden._shell.wait(10)
    codes = [child.wait(10) for child in (children[0], children[2])]
    return codes == [-signal.SIGKILL] * 2 and children[1].poll() is None


def test_the_warden_leaves_alone_what_it_was_told_to(children):
    warden = Warden()
    for child in children:
        warden.guard(child.pid)
    warden.release(children[1].pid)
    assert ends_all_but_the_second(warden, children)


def test_a_warden_that_was_killed_has_a_successor(children):
    warden = Warden()
    for child in children[:2]:
        warden.guard(child.pid)
    warden._shell.kill()
    first = warden._shell
    first.wait()
    warden.release(children[1].pid)
    warden.guard(children[2].pid)
    assert warden._shell is not first
    assert ends_all_but_the_second(warden, children)


def test_one_warden_serves_all(start):
    start(ECHO)
    shell = WARDEN._shell
    start(ECHO)
    assert WARDEN._shell is shell and shell.poll() is None


def test_words_for_people():
    assert last_words("a\n\n b \x1b[0m\n") == "a | b ?[0m"
    assert last_words("\n".join("abcdef")) == "d | e | f"
    assert len(last_words("x" * 5000)) == 303
    assert signal_name(9) == "SIGKILL" and signal_name(63) == "signal 63"
