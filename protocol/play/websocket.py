"""WebSocket frames (RFC 6455), the server's side, without extensions: bytes to messages and back."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import NamedTuple

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""What RFC 6455, section 1.3, has every server add to the client's key."""
CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FINAL, MASKED = 0x80, 0x80
GOOD_BYE, PROTOCOL_ERROR, BAD_DATA, BAD_TEXT, TOO_BIG = 1000, 1002, 1003, 1007, 1009
LONGEST_CONTROL = 125


class Broken(Exception):
    """The client does not keep to the protocol; the number says how, and ends the connection."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class Frame(NamedTuple):
    """A whole message, TEXT, or a control frame."""

    kind: int
    data: bytes


def accept_key(key: str) -> str | None:
    """The server's answer to the client's key; None where that is not a key."""
    try:
        if len(base64.b64decode(key, validate=True)) != 16:
            return None
    except (binascii.Error, ValueError):
        return None
    digest = hashlib.sha1(key.encode("ascii") + GUID, usedforsecurity=False).digest()
    return base64.b64encode(digest).decode("ascii")


def frame(kind: int, data: bytes = b"") -> bytes:
    """A frame with all of a message."""
    size = len(data)
    if size < 126:
        head = bytes([FINAL | kind, size])
    elif size < 1 << 16:
        head = bytes([FINAL | kind, 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([FINAL | kind, 127]) + size.to_bytes(8, "big")
    return head + data


def goodbye(code: int, text: str = "") -> bytes:
    """The frame that ends a connection, and says why."""
    return frame(CLOSE, code.to_bytes(2, "big") + text.encode("utf-8")[: LONGEST_CONTROL - 2])


def masked(data: bytes, mask: bytes) -> bytes:
    """Data with the client's mask laid over it, or taken off again."""
    size = len(data)
    whole = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "big") ^ int.from_bytes(whole, "big")).to_bytes(size, "big")


class Reader:
    """Cuts what a client sends into messages and control frames, holding no more than `most` bytes of one."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._data = bytearray()
        self._parts: list[bytes] = []
        self._held = 0

    def feed(self, data: bytes) -> list[Frame]:
        """The messages that these bytes complete. Broken where they cannot be what a client sends."""
        self._data += data
        found = []
        while (piece := self._next()) is not None:
            found.append(piece)
        return found

    def _next(self) -> Frame | None:
        """The next message or control frame that is complete."""
        while (head := self._head()) is not None:
            kind, final, start, size = head
            end = start + 4 + size
            if len(self._data) < end:
                return None
            mask = bytes(self._data[start : start + 4])
            data = masked(bytes(self._data[start + 4 : end]), mask)
            del self._data[:end]
            if kind >= CLOSE:
                return Frame(kind, data)
            self._parts.append(data)
            self._held += size
            if final:
                whole = b"".join(self._parts)
                self._parts, self._held = [], 0
                return Frame(TEXT, _checked(whole))
        return None

    def _head(self) -> tuple[int, bool, int, int] | None:
        """(kind, whether it is the last, where its mask is, its length) of the frame that begins the data."""
        data = self._data
        if len(data) < 2:
            return None
        kind, final, short = data[0] & 0x0F, bool(data[0] & FINAL), data[1] & 0x7F
        self._check(data[0], data[1], kind, final, short)
        width = {126: 2, 127: 8}.get(short, 0)
        if len(data) < 2 + width:
            return None
        size = int.from_bytes(data[2 : 2 + width], "big") if width else short
        if kind < CLOSE and self._held + size > self._most:
            raise Broken(TOO_BIG, f"a message has at most {self._most} bytes")
        return kind, final, 2 + width, size

    def _check(self, first: int, second: int, kind: int, final: bool, short: int) -> None:
        if first & 0x70 or kind not in (CONTINUED, TEXT, BINARY, CLOSE, PING, PONG):
            raise Broken(PROTOCOL_ERROR, "a frame of an unknown kind")
        if not second & MASKED:
            raise Broken(PROTOCOL_ERROR, "a frame without a mask")
        if kind == BINARY:
            raise Broken(BAD_DATA, "messages are text")
        if kind >= CLOSE and (not final or short > LONGEST_CONTROL):
            raise Broken(PROTOCOL_ERROR, "a control frame is short and whole")
        begun = bool(self._parts)
        if (kind == CONTINUED and not begun) or (kind == TEXT and begun):
            raise Broken(PROTOCOL_ERROR, "a part of a message in the wrong place")


def _checked(data: bytes) -> bytes:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        raise Broken(BAD_TEXT, "the text is not UTF-8") from None
    return data
