"""A program that speaks JSON lines at a pipe; every message in both directions is held against the schema."""

import functools
import json
import os
import queue
import signal
import subprocess
import threading
import time

import gtp_script

from outflank.protocol.json_lines.schema import schema

PATIENCE = 60.0
"""Seconds that an answer may take on a busy machine."""


def first(next_message, wanted, seconds):
    """The first message that meets a condition; None when there are no more."""
    end = time.monotonic() + seconds
    while (message := next_message(max(0.01, end - time.monotonic()))) is not None:
        if wanted(message):
            return message
    return None


@functools.cache
def validators():
    """What checks a request and a message."""
    from jsonschema import Draft202012Validator

    whole = schema()
    Draft202012Validator.check_schema(whole)
    kinds = {}
    for name in whole["$defs"]:
        kinds[name] = Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]})
    return kinds


def check_request(request):
    """Fails where a request is not what the schema says of its name."""
    validators()[f"request-{request['do']}"].validate(request)


def check_message(message):
    """Fails where something sent is not what the schema says of its type."""
    kind = message["type"]
    name = f"{kind}-{message['do']}" if kind in ("result", "report") else kind
    validators()[name].validate(message)


class Script:
    """A conversation with `outflank json`."""

    def __init__(self, *options, command=None, check=True):
        words = [*(command or gtp_script.MODULE), "json", "--config", "off", *options]
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        self.seen = []
        self._check = check
        self._ids = 0
        self._lines = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def write(self, data):
        """Send bytes as they are."""
        self.process.stdin.write(data)

    def send(self, do, **values):
        """Send a request that is as it should be, and return its id."""
        self._ids += 1
        request = {"id": values.pop("id", f"t{self._ids}"), "do": do, **values}
        check_request(request)
        self.write(json.dumps(request).encode() + b"\n")
        return request["id"]

    def next(self, seconds=PATIENCE):
        """The next message; None at the end."""
        line = self._lines.get(timeout=seconds)
        if line is None:
            return None
        message = json.loads(line)
        if self._check:
            check_message(message)
        self.seen.append(message)
        return message

    def until(self, wanted, seconds=PATIENCE):
        """The first message that meets a condition; those before it are dropped."""
        found = first(self.next, wanted, seconds)
        assert found is not None, f"no such message before the end: {self.seen[-3:]}"
        return found

    def answer(self, name):
        """The result or error of a request."""
        return self.until(lambda told: told.get("id") == name and told["type"] in ("result", "error"))

    def ask(self, do, **values):
        """Send a request and return its result."""
        told = self.answer(self.send(do, **values))
        assert told["type"] == "result", told
        return told

    def refused(self, do, **values):
        """Send a request that the schema need not know, and return the error that it is answered by."""
        self._ids += 1
        name = f"t{self._ids}"
        self.write(json.dumps({"id": name, "do": do, **values}).encode() + b"\n")
        told = self.answer(name)
        assert told["type"] == "error", told
        return told

    def state(self, wanted=lambda state: True):
        """The next state that meets a condition."""
        return self.until(lambda told: told["type"] == "state" and wanted(told))

    def play(self, move, **values):
        """Play a move and return the state that it leads to."""
        name = self.send("play", move=move, **values)
        state = self.state()
        assert self.answer(name)["type"] == "result"
        return state

    def interrupt(self):
        """Send SIGINT."""
        self.process.send_signal(signal.SIGINT)

    def finish(self):
        """Close the input; (messages until the end, exit code)."""
        self.process.stdin.close()
        rest = []
        while (message := self.next()) is not None:
            rest.append(message)
        return rest, self.process.wait(PATIENCE)


def whole(data, *options, command=None):
    """All that a program answers to bytes that come in one piece: (messages, exit code, stderr)."""
    words = [*(command or gtp_script.MODULE), "json", "--config", "off", *options]
    done = subprocess.run(
        words, check=False, input=data, capture_output=True, timeout=PATIENCE, env=os.environ
    )
    messages = [json.loads(line) for line in done.stdout.splitlines()]
    for message in messages:
        check_message(message)
    return messages, done.returncode, done.stderr.decode()


def lines(*requests):
    """Requests as bytes."""
    return b"".join(json.dumps(request).encode() + b"\n" for request in requests)
