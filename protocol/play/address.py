"""Address of the page: a port of the loopback and a kept secret in the path.

A page that was left open finds a server that was started anew at the same address. The secret lies in a file
that only its owner can read, for a day.
"""

from __future__ import annotations

import os
import socket
import time
from typing import NamedTuple

from outflank.protocol.console import files
from outflank.protocol.sitting.seal import KEY_BYTES

HOST = "127.0.0.1"
KEPT_SECONDS = 86400
TOKEN_BYTES = 24
MOST_BYTES = 1000
BACKLOG = 128


class Address(NamedTuple):
    """A port, and the secret that who asks must know."""

    port: int
    token: str

    @property
    def origin(self) -> str:
        """The page's origin, as a browser calls it."""
        return f"http://{HOST}:{self.port}"

    @property
    def page(self) -> str:
        """The address of the page."""
        return f"{self.origin}/{self.token}/"

    def proof(self, nonce: str) -> str:
        """Proof of knowing the secret, by an HMAC of a number that is used once."""
        import hashlib
        import hmac

        return hmac.new(self.token.encode("ascii"), nonce.encode("ascii"), hashlib.sha256).hexdigest()


def listen(port: int | None, path: str) -> tuple[socket.socket, Address]:
    """A socket that listens on a port of the loopback, on that of the last start where none is named, or
    else on any. OSError when the port that was named is not to be had."""
    kept = _kept(path)
    token = kept.token if kept is not None else os.urandom(TOKEN_BYTES).hex()
    wanted = [port] if port is not None else [kept.port, 0] if kept is not None else [0]
    for number in wanted:
        try:
            ear = _bound(number)
        except OSError:
            if number == wanted[-1]:
                raise
            # Another server has it, and the secret too.
            token = os.urandom(TOKEN_BYTES).hex()
            continue
        address = Address(ear.getsockname()[1], token)
        _keep(path, address)
        return ear, address
    raise OSError("no port")


def _bound(port: int) -> socket.socket:
    ear = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # Connections of the last start that linger are no reason to be refused.
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        ear.bind((HOST, port))
        ear.listen(BACKLOG)
        ear.setblocking(False)
    except OSError:
        ear.close()
        raise
    return ear


def _kept(path: str) -> Address | None:
    """The address of the last start, None where there is none, or it is too old."""
    try:
        if not path or time.time() - os.stat(path).st_mtime > KEPT_SECONDS:
            return None
        found = files.from_json(files.read(os.fsencode(path), MOST_BYTES))
        port, token = found["port"], found["token"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    right = isinstance(port, int) and 0 < port < 1 << 16 and isinstance(token, str)
    return Address(port, token) if right and len(token) == 2 * TOKEN_BYTES and token.isalnum() else None


def _keep(path: str, address: Address) -> None:
    """Keep an address; where that cannot be done the next start has another one."""
    _write(path, f'{{"port": {address.port}, "token": "{address.token}"}}\n')


def link_key(path: str) -> str:
    """The key that seals the cards in links, in hexadecimal digits: that of a file, which is written where
    there is none. Where it cannot be kept a link is good for as long as the server runs."""
    try:
        kept = files.read(os.fsencode(path), MOST_BYTES).decode("ascii").strip() if path else ""
        if len(bytes.fromhex(kept)) == KEY_BYTES:
            return kept
    except (OSError, ValueError):
        pass
    made = os.urandom(KEY_BYTES).hex()
    _write(path, made + "\n")
    return made


def _write(path: str, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    if not path:
        return
    part = f"{path}.{os.getpid()}.part"
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(fd, "w", encoding="ascii") as file:
            file.write(text)
        os.replace(part, path)
    except OSError:
        return
