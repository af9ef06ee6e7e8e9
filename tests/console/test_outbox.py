"""Replies leave whole or not at all."""

import os
import threading

import pytest

from outflank.protocol.console import outbox
from outflank.protocol.console.outbox import Disconnected, Outbox, draw, plain, show, warn


@pytest.fixture
def pipe():
    read, write = os.pipe()
    yield read, write
    for fd in (read, write):
        try:
            os.close(fd)
        except OSError:
            continue


def drain(fd, size):
    data = b""
    while len(data) < size:
        data += os.read(fd, 65536)
    return data


@pytest.mark.parametrize("blocking", [True, False])
def test_writes_more_than_a_pipe_holds(pipe, blocking):
    read, write = pipe
    os.set_blocking(write, blocking)
    data = bytes(range(256)) * 4096
    received = []
    reader = threading.Thread(target=lambda: received.append(drain(read, len(data))))
    reader.start()
    Outbox(write).write(data)
    reader.join(10)
    assert received == [data]


def test_goes_on_after_a_partial_write(monkeypatch):
    written = []

    def write_three(fd, data):
        written.append(bytes(data[:3]))
        return min(3, len(data))

    monkeypatch.setattr(outbox.os, "write", write_three)
    Outbox(1).write(b"= D3\n\n")
    assert b"".join(written) == b"= D3\n\n"


def test_says_once_and_for_all_that_the_peer_has_gone(pipe):
    read, write = pipe
    os.close(read)
    box = Outbox(write)
    with pytest.raises(Disconnected):
        box.write(b"=\n\n")
    os.close(write)
    with pytest.raises(Disconnected):
        box.write(b"=\n\n")


def test_another_failure_is_not_a_disconnection():
    fd = os.open("/dev/full", os.O_WRONLY)
    try:
        with pytest.raises(OSError, match="space"):
            Outbox(fd).write(b"=\n\n")
    finally:
        os.close(fd)


def test_warnings_go_to_stderr_on_one_line(capfd):
    warn("no luck")
    show("text \udc80")
    captured = capfd.readouterr()
    assert captured.out == ""
    assert captured.err == "outflank: no luck\ntext \\udc80"


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        (
            "level 5, \u00fcber \u03b1\u00a0\u3000\u6f22 \\ok",
            "level 5, \u00fcber \u03b1\u00a0\u3000\u6f22 \\ok",
        ),
        ("\x1b[2J\x1b]0;x\x07", r"\x1b[2J\x1b]0;x\x07"),
        ("a\rb\nc\td\x7f", r"a\rb\nc\td\x7f"),
        ("\x85\x9b31m\x9d", r"\x85\x9b31m\x9d"),
        ("\u202etxt.exe\u2066\u200b\u2028\ufeff\u061c", r"\u202etxt.exe\u2066\u200b\u2028\ufeff\u061c"),
        ("\udcff", r"\udcff"),
    ],
)
def test_what_steers_a_terminal_is_escaped(text, safe):
    assert plain(text) == safe


def test_a_long_text_loses_its_middle():
    assert plain("a" * 50 + "b" * 50, 23) == "a" * 10 + "..." + "b" * 10
    assert plain("abc", 3) == "abc"


def test_only_line_ends_of_what_is_shown_steer_and_all_of_what_is_drawn(capfd):
    warn("one\ntwo\x1b[2J\x9b")
    show("\r1/2\x1b[2J\n")
    draw("\x1b[1m")
    assert capfd.readouterr().err == "outflank: one\\ntwo\\x1b[2J\\x9b\n\r1/2\\x1b[2J\n\x1b[1m"
