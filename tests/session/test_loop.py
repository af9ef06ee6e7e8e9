"""The loop: one reply for each command, in order, and what ends it."""

import os
import signal
import subprocess
import sys
import threading
import time

import gtp_script
import pytest

from outflank.protocol.console.outbox import Outbox
from outflank.protocol.session.commands import Table
from outflank.protocol.session.contract import Session
from outflank.protocol.session.inbox import SCRIPT_GAP, Inbox
from outflank.protocol.session.log import Log
from outflank.protocol.session.loop import HINT, Loop, Terminated
from outflank.protocol.session.reply import CommandFatal, Quit, Reply


class Bell:
    """A bell as the engine has it."""

    def __init__(self):
        self.event = threading.Event()

    @property
    def rung(self):
        return self.event.is_set()

    def ring(self):
        self.event.set()

    def clear(self):
        self.event.clear()


class Echo(Session):
    """A protocol whose `search` waits for the bell and says whether it was rung in time."""

    table = Table({})

    def __init__(self):
        self.bell = Bell()
        self.searching = threading.Event()
        self.idled = 0

    def hurries(self, data):
        return data == b"now"

    def answer(self, data, cut, arrived=None):
        if not data or data == b"now":
            return None
        name, *words = data.decode("ascii").split()
        reply = self.table.run(self, name, words)
        return reply.framed(reply.text.encode("ascii") + b"\n")

    @table.command("say", "WORD...")
    def say(self, words):
        return " ".join(words)

    @table.command("search", "SECONDS")
    def search(self, words):
        # In slices as the engine searches: signal handlers run in between.
        end = time.monotonic() + float(words[0])
        self.searching.set()
        while time.monotonic() < end:
            if self.bell.event.wait(0.01):
                return "cut"
        return "full"

    @table.command("crash")
    def crash(self, words):
        raise ZeroDivisionError("one\nover nothing")

    @table.command("stop")
    def stop(self, words):
        raise Quit("bye")

    @table.command("fail")
    def fail(self, words):
        raise CommandFatal("cannot go on")


class Talk:
    """A loop in this process with its session, inbox and what it wrote."""

    def __init__(self, prompt="", session=None, outbox=None, log=""):
        self.session = session or Echo()
        self.inbox = Inbox(self.session.hurries, self.session.bell.ring)
        self.sink = outbox or gtp_script.Sink()
        self.told = []
        self.loop = Loop(self.session, self.inbox, self.sink, Log(log), prompt, self.told.append)
        self.codes = []
        self.thread = threading.Thread(target=lambda: self.codes.append(self.loop.run()), daemon=True)

    def run(self, *lines):
        """Feed all lines and the end, and return the exit code."""
        self.inbox.feed(b"".join(line + b"\n" for line in lines))
        self.inbox.end()
        return self.loop.run()

    def end(self):
        self.thread.join(10)
        assert not self.thread.is_alive()
        return self.codes[0]


def test_replies_in_order_and_leaves_at_the_end():
    talk = Talk()
    assert talk.run(*(b"say %d" % n for n in range(1000))) == 0
    assert talk.sink.data == b"".join(b"%d\n" % n for n in range(1000))


def test_a_line_without_reply_is_passed_over():
    talk = Talk()
    talk.run(b"say a", b"", b"say b")
    assert talk.sink.data == b"a\nb\n"


def test_quit_is_answered_and_ends_the_session():
    talk = Talk()
    assert talk.run(b"stop", b"say never") == 0
    assert talk.sink.data == b"bye\n"


def test_a_fatal_error_is_answered_and_ends_the_session():
    talk = Talk()
    assert talk.run(b"fail", b"say never") == 1
    assert talk.sink.data == b"cannot go on\n"


def test_a_crash_is_one_reply_one_warning_and_a_traceback(tmp_path, capfd):
    path = tmp_path / "log"
    talk = Talk(log=str(path))
    assert talk.run(b"say a", b"crash", b"say b") == 0
    text = "ZeroDivisionError: one over nothing"
    assert talk.sink.data.decode() == f"a\ninternal error: {text}\nb\n"
    err = capfd.readouterr().err
    assert err.count("\n") == 1 and err.startswith(f"outflank: internal error: {text} (Outflank ")
    assert "Python 3." in err and "command 'crash'" in err and "--log" not in err
    assert "Traceback (most recent call last)" in path.read_text()


def test_a_crash_without_log_says_how_to_get_the_traceback(capfd):
    Talk().run(b"crash")
    assert "--log FILE keeps the traceback" in capfd.readouterr().err


def searching(lines):
    """A talk in the middle of the search that its first lines ask for."""
    talk = Talk()
    talk.thread.start()
    talk.inbox.feed(lines)
    assert talk.session.searching.wait(10)
    return talk


def test_lines_that_wait_do_not_end_a_search():
    talk = searching(b"search 0.3\n")
    talk.inbox.feed(b"say later\n")
    talk.inbox.end()
    assert talk.end() == 0
    assert talk.sink.data == b"full\nlater\n"


def test_a_hurrying_line_ends_the_search():
    talk = searching(b"search 30\n")
    talk.inbox.feed(b"now\nsay later\n")
    talk.inbox.end()
    assert talk.end() == 0
    assert talk.sink.data == b"cut\nlater\n"


def test_haste_asked_for_before_the_search_began_is_not_lost():
    talk = Talk()
    assert talk.run(b"search 30", b"now", b"search 0.01") == 0
    assert talk.sink.data == b"cut\nfull\n"


def test_haste_between_commands_is_over_with_them():
    talk = Talk()
    assert talk.run(b"say a", b"now", b"search 0.01") == 0
    assert talk.sink.data == b"a\nfull\n"


def test_a_script_piped_whole_is_answered_in_full():
    talk = Talk()
    assert talk.run(b"search 0.01", b"search 0.01") == 0
    assert talk.sink.data == b"full\nfull\n"


def test_a_peer_that_goes_away_ends_the_searches_it_asked_for():
    talk = searching(b"search 30\nsay a\nsearch 30\n")
    time.sleep(SCRIPT_GAP * 1.5)
    talk.inbox.end()
    assert talk.end() == 0
    assert talk.sink.data == b"cut\na\ncut\n"


class Ponderer(Echo):
    """Uses idle time until the bell rings."""

    def idle(self):
        self.idled += 1
        assert self.bell.event.wait(10), "nobody rang"


def test_any_line_ends_idle_time():
    talk = Talk(session=Ponderer())
    talk.thread.start()
    for number in range(200):
        talk.inbox.feed(b"say %d\n" % number)
        if number % 3 == 0:
            time.sleep(0.001)
    talk.inbox.end()
    assert talk.end() == 0
    assert talk.sink.data.count(b"\n") == 200
    assert talk.session.idled >= 1


def test_a_ring_that_comes_late_ends_no_work():
    """The reader's thread rings for a line that was answered long ago: what it asked for goes on."""

    class Late(Echo):
        work = 0

        def idle(self):
            self.idled += 1
            if self.work and self.idled < 20:
                self.bell.ring()
                return
            if self.work:
                self.work = 0
                self.client.send(b"done\n")

        @Echo.table.command("go")
        def go(self, words):
            self.work, self.idled = 1, 0
            return "begun"

    talk = Talk(session=Late())
    talk.thread.start()
    talk.inbox.feed(b"go\n")
    end = time.monotonic() + 10
    while talk.sink.data != b"begun\ndone\n":
        assert time.monotonic() < end, talk.sink.data
        time.sleep(0.001)
    assert talk.session.idled == 20
    talk.inbox.end()
    assert talk.end() == 0


def test_the_ring_that_ended_idle_time_does_not_shorten_the_search():
    talk = Talk(session=Ponderer())
    talk.thread.start()
    while not talk.session.idled:
        time.sleep(0.001)
    talk.inbox.feed(b"search 0.05\n")
    time.sleep(0.01)
    talk.inbox.end()
    assert talk.end() == 0
    assert talk.sink.data == b"full\n"


def test_a_reply_nobody_reads_ends_the_session_quietly():
    read, write = os.pipe()
    os.close(read)
    talk = Talk(outbox=Outbox(write))
    assert talk.run(b"say a", b"say b") == 0
    os.close(write)
    assert talk.told == []


def test_a_reply_that_cannot_be_written_is_an_error(capfd):
    fd = os.open("/dev/full", os.O_WRONLY)
    assert Talk(outbox=Outbox(fd)).run(b"say a") == 1
    os.close(fd)
    assert capfd.readouterr().err == "outflank: cannot write a reply: No space left on device\n"


def test_the_prompt_appears_only_when_nothing_waits():
    talk = Talk(prompt="? ")
    talk.run(b"say a", b"say b")
    assert talk.told == ["\n"]
    talk = Talk(prompt="? ")
    talk.thread.start()
    while talk.told != ["? "]:
        time.sleep(0.001)
    talk.inbox.feed(b"say a\n")
    while talk.told != ["? ", "? "]:
        time.sleep(0.001)
    talk.inbox.end()
    assert talk.end() == 0


@pytest.fixture
def signals():
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


def interrupt_later(*delays):
    def work():
        for delay in delays:
            time.sleep(delay)
            os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=work)
    thread.start()
    return thread


