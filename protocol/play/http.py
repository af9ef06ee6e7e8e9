"""The little of HTTP that a page needs: the head of a GET request, and answers with strict headers."""

from __future__ import annotations

from typing import NamedTuple

LONGEST_HEAD = 8192
MOST_HEADERS = 64
REASONS = {200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed"}
REASONS |= {431: "Request Header Fields Too Large", 503: "Service Unavailable"}


class Bad(Exception):
    """A request that is answered by nothing but a number."""

    def __init__(self, code: int) -> None:
        super().__init__(REASONS[code])
        self.code = code


class Asked(NamedTuple):
    """A GET request: its path, and its headers by their names in small letters."""

    path: str
    headers: dict[str, str]


def read_head(data: bytes) -> Asked:
    """The request whose head these bytes are, up to the empty line. Bad when it is none."""
    lines = data.decode("latin-1").split("\r\n")
    words = lines[0].split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1.") or not words[1].startswith("/"):
        raise Bad(400)
    if words[0] != "GET":
        raise Bad(405)
    if len(lines) > MOST_HEADERS:
        raise Bad(431)
    headers: dict[str, str] = {}
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        name = name.lower()
        # Two hosts, or a name with a blank, are read in two ways by two readers.
        if not colon or not name or name != name.strip() or name in headers:
            raise Bad(400)
        headers[name] = value.strip()
    return Asked(words[1], headers)


def answer(code: int, body: bytes = b"", kind: str = "text/plain; charset=utf-8", policy: str = "") -> bytes:
    """A whole answer, after which the connection ends."""
    shown = body or f"{code} {REASONS[code]}\n".encode("ascii")
    headers = {
        "Content-Type": kind,
        "Content-Length": str(len(shown)),
        "Connection": "close",
        "Cache-Control": "no-store",
        "Content-Security-Policy": policy or "default-src 'none'; frame-ancestors 'none'",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }
    return _head(f"{code} {REASONS[code]}", headers) + shown


def upgrade(accept: str) -> bytes:
    """The answer that makes a WebSocket of a connection."""
    headers = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accept}
    return _head("101 Switching Protocols", headers)


def _head(status: str, headers: dict[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode("ascii")
