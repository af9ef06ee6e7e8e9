"""Lines are cut, stamped and queued, and the bell rings for those that may not wait."""

import os
import signal
import threading
import time

import pytest
from hypothesis import given, strategies as st

from outflank.protocol.session.inbox import END, LINE, NUDGE, SCRIPT_GAP, WAKE, Cutter, Inbox


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
