"""A program under watch: what it holds, by /proc, and how long its answers take."""

import os
import resource
import select
import subprocess
import time
from pathlib import Path

from places import ROOT

PAGE = resource.getpagesize() // 1024
TICKS = os.sysconf("SC_CLK_TCK")
STEP = 1.1
"""Ratio of the bounds of two neighbouring classes of times: their figures are right to a tenth."""


class Ended(Exception):
    """The program has ended by itself, or does not answer."""


class Held:
    """Resources of a process at a moment: memory in kB, descriptors, threads."""

    def __init__(self, pid):
        self.rss = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
        self.descriptors = len(os.listdir(f"/proc/{pid}/fd"))
        self.threads = len(os.listdir(f"/proc/{pid}/task"))


def cpu_seconds(pid):
    """The processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def delay(pid):
    """The seconds in which the threads of a process were ready to run and others had the processor, 0 where
    the kernel does not count them."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            total += int((task / "schedstat").read_text().split()[1])
        except OSError:
            # The thread has ended meanwhile.
            continue
    return total / 1e9


class Stopwatch:
    """The time of an answer: by the clock, and without the time in which other programs had the processor."""

    def __init__(self, pid):
        self._pid = pid
        self._began, self._delay = time.monotonic(), self._delays()

    def _delays(self):
        return delay(self._pid) + delay("self")

    def read(self):
        """(seconds by the clock, seconds that are the program's own)."""
        wall = time.monotonic() - self._began
        try:
            own = wall - (self._delays() - self._delay)
        except OSError:
            own = wall
        return wall, max(0.0, own)


class Times:
    """The distribution of many times, in classes, so that a week of them needs no more room than a minute."""

    def __init__(self):
        self.count, self.longest = 0, 0.0
        self._classes = {}

    def add(self, seconds):
        self.count += 1
        self.longest = max(self.longest, seconds)
        floor, bound = 0, 1e-5
        while bound < seconds:
            floor, bound = floor + 1, bound * STEP
        self._classes[floor] = self._classes.get(floor, 0) + 1

    def quantile(self, share):
        """The time that this share of all does not exceed, to a tenth."""
        left = share * self.count
        for number in sorted(self._classes):
            left -= self._classes[number]
            if left <= 0:
                return 1e-5 * STEP**number
        return self.longest

    def row(self):
        return {
            "count": self.count,
            "median": round(self.quantile(0.5), 6),
            "p99": round(self.quantile(0.99), 6),
            "longest": round(self.longest, 6),
        }


class GtpEngine:
    """A GTP session at the other end of pipes."""

    def __init__(self, command, folder):
        with open(folder / "stderr.txt", "ab") as errors:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, cwd=ROOT
            )
        self._rest = b""

    @property
    def pid(self):
        return self.process.pid

    def send(self, line):
        try:
            self.process.stdin.write(line.encode("ascii") + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Ended(f"it has ended before {line!r}") from None

    def reply(self, line, seconds):
        """The next reply, to this line, without the blank line at its end."""
        end = time.monotonic() + seconds
        fd = self.process.stdout.fileno()
        while b"\n\n" not in self._rest:
            if not select.select([fd], [], [], max(0.0, end - time.monotonic()))[0]:
                raise Ended(f"no reply to {line!r} within {seconds} s")
            chunk = os.read(fd, 65536)
            if not chunk:
                raise Ended(f"it has ended after {line!r}")
            self._rest += chunk
        frame, _, self._rest = self._rest.partition(b"\n\n")
        return frame.decode("ascii")

    def leave(self):
        """Hang up; the exit code. Whatever still runs then is killed."""
        self.process.stdin.close()
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
            return "none: it does not end"
        finally:
            self.process.stdout.close()

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