@pytest.mark.usefixtures("signals")
def test_two_sigints_in_a_row_leave_a_terminal():
    talk = Talk(prompt="? ")
    talk.loop.catch_signals()
    thread = interrupt_later(0.1, 0.1)
    assert talk.loop.run() == 130
    thread.join()
    assert talk.told == ["? ", HINT, "? ", "\n"]


@pytest.mark.usefixtures("signals")
def test_a_line_between_two_sigints_stays():
    talk = Talk(prompt="? ")
    talk.loop.catch_signals()

    def work():
        for _ in range(2):
            time.sleep(0.1)
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.1)
            talk.inbox.feed(b"say a\n")
        talk.inbox.end()

    thread = threading.Thread(target=work)
    thread.start()
    assert talk.loop.run() == 0
    thread.join()
    assert talk.told.count(HINT) == 2
    assert talk.sink.data == b"a\na\n"


@pytest.mark.usefixtures("signals")
def test_sigint_ends_the_search_only():
    talk = Talk(prompt="? ")
    talk.loop.catch_signals()
    talk.inbox.feed(b"search 5\n")

    def work():
        assert talk.session.searching.wait(10)
        os.kill(os.getpid(), signal.SIGINT)
        while not talk.sink.data:
            time.sleep(0.001)
        time.sleep(0.05)
        talk.inbox.feed(b"say a\n")
        talk.inbox.end()

    thread = threading.Thread(target=work)
    thread.start()
    assert talk.loop.run() == 0
    thread.join()
    assert talk.sink.data == b"cut\na\n"
    assert HINT not in talk.told


@pytest.mark.usefixtures("signals")
def test_sigint_means_nothing_on_an_idle_pipe():
    talk = Talk()
    talk.loop.catch_signals()
    thread = interrupt_later(0.05, 0.05, 0.05)
    timer = threading.Timer(0.4, talk.inbox.end)
    timer.start()
    assert talk.loop.run() == 0
    thread.join()
    timer.join()
    assert talk.told == []


class Swallower(Echo):
    """Loses an exception on its way, as a callback of the interpreter may."""

    def answer(self, data, cut, arrived=None):
        try:
            return super().answer(data, cut, arrived)
        except Terminated:
            return Reply(True, data=b"too late\n")


@pytest.mark.usefixtures("signals")
@pytest.mark.parametrize("kind", [Echo, Swallower])
def test_sigterm_ends_the_search_without_a_reply(kind):
    talk = Talk(session=kind())
    talk.loop.catch_signals()
    talk.inbox.feed(b"search 30\nsay a\n")
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGTERM))
    timer.start()
    assert talk.loop.run() == 143
    timer.join()
    assert talk.sink.data == b""


GTP, NBOARD, JSON = "gtp", "nboard --book off", "json"
STARVED = b"internal error: MemoryError"


@pytest.mark.parametrize(
    ("words", "where", "sent", "wanted"),
    [
        (GTP, "gtp.session.parse", b"7 name\n8 name\n", b"?7 " + STARVED + b"\n\n=8 Outflank\n\n"),
        (GTP, "gtp.session.frame", b"name\n8 name\n", b"? " + STARVED + b"\n\n=8 Outflank\n\n"),
        (GTP, "gtp.session.parse", b"# nothing\n8 name\n", b"=8 Outflank\n\n"),
        (
            "",
            "session.log.Log.received",
            b"7 name\n8 name\n",
            b"?7 " + STARVED + b"\n\n=8 Outflank\n\n",
        ),
        (NBOARD, "nboard.session.guard", b"ping 1\nping 2\n", b"pong 2\n"),
        (JSON, "json_lines.session.decode", b'{"id": 1}\n', b'"text":"internal error: MemoryError"}\n'),
    ],
)
def test_a_line_for_which_there_is_no_memory_fails_and_the_session_goes_on(words, where, sent, wanted):
    """The first call of a function finds none."""
    script = f"""
import importlib, sys
name, _, attribute = {where!r}.rpartition(".")
kind = name.rpartition(".")[2]
if kind == "Log":
    name = name.rpartition(".")[0]
holder = importlib.import_module("outflank.protocol." + name)
holder = getattr(holder, kind) if kind == "Log" else holder
real = getattr(holder, attribute)
def first(*values, **named):
    setattr(holder, attribute, real)
    raise MemoryError
setattr(holder, attribute, first)
from outflank.protocol.cli import main
sys.exit(main({words.split()!r}))
"""
    done = subprocess.run([sys.executable, "-c", script], input=sent, capture_output=True, check=False)
    assert done.stdout.endswith(wanted) and done.stdout.count(b"MemoryError") == wanted.count(b"MemoryError")
    assert done.returncode == 0
    assert [line[:36] for line in done.stderr.splitlines() if line != b"outflank: ready"] == [
        (b"outflank: " + STARVED)[:36]
    ]
