"""Lines are cut, stamped and queued, and the bell rings for those that may not wait."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from outflank.protocol.session import inbox as module
from outflank.protocol.session.inbox import (
    CALL,
    END,
    GRACE,
    LINE,
    NUDGE,
    SCRIPT_GAP,
    TICK,
    WAKE,
    Cutter,
    Inbox,
    Line,
)


class Rings:
    """Counts how often it was rung."""

    def __init__(self):
        self.count = 0

    def __call__(self):
        self.count += 1


def make_inbox():
    rings = Rings()
    return Inbox(lambda data: data == b"now", rings), rings


def take_all(inbox):
    lines = []
    while not inbox.empty():
        lines.append(inbox.take())
    return lines


@given(st.lists(st.binary(max_size=30)), st.integers(1, 12))
def test_cutter_gives_the_same_lines_for_any_chunks(chunks, longest):
    cutter = Cutter(longest)
    lines = [line for chunk in chunks for line in cutter.feed(chunk)] + cutter.finish()
    *complete, rest = b"".join(chunks).split(b"\n")
    wanted = [*complete, rest] if rest else complete
    assert lines == [(line[:longest], len(line) > longest) for line in wanted]


@given(st.lists(st.sampled_from([b"a", b"\n", b"\r\n", b"", b"bcd\ne"])))
def test_cutter_keeps_everything_but_newlines(chunks):
    cutter = Cutter()
    lines = [line for chunk in chunks for line in cutter.feed(chunk)] + cutter.finish()
    assert b"".join(data for data, _ in lines) == b"".join(chunks).replace(b"\n", b"")
    assert not any(cut for _, cut in lines)


def test_a_long_line_holds_no_more_than_the_cap():
    cutter = Cutter(10)
    for _ in range(1000):
        cutter.feed(b"x" * 1000)
    assert sum(map(len, cutter._parts)) == 10
    assert cutter.feed(b"\nshort\n") == [(b"x" * 10, True), (b"short", False)]


def test_lines_are_numbered_and_stamped_in_order():
    inbox, _ = make_inbox()
    before = time.monotonic()
    inbox.feed(b"one\ntw")
    inbox.feed(b"o\n\n")
    inbox.end()
    *lines, end = take_all(inbox)
    assert [line.data for line in lines] == [b"one", b"two", b""]
    assert [line.number for line in lines] == [1, 2, 3]
    assert all(line.kind == LINE for line in lines) and end.kind == END
    assert before <= lines[0].at <= lines[1].at <= lines[2].at <= time.monotonic()


def test_the_last_line_needs_no_newline():
    inbox, _ = make_inbox()
    inbox.feed(b"one\nlast")
    inbox.end()
    assert [line.data for line in take_all(inbox)] == [b"one", b"last", b""]


def test_only_a_hurrying_line_rings():
    inbox, rings = make_inbox()
    inbox.feed(b"one\ntwo\n")
    assert rings.count == 0
    inbox.feed(b"now\nthree\n")
    assert rings.count == 1


def test_haste_holds_for_lines_read_before_it():
    inbox, _ = make_inbox()
    inbox.feed(b"one\ntwo\n")
    one, two = take_all(inbox)
    assert not inbox.hurried(one)
    inbox.feed(b"now\nthree\n")
    _, three = take_all(inbox)
    assert inbox.hurried(one) and inbox.hurried(two)
    assert not inbox.hurried(three)


def test_every_line_rings_while_the_desk_is_idle():
    inbox, rings = make_inbox()
    inbox.alert = True
    inbox.feed(b"one\n")
    assert rings.count == 1
    assert not inbox.hurried(inbox.take())


def test_a_line_that_was_taken_meanwhile_does_not_ring():
    """The reader's thread may be kept from the core between its line and its ring."""
    rings = Rings()

    def answered(data):
        taken.append(inbox.take())
        inbox.alert = True
        return False

    inbox, taken = Inbox(answered, rings), []
    inbox.feed(b"go\n")
    assert [line.data for line in taken] == [b"go"] and rings.count == 0
    inbox.feed(b"go\nbegun")
    assert rings.count == 1


def test_the_end_of_a_piped_script_hurries_nobody():
    inbox, rings = make_inbox()
    inbox.feed(b"one\n")
    inbox.end()
    assert rings.count == 0
    assert not inbox.hurried(inbox.take())


