"""Dialogues as text files, and two ways to hold them: in this process and with a program at a pipe.

A transcript has one line of dialogue per line. `> text` is sent as it stands, `>e text` with Python escapes;
`< text` is a line of the reply to it, `~ text` a regular expression that a line of the reply matches, and
`* text` one that all lines match from there on. A sent line without reply lines must not be answered.
`! words` are options of the program, and `#` begins a comment.
"""

import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

from outflank.protocol.serve import new_session
from outflank.protocol.session.contract import Client
from outflank.protocol.session.inbox import Inbox
from outflank.protocol.session.log import Log
from outflank.protocol.session.loop import Loop
from outflank.protocol.settings import read_words

ROOT = Path(__file__).resolve().parent.parent.parent
MODULE = [sys.executable, "-P", "-m", "outflank.protocol"]
OPTIONS = ["--seed", "1", "--visits", "40"]


class Step:
    """A line to send and the reply to expect: (mark, text) pairs, none when there must be no reply."""

    def __init__(self, row, sent):
        self.row = row
        self.sent = sent
        self.expected = []


class Transcript:
    """One file of dialogue."""

    def __init__(self, path):
        self.path = path
        self.options = list(OPTIONS)
        self.steps = []
        for row, line in enumerate(path.read_text("ascii").splitlines(), 1):
            self._read(row, line)

    def _read(self, row, line):
        mark, _, text = line.partition(" ")
        if mark == ">":
            self.steps.append(Step(row, text.encode("ascii")))
        elif mark == ">e":
            self.steps.append(Step(row, text.encode("ascii").decode("unicode_escape").encode("latin-1")))
        elif mark in ("<", "~", "*"):
            self.steps[-1].expected.append((mark, text))
        elif mark == "!":
            self.options += text.split()
        elif line and not line.startswith("#"):
            raise ValueError(f"{self.path}:{row}: {line!r} is no line of a transcript")

    @property
    def sent(self):
        """Everything to send."""
        return b"".join(step.sent + b"\n" for step in self.steps)

    def check(self, stream):
        """Compare all that was received with what the transcript expects."""
        frames = frames_of(stream)
        for step in self.steps:
            if not step.expected:
                continue
            where = f"{self.path.name}:{step.row}: {step.sent[:80]!r}"
            assert frames, f"{where} has no reply"
            lines = frames.pop(0).decode("utf-8").split("\n")
            expected = list(step.expected)
            if expected[-1][0] == "*":
                expected += expected[-1:] * (len(lines) - len(expected))
            assert len(lines) == len(expected), f"{where} is answered by {lines}"
            for line, (mark, text) in zip(lines, expected, strict=True):
                same = line == text if mark == "<" else re.fullmatch(text, line)
                assert same, f"{where} is answered by {lines}, expected {mark} {text}"
        assert not frames, f"{self.path.name}: unexpected {frames}"


def frames_of(stream):
    """The replies in a stream, without the blank lines that end them; each must be a GTP response."""
    if not stream:
        return []
    assert stream.endswith(b"\n\n"), f"the last reply is not complete: {stream[-80:]!r}"
    frames = stream[:-2].split(b"\n\n")
    for frame in frames:
        assert re.match(rb"[=?]([0-9]+)?( [^\n]|\n|$)", frame), f"not a response: {frame!r}"
        assert not re.search(rb"[\x00-\x08\x0b-\x1f\x7f]", frame), f"control characters: {frame!r}"
        assert b"\n\n" not in frame and not frame.endswith(b"\n"), f"blank line in {frame!r}"
    return frames


class Sink:
    """An outbox that keeps what it is given."""

    def __init__(self):
        self.data = b""

    def write(self, data):
        self.data += data


class Listener(Client):
    """The other end of a session without a loop: it keeps what it hears, and a next line is always there."""

    def __init__(self, bell):
        self.heard = []
        self._bell = bell

    def send(self, data):
        self.heard.append(data)

    def listen(self):
        self._bell.ring()


def speak_here(sent, options):
    """Send all of it, with the end of the stream, to a loop in this process; returns what it replied."""
    session = new_session(read_words(options))
    inbox = Inbox(session.hurries, session.bell.ring)
    sink = Sink()
    loop = Loop(session, inbox, sink, Log(""))
    inbox.feed(sent)
    inbox.end()
    assert loop.run() == 0
    return sink.data


def speak_to(command, sent, options):
    """Send all of it to a program through a pipe that is then closed; returns what it replied."""
    done = subprocess.run(
        [*command, *options], input=sent, capture_output=True, cwd=ROOT, timeout=60, check=False
    )
    assert done.stderr == b""
    assert done.returncode == 0
    return done.stdout


def without_stdout(*words):
    """The program run to its end with its stdout closed."""
    command = ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *MODULE, *map(str, words)]
    return subprocess.run(command, stderr=subprocess.PIPE, cwd=ROOT, check=False)


def interrupted(words, mark, seconds=20.0):
    """(exit code, stdout, stderr) of the program, which gets SIGINT after a line on stderr."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen([*MODULE, *words], cwd=ROOT, **pipes)
    try:
        told = process.stderr.readline()
        assert told == mark
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=seconds)
    finally:
        process.kill()
    return process.returncode, out, err


class Peer:
    """The other end of a running program: bytes go in, replies come out one by one."""

    def __init__(self, command, options, **streams):
        self.process = subprocess.Popen(
            [*command, *options],
            stdin=subprocess.PIPE,
            stdout=streams.get("stdout", subprocess.PIPE),
            stderr=subprocess.PIPE,
            cwd=ROOT,
        )
        self._rest = b""

    def send(self, data):
        """Write bytes; they are on their way when this returns."""
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def reply(self, seconds=10.0):
        """The next reply, which must be complete within that time."""
        return self.up_to(b"\n\n", seconds)

    def up_to(self, mark, seconds):
        """Read the text before a mark, which must come within that time."""
        end = time.monotonic() + seconds
        fd = self.process.stdout.fileno()
        while mark not in self._rest:
            ready, _, _ = select.select([fd], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"no {mark!r} within {seconds} s, only {self._rest!r}"
            chunk = os.read(fd, 65536)
            assert chunk, f"the program ended: {self._rest!r}"
            self._rest += chunk
        found, _, self._rest = self._rest.partition(mark)
        return found

    def ask(self, text):
        """Send a command and return its reply."""
        self.send(text.encode("ascii") + b"\n")
        return self.reply().decode("ascii")

    def silent(self, seconds):
        """Whether nothing arrives for that long."""
        return not self._rest and not select.select([self.process.stdout], [], [], seconds)[0]

    def signal(self, number):
        """Send a signal to the program."""
        self.process.send_signal(number)

    def hang_up(self):
        """Close the program's stdin."""
        self.process.stdin.close()

    def end(self, seconds=10.0):
        """Wait for the end and return (exit code, rest of stdout, stderr)."""
        code = self.process.wait(seconds)
        rest = self.process.stdout.read() if self.process.stdout and not self.process.stdout.closed else b""
        return code, self._rest + rest, self.process.stderr.read()

    def kill(self):
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue
