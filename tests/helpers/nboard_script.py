"""NBoard's dialogues from the GUI's end: two kinds of wires to an engine, and dialogues as text files.

A file has one line of dialogue per line. `> text` is sent as it stands, `>e text` with Python escapes; `x
text` and `xe text` are sent too, but mean nothing and must change nothing. All that is sent before the next
line is expected leaves in one burst. `< text` is that line, `~ text` a regular expression that it matches and
whose named groups later lines may use as `{name}`. `: 0.5` says within how many seconds the next one must
come, `. 0.5` for how long none may. After `...` lines of work (search, book, nodestats, status) may come
before the next line, or in the silence. `! words` are the words of the program, `@ name text` gives a name to
a text, and `#` begins a comment.
"""

import os
import re
import select
import signal
import subprocess
import threading
import time
from functools import partial

import gtp_script
from judge import Judge

from outflank.protocol.console.outbox import Outbox
from outflank.protocol.serve import new_book, new_gtp, new_json, new_nboard, new_player
from outflank.protocol.session.detect import Opening
from outflank.protocol.session.inbox import Inbox
from outflank.protocol.session.log import Log
from outflank.protocol.session.loop import Loop
from outflank.protocol.settings import read_words

FOLDER = gtp_script.ROOT / "tests" / "dialogues"
SECONDS = 20.0
"""How long an answer is waited for, unless a dialogue says otherwise."""
WORK = ("search", "book", "nodestats", "status")


class Wire:
    """One end of a dialogue with an engine. All that comes and goes passes the judge; a fault is an
    AssertionError at once, unless the judge's faults are counted elsewhere."""

    def __init__(self, strict=True):
        self.judge = Judge()
        self._strict = strict
        self._begun = self._rest = b""
        self.ended = False

    def say(self, data):
        """Send bytes."""
        self.say_all([(data, True)])

    def say_all(self, pieces):
        """Send (bytes, whether they mean anything) pairs at once. The judge is not told of those that do
        not."""
        for data, means in pieces:
            *lines, self._begun = (self._begun + data).split(b"\n") if means else [self._begun]
            for line in lines:
                self.judge.sent(line, time.monotonic())
        self.write(b"".join(data for data, _ in pieces))

    def ask(self, *lines):
        """Send lines in one burst."""
        self.say("".join(line + "\n" for line in lines).encode("latin-1"))

    def hear(self, seconds=SECONDS):
        """The next line; None when there is none for so long, or the engine has ended."""
        end = time.monotonic() + seconds
        while b"\n" not in self._rest:
            if self.ended or not select.select([self._ear], [], [], max(0.0, end - time.monotonic()))[0]:
                return None
            chunk = os.read(self._ear, 65536)
            self.ended = not chunk
            self._rest += chunk
        line, _, self._rest = self._rest.partition(b"\n")
        self.judge.heard(line, time.monotonic())
        assert not (self._strict and self.judge.faults), self.judge.faults
        return line.decode("latin-1")

    def until(self, pattern, seconds=SECONDS):
        """The lines up to the first that matches; all of them are returned."""
        end = time.monotonic() + seconds
        lines = []
        while not (lines and re.fullmatch(pattern, lines[-1])):
            lines.append(self.hear(max(0.0, end - time.monotonic())))
            assert lines[-1] is not None, f"nothing matches {pattern} within {seconds} s: {lines[-6:]}"
        return lines

    def ping(self, number, *before):
        """Send lines and a ping in one burst, and wait for its answer: all lines up to it."""
        self.ask(*before, f"ping {number}")
        return self.until(f"pong {number}")

    def leave(self, seconds=10.0):
        """Hang up, hear what is left, and return the exit code. A line that was begun ends here."""
        if self._begun:
            self.judge.sent(self._begun, time.monotonic())
        self.hang_up()
        end = time.monotonic() + seconds
        while not self.ended and time.monotonic() < end:
            self.hear(max(0.0, end - time.monotonic()))
        assert not self._rest, f"an unfinished line: {self._rest[-80:]!r}"
        return self._end(max(0.0, end - time.monotonic()))


