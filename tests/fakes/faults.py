"""Faults of a fake, named by its words.

`crash@5` is at the fifth move it is asked for, `late@1=0.5` by half a second at the first, `crlf` all the
time.
"""

import os
import signal
import subprocess
import sys
import time


class Faults:
    """The faults of a command line."""

    def __init__(self, words):
        self.always = {word for word in words if "@" not in word}
        self._once = {}
        for word in words:
            name, at, number = word.partition("@")
            if at:
                number, _, value = number.partition("=")
                self._once[int(number)] = (name, value)
        self._asked = 0
        if "deaf" in self.always:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if "parent" in self.always:
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])

    def strike(self):
        """Do what is wrong with the next move; the name of what the caller has to do wrong, or nothing."""
        self._asked += 1
        name, value = self._once.get(self._asked, ("", ""))
        if name == "hang":
            time.sleep(1000)
        elif name == "late":
            time.sleep(float(value))
        elif name == "crash":
            raise RuntimeError("out of luck")
        elif name == "exit":
            sys.exit(0)
        elif name == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif name == "close":
            os.close(1)
            time.sleep(1000)
        elif name == "noise":
            flood(1, b"x" * 99 + b"\n", 20)
        elif name == "endless":
            flood(1, b"x" * 100_000, 1000)
        elif name == "errors":
            flood(2, b"y" * 99 + b"\n", 20_000)
        else:
            return name
        return ""

    def farewell(self):
        """What happens when it is to leave."""
        while "deaf" in self.always:
            time.sleep(1000)


def flood(fd, data, times):
    for _ in range(times):
        os.write(fd, data)