def test_a_script_may_come_late():
    inbox, rings = make_inbox()
    time.sleep(SCRIPT_GAP * 1.5)
    inbox.feed(b"one\n")
    inbox.end()
    assert rings.count == 0


def test_a_peer_that_goes_away_hurries_everybody():
    inbox, rings = make_inbox()
    inbox.feed(b"one\n")
    time.sleep(SCRIPT_GAP * 1.5)
    inbox.end()
    assert rings.count == 1
    assert inbox.hurried(inbox.take())


def test_nudge_wakes_take():
    inbox, rings = make_inbox()
    timer = threading.Timer(0.05, inbox.nudge)
    timer.start()
    assert inbox.take().kind == NUDGE
    timer.join()
    assert rings.count == 0


def test_a_signal_wakes_take():
    """Even one that came before `take` began to wait, which no system call would notice any more."""
    seen = []
    inbox, _ = make_inbox()
    read, write = os.pipe()
    before = signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(number))
    try:
        inbox.start(read)
        os.kill(os.getpid(), signal.SIGUSR1)
        assert inbox.take().kind == WAKE
        assert seen == [signal.SIGUSR1]
    finally:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGUSR1, before)
        os.close(write)
    assert inbox.take().kind == END


def test_reads_a_descriptor_to_its_end():
    inbox, _ = make_inbox()
    read, write = os.pipe()
    inbox.start(read)
    os.write(write, b"one\nt")
    assert inbox.take().data == b"one"
    os.write(write, b"wo\n")
    assert inbox.take().data == b"two"
    os.close(write)
    assert inbox.take().kind == END
    os.close(read)


def test_its_threads_keep_no_program_alive(monkeypatch):
    inbox, _ = make_inbox()
    parents = [os.getppid()]
    monkeypatch.setattr(os, "getppid", lambda: parents[-1])
    monkeypatch.setattr(module, "PARENT_CHECK", 0.01)
    read, write = os.pipe()
    inbox.start(read)
    inbox.watch_parent()
    daemons = {thread.name: thread.daemon for thread in threading.enumerate()}
    assert daemons["inbox"] is daemons["parent"] is True
    os.close(write)
    parents.append(1)
    assert [inbox.take().kind, inbox.take().kind] == [END, END]
    os.close(read)


def test_a_descriptor_that_does_not_block_is_waited_for():
    inbox, _ = make_inbox()
    read, write = os.pipe()
    os.set_blocking(read, False)
    inbox.start(read)
    time.sleep(0.05)
    os.write(write, b"one\n")
    assert inbox.take().data == b"one"
    os.close(write)
    assert inbox.take().kind == END
    os.close(read)


def test_a_closed_descriptor_is_an_end():
    inbox, _ = make_inbox()
    read, write = os.pipe()
    os.close(write)
    os.close(read)
    inbox.start(read)
    assert inbox.take().kind == END


def test_a_reader_that_fails_is_an_end():
    def fail(data):
        raise MemoryError

    inbox = Inbox(fail, Rings())
    read, write = os.pipe()
    os.write(write, b"one\n")
    with pytest.raises(MemoryError):
        inbox._read(read, None)
    assert [line.kind for line in take_all(inbox)] == [LINE, END]
    os.close(write)
    os.close(read)


def test_a_line_is_whole_and_no_call_unless_said():
    line = Line(LINE, b"one", 1, 0.5)
    assert (line.cut, line.call) == (False, None)


def test_a_begun_line_is_open_and_stirs():
    cutter = Cutter()
    assert cutter.open is False
    cutter.feed(b"a")
    assert cutter.open is True
    cutter.feed(b"b\n")
    assert cutter.open is False
    inbox, _ = make_inbox()
    assert inbox.stirred() is False and inbox.empty()
    inbox.feed(b"on")
    assert inbox.stirred() is True and inbox.empty()
    inbox.feed(b"e\n")
    assert inbox.stirred() is True and not inbox.empty()
    inbox.take()
    assert inbox.stirred() is False


