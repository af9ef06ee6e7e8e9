"""A server of pages in a process, and clients that keep to WebSocket or do not."""

import json
import os
import select
import socket
import subprocess
import time

import gtp_script
from json_script import first

from outflank.protocol.play.websocket import TEXT, frame, masked

NAME = "0123456789abcdef" * 2
PATIENCE = 40.0


class Served:
    """`outflank play --no-browser` with a folder of its own for what it keeps."""

    def __init__(self, folder, *words, command=None):
        self.folder = folder
        env = {**os.environ, "XDG_DATA_HOME": str(folder)}
        self.process = subprocess.Popen(
            [*(command or gtp_script.MODULE), "play", "--no-browser", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=env,
        )
        self.page = self.process.stdout.readline().decode().strip()
        rest = self.page.removeprefix("http://127.0.0.1:")
        self.port, self.token = int(rest.split("/")[0]), rest.split("/")[1]

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)

    def kill(self):
        """End it as nothing but the system can."""
        self.process.kill()
        self.process.communicate()

    def engines(self):
        """The numbers of the engines' processes."""
        path = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        with open(path, encoding="ascii") as file:
            return [int(word) for word in file.read().split()]

    def raw(self, data, seconds=10.0):
        """What a connection is answered that sends these bytes, until it is closed; None where it is not."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as made:
            made.sendall(data)
            found = b""
            try:
                while piece := made.recv(65536):
                    found += piece
            except TimeoutError:
                return None
            except ConnectionResetError:
                pass
            return found

    def get(self, path, **headers):
        """(status, head, body) of a GET below the secret, with other headers than the usual."""
        lines = {"Host": f"127.0.0.1:{self.port}", **{k.replace("_", "-"): v for k, v in headers.items()}}
        told = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        target = path if path.startswith("/") else f"/{self.token}/{path}"
        answer = self.raw(f"GET {target} HTTP/1.1\r\n{told}\r\n".encode("latin-1"))
        head, _, body = answer.partition(b"\r\n\r\n")
        return int(head.split(b" ")[1]), head.decode("latin-1"), body


class Tab:
    """A page's WebSocket."""

    def __init__(self, served, name=NAME, path="", **headers):
        lines = {
            "Host": f"127.0.0.1:{served.port}",
            "Origin": f"http://127.0.0.1:{served.port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version": "13",
            **headers,
        }
        told = "".join(f"{key}: {value}\r\n" for key, value in lines.items() if value is not None)
        self.socket = socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)
        path = path or f"/{served.token}/session/{name}"
        self.socket.sendall(f"GET {path} HTTP/1.1\r\n{told}\r\n".encode())
        self._data = b""
        while b"\r\n\r\n" not in self._data:
            piece = self.socket.recv(65536)
            if not piece:
                break
            self._data += piece
        head, _, self._data = self._data.partition(b"\r\n\r\n")
        self.status = int(head.split(b" ")[1]) if head else 0
        self.code = None
        self._ids = 0

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.socket.close()

    def send_frame(self, data):
        """Send a frame of the server's kind with a mask laid over it, as a client must."""
        size = data[1] & 0x7F
        start = {126: 4, 127: 10}.get(size, 2)
        mask = b"\x01\x02\x03\x04"
        head = bytes([data[0], data[1] | 0x80]) + data[2:start]
        self.socket.sendall(head + mask + masked(data[start:], mask))

    def send(self, do, **values):
        """Send a request; its id."""
        self._ids += 1
        name = values.pop("id", self._ids)
        self.send_frame(frame(TEXT, json.dumps({"id": name, "do": do, **values}).encode()))
        return name

    def next(self, seconds=PATIENCE):
        """The next message; None at the end, whose reason is then in `code`."""
        end = time.monotonic() + seconds
        while True:
            found = self._frame()
            if found is not None:
                kind, data = found
                if kind == 8:
                    self.code = int.from_bytes(data[:2], "big")
                    return None
                if kind == TEXT:
                    return json.loads(data) if data[:1] == b"{" else data.decode()
                continue
            ready, _, _ = select.select([self.socket], [], [], max(0.0, end - time.monotonic()))
            assert ready, "nothing came"
            try:
                piece = self.socket.recv(65536)
            except ConnectionResetError:
                return None
            if not piece:
                return None
            self._data += piece

    def _frame(self):
        data = self._data
        if len(data) < 2:
            return None
        size = data[1] & 0x7F
        start = {126: 4, 127: 10}.get(size, 2)
        if len(data) < start:
            return None
        length = int.from_bytes(data[2:start], "big") if start > 2 else size
        if len(data) < start + length:
            return None
        self._data = data[start + length :]
        return data[0] & 0x0F, data[start : start + length]

    def until(self, wanted, seconds=PATIENCE):
        """The first message that meets a condition."""
        found = first(self.next, wanted, seconds)
        assert found is not None, f"closed with {self.code}"
        return found

    def state(self, wanted=lambda state: True):
        """The next state that meets a condition."""
        return self.until(lambda told: told["type"] == "state" and wanted(told))

    def ask(self, do, **values):
        """The result or error of a request."""
        name = self.send(do, **values)
        return self.until(lambda told: told.get("id") == name and told["type"] in ("result", "error"))
