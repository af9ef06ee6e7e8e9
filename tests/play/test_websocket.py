"""WebSocket frames: the example of the standard, whatever way bytes are cut, and what no client may send."""

import pytest
from hypothesis import given, strategies as st

from outflank.protocol.play.websocket import (
    CLOSE,
    PING,
    TEXT,
    Broken,
    Frame,
    Reader,
    accept_key,
    frame,
    goodbye,
    masked,
)


def from_client(data, mask=b"\x37\xfa\x21\x3d"):
    """A frame with a mask laid over it."""
    start = {126: 4, 127: 10}.get(data[1] & 0x7F, 2)
    return bytes([data[0], data[1] | 0x80]) + data[2:start] + mask + masked(data[start:], mask)


def test_the_examples_of_the_standard():
    assert accept_key("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    assert accept_key("short") is None and accept_key("") is None
    assert Reader(100).feed(bytes.fromhex("818537fa213d7f9f4d5158")) == [Frame(TEXT, b"Hello")]
    assert frame(TEXT, b"Hello") == bytes.fromhex("810548656c6c6f")
    assert goodbye(1000)[2:] == b"\x03\xe8"


@given(st.lists(st.text(max_size=300), max_size=5), st.integers(1, 50), st.binary(min_size=4, max_size=4))
def test_any_cut_gives_the_same_messages(texts, size, mask):
    sent = b"".join(from_client(frame(TEXT, text.encode()), mask) for text in texts)
    reader, found = Reader(10_000), []
    for at in range(0, len(sent), size):
        found += reader.feed(sent[at : at + size])
    assert [row.data.decode() for row in found] == texts


@given(st.binary(max_size=40))
def test_nothing_that_comes_is_more_than_broken(data):
    try:
        Reader(100).feed(data)
    except Broken as broken:
        assert broken.code in (1002, 1003, 1007, 1009)


def test_parts_of_a_message_and_what_comes_between():
    parts = b"\x01\x82\0\0\0\0He" + from_client(frame(PING, b"?")) + b"\x80\x83\0\0\0\0llo"
    assert Reader(100).feed(parts) == [Frame(PING, b"?"), Frame(TEXT, b"Hello")]
    assert Reader(100).feed(from_client(frame(CLOSE, b"\x03\xe8"))) == [Frame(CLOSE, b"\x03\xe8")]


@pytest.mark.parametrize("size", [126, 65536])
def test_long_messages(size):
    assert Reader(size).feed(from_client(frame(TEXT, b"x" * size)))[0].data == b"x" * size
    with pytest.raises(Broken) as caught:
        Reader(size - 1).feed(from_client(frame(TEXT, b"x" * size)))
    assert caught.value.code == 1009