def test_a_call_is_handed_over_in_its_turn():
    inbox, rings = make_inbox()
    made = []
    inbox.feed(b"one\n")
    inbox.post(lambda: made.append("call"))
    one, call = take_all(inbox)
    assert (one.kind, call.kind, call.number) == (LINE, CALL, 1) and not made and not rings.count
    call.call()
    assert made == ["call"]


def test_haste_is_asked_for_apart_from_the_ring():
    rings, hastes = Rings(), Rings()
    inbox = Inbox(lambda data: data == b"now", rings, hastes)
    inbox.feed(b"one\nnow\n")
    assert (rings.count, hastes.count) == (0, 1)
    inbox.alert = True
    inbox.feed(b"t")
    assert (rings.count, hastes.count) == (1, 1)
    inbox.end()
    assert (rings.count, hastes.count) == (2, 1)


@pytest.fixture
def descriptors():
    """The descriptors that are open; no more are afterwards."""
    there = Path("/proc/self/fd")
    before = len(os.listdir(there))
    yield lambda: len(os.listdir(there))
    assert len(os.listdir(there)) == before


class Thread:
    """The system has none to give."""

    def __init__(self, **_):
        raise RuntimeError("no thread")


@pytest.fixture
def ticking(monkeypatch, descriptors):
    """Gives inboxes that look by a timer."""
    made, handler = [], signal.getsignal(signal.SIGALRM)
    monkeypatch.setattr(module.threading, "Thread", Thread)

    def new(hurries=lambda data: False):
        rings = Rings()
        made.append(Inbox(hurries, rings))
        return made[-1], rings

    yield new
    for inbox in made:
        inbox.close()
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    signal.signal(signal.SIGALRM, handler)


@pytest.fixture
def pipe():
    """Both ends of a pipe, which are closed again."""
    ends = os.pipe()
    open_ends = set(ends)

    def close(end):
        open_ends.discard(end)
        os.close(end)

    yield (*ends, close)
    for end in open_ends:
        os.close(end)


def next_line(inbox, seconds=5.0):
    """The next line, which the timer's handler brings meanwhile."""
    end = time.monotonic() + seconds
    while inbox.empty():
        assert time.monotonic() < end, "nothing came"
        time.sleep(0.002)
    return inbox.take()


def test_without_a_thread_a_timer_reads(ticking, pipe):
    read, write, close = pipe
    inbox, rings = ticking(lambda data: data == b"now")
    assert inbox.start(read) == "no thread"
    assert signal.set_wakeup_fd(-1) == -1
    seconds, every = signal.getitimer(signal.ITIMER_REAL)
    assert 0 < seconds <= TICK + 0.001 and every == pytest.approx(TICK, abs=0.004)
    os.write(write, b"one\nno")
    assert next_line(inbox).data == b"one"
    assert rings.count == 0
    os.write(write, b"w\n")
    assert next_line(inbox).data == b"now" and rings.count == 1
    # The end of a script that was piped whole: nobody is hurried, and the timer rests.
    os.write(write, b"last")
    close(write)
    assert [next_line(inbox).kind, next_line(inbox).kind] == [LINE, END]
    time.sleep(2 * TICK)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0) and rings.count == 1


def test_a_client_that_goes_away_hurries_by_the_timer_too(ticking, pipe):
    read, write, close = pipe
    inbox, rings = ticking()
    inbox.start(read)
    os.write(write, b"one\n")
    one = next_line(inbox)
    time.sleep(1.5 * SCRIPT_GAP)
    close(write)
    assert next_line(inbox).kind == END
    ended = time.monotonic()
    assert not inbox.hurried(one) and rings.count == 0
    assert signal.getitimer(signal.ITIMER_REAL) != (0.0, 0.0)
    while not inbox.hurried(one):
        assert time.monotonic() < ended + GRACE + 5
        time.sleep(0.01)
    assert time.monotonic() > ended + 0.8 * GRACE and rings.count == 1
    time.sleep(2 * TICK)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0) and rings.count == 1


def test_the_timer_takes_much_at_once_and_a_closed_descriptor_for_an_end(ticking, pipe):
    read, write, close = pipe
    inbox, _ = ticking()
    os.write(write, b"line\n" * 13000)
    assert inbox._take_in(read) is True
    assert sum(line.data == b"line" for line in take_all(inbox)) == 13000
    assert inbox._take_in(read) is True and inbox.empty()
    close(read)
    assert inbox._take_in(read) is False


