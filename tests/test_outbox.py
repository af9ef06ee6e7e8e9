"""Replies leave whole or not at all."""

import os
import threading

import pytest

from protocol import outbox
from protocol.outbox import Disconnected, Outbox, show, warn


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
