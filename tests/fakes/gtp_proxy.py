"""A GTP engine of any game: another one behind it, with faults.

FAULTS -- COMMAND starts the other one and passes on what is said, but for the faults of tests/fakes/faults.py
and resign, illegal at a move; with `told`, at a move that it is told of."""

import subprocess
import sys

from faults import Faults

SAID = {"resign": b"= resign\n\n", "illegal": b"= nowhere\n\n"}


def main(words):
    at = words.index("--")
    faults = Faults(words[:at])
    when = b"play" if "told" in faults.always else b"genmove"
    engine = subprocess.Popen(words[at + 1 :], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for line in sys.stdin.buffer:
        fault = faults.strike() if line.startswith(when) else ""
        if fault:
            sys.stdout.buffer.write(SAID[fault])
        else:
            engine.stdin.write(line)
            engine.stdin.flush()
            while (answer := engine.stdout.readline()).strip():
                sys.stdout.buffer.write(answer)
            sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()


main(sys.argv[1:])