def test_the_timer_does_not_look_while_it_looks(ticking):
    inbox, _ = ticking()
    looks = []

    def look():
        looks.append(inbox._looking)
        inbox._on_tick(signal.SIGALRM, None)

    inbox._look = look
    inbox._on_tick(signal.SIGALRM, None)
    assert looks == [True] and inbox._looking is False
    inbox._look = lambda: 1 // 0
    with pytest.raises(ZeroDivisionError):
        inbox._on_tick(signal.SIGALRM, None)
    assert inbox._looking is False


def test_a_closed_inbox_looks_at_nothing(ticking, pipe):
    read, write, _ = pipe
    inbox, _ = ticking()
    inbox.start(read)
    inbox.close()
    os.write(write, b"one\n")
    inbox._look()
    time.sleep(3 * TICK)
    assert inbox.empty() and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_without_thread_and_timer_there_is_no_reading(ticking, pipe, monkeypatch):
    inbox, _ = ticking()
    with monkeypatch.context() as patch:
        patch.delattr(signal, "setitimer")
        with pytest.raises(RuntimeError, match="^no thread$"):
            inbox.start(pipe[0])
        inbox.close()


def test_without_a_pipe_a_timer_reads(ticking, pipe, monkeypatch):
    read, write, _ = pipe
    inbox, _ = ticking()

    def none():
        raise OSError(24, "Too many open files")

    with monkeypatch.context() as patch:
        patch.setattr(os, "pipe", none)
        assert inbox.start(read) == "Too many open files"
    os.write(write, b"one\n")
    assert next_line(inbox).data == b"one"


@pytest.mark.parametrize("threads", [True, False])
def test_the_death_of_the_parent_is_an_end(threads, monkeypatch, request):
    inbox, _ = make_inbox() if threads else request.getfixturevalue("ticking")()
    monkeypatch.setattr(module, "PARENT_CHECK", 0.02)
    parents = [os.getppid()]
    monkeypatch.setattr(os, "getppid", lambda: parents[-1])
    assert inbox.watch_parent() == ("" if threads else "no thread")
    time.sleep(0.1)
    assert inbox.empty()
    parents.append(1)
    assert next_line(inbox).kind == END


def test_a_timer_watches_a_descriptor_and_a_parent(ticking, pipe, monkeypatch):
    read, write, close = pipe
    inbox, _ = ticking()
    assert inbox.start(read) == inbox.watch_parent() == "no thread"
    os.write(write, b"one\n")
    assert next_line(inbox).data == b"one"
    monkeypatch.setattr(os, "getppid", lambda: 1)
    assert next_line(inbox).kind == END
    os.write(write, b"two\n")
    time.sleep(3 * TICK)
    assert inbox.empty()


def test_the_pipe_of_signals_keeps_clear_of_the_standard_streams(descriptors):
    before, kept = descriptors(), [os.dup(fd) for fd in (0, 1, 2)]
    for fd in (0, 1, 2):
        os.close(fd)
    try:
        read = module._signal_pipe()
        write = signal.set_wakeup_fd(-1)
        both = descriptors()
    finally:
        for fd, copy in enumerate(kept):
            os.dup2(copy, fd)
            os.close(copy)
    assert read > 2 and write > 2 and both == before + 2
    assert not os.get_blocking(write) and os.get_blocking(read)
    assert not os.get_inheritable(read) and not os.get_inheritable(write)
    os.write(write, b"x")
    assert os.read(read, 5) == b"x"
    os.close(read)
    os.close(write)


def test_a_pipe_of_signals_that_cannot_be_had_leaves_nothing_open(descriptors, monkeypatch):
    import fcntl

    real, calls = fcntl.fcntl, []

    def second_fails(*words):
        calls.append(words)
        if len(calls) == 2:
            raise OSError(24, "Too many open files")
        return real(*words)

    monkeypatch.setattr(fcntl, "fcntl", second_fails)
    before = descriptors()
    with pytest.raises(OSError, match="Too many open files"):
        module._signal_pipe()
    assert descriptors() == before and len(calls) == 2


def test_a_broken_stream_is_an_end():
    assert module._read_some(10**6, bytearray(9)) == b""
    assert module._is_open(0) is True and module._is_open(10**6) is False