class Process(Wire):
    """A wire to a program of a user who has this folder; its stderr is taken for its stdout, as the GUI
    does."""

    def __init__(self, folder, command, words=(), strict=True):
        super().__init__(strict)
        self.process = subprocess.Popen(
            [*command, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=gtp_script.ROOT,
            env={
                **os.environ,
                **dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA"), str(folder)),
            },
        )
        self._ear = self.process.stdout.fileno()

    def write(self, data):
        """Send bytes of which the judge is not told."""
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def hang_up(self):
        """Close the engine's stdin, which is all that the GUI does when it is closed."""
        self.process.stdin.close()

    def _end(self, seconds):
        return self.process.wait(seconds)

    def kill(self):
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            return


class Here(Wire):
    """A wire to a loop in another thread of this process, which learns into the folder."""

    def __init__(self, folder, words=()):
        super().__init__()
        words = [*words, "--book", str(folder / "learned.book")]
        named = words[0] == "nboard"
        values = read_words(words[1:] if named else words)
        book = new_book(values)
        player = new_player(values, book)
        json = partial(new_json, values, book)
        makers = (lambda: new_gtp(player, values), lambda: new_nboard(player, book), json)
        self.session = makers[1]() if named else Opening(*makers, player.bell)
        theirs, self._mouth = os.pipe()
        self._ear, out = os.pipe()
        self._fds = [theirs, out, self._ear]
        inbox = Inbox(self.session.hurries, self.session.bell.ring)
        loop = Loop(self.session, inbox, Outbox(out), Log(""))
        inbox.start(theirs)
        self._code = None
        self._thread = threading.Thread(target=self._run, args=(loop, out))
        self._thread.start()

    def _run(self, loop, out):
        try:
            self._code = loop.run()
        finally:
            os.close(out)
            self._fds.remove(out)

    def write(self, data):
        """Send bytes of which the judge is not told."""
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._mouth, rest) :]

    def hang_up(self):
        """Close the loop's end of input."""
        if self._mouth is not None:
            os.close(self._mouth)
            self._mouth = None

    def _end(self, seconds):
        self._thread.join(seconds)
        assert not self._thread.is_alive(), "the loop goes on"
        return self._code

    def kill(self):
        """Leave nothing behind."""
        self.hang_up()
        self._thread.join(10)
        for fd in [*self._fds, signal.set_wakeup_fd(-1)]:
            os.close(fd)


class Dialogue:
    """One file of dialogue."""

    def __init__(self, path):
        self.path = path
        self.words = []
        self.steps = []
        names = {}
        for row, line in enumerate(path.read_text("ascii").splitlines(), 1):
            mark, _, text = fill(line, names).partition(" ")
            if mark == "@":
                name, _, value = text.partition(" ")
                names[name] = value
            elif mark == "!":
                self.words += text.split()
            elif mark in (">", ">e", "x", "xe", "<", "~", "...", ":", "."):
                self.steps.append((row, mark, text))
            elif line and not line.startswith("#"):
                raise ValueError(f"{path}:{row}: {line!r} is no line of a dialogue")

    @property
    def nonsense(self):
        """The lines that mean nothing, as bytes."""
        return [raw(mark, text) for _, mark, text in self.steps if mark[0] == "x"]

    def hold(self, wire):
        """Hold the dialogue over a wire to its end, which is the end of the stream."""
        found = {}
        burst, work, seconds = [], False, SECONDS
        for row, mark, text in self.steps:
            where = f"{self.path.name}:{row}: {mark} {text[:100]}"
            if mark in (">", ">e", "x", "xe"):
                burst.append((raw(mark, fill(text, found)) + b"\n", mark[0] == ">"))
                continue
            wire.say_all(burst)
            burst = []
            if mark == "...":
                work = True
            elif mark == ":":
                seconds = float(text)
            elif mark == ".":
                self._silence(wire, where, float(text), work)
                work = False
            else:
                found.update(self._expect(wire, where, mark, fill(text, found), work, seconds))
                work, seconds = False, SECONDS
        wire.say_all(burst)
        assert wire.leave() == 0
        wire.judge.finish()
        assert not wire.judge.faults, wire.judge.faults

    @staticmethod
    def _silence(wire, where, seconds, work):
        end = time.monotonic() + seconds
        while (line := wire.hear(max(0.0, end - time.monotonic()))) is not None:
            assert work and line.split(" ")[0] in WORK, f"{where}: {line!r} in the silence"

    @staticmethod
    def _expect(wire, where, mark, text, work, seconds):
        """The named groups of the line that must come."""
        end = time.monotonic() + seconds
        pattern = re.compile(re.escape(text) if mark == "<" else text)
        while True:
            line = wire.hear(max(0.0, end - time.monotonic()))
            assert line is not None, f"{where}: nothing within {seconds} s"
            if match := pattern.fullmatch(line):
                return match.groupdict()
            assert work and line.split(" ")[0] in WORK, f"{where}: {line!r}"


def fill(text, found):
    """A text with what was found of earlier lines in it."""
    for name, value in found.items():
        text = text.replace("{" + name + "}", value)
    return text


def raw(mark, text):
    """The bytes of a line that is sent."""
    data = text.encode("ascii")
    return data.decode("unicode_escape").encode("latin-1") if mark.endswith("e") else data
