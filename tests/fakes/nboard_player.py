"""A random player that speaks NBoard, with faults on request.

They are those of tests/fakes/faults.py and illegal,
nonsense at a move; all the time crlf, blanks (`=== f5 1.00 0.5`), glued (`===F5`), values, chatter, stale (an
answer to nothing after each move and ping), sleepy (loses what comes in its first second), deaf, parent."""

import os
import sys
import time

from faults import Faults
from reversi import Board, read, write


class Player:
    def __init__(self, faults):
        self.faults = faults
        self.board = Board()

    def answer(self, words):
        """The lines that answer one."""
        name, *rest = words
        always = self.faults.always
        if name == "nboard":
            return ["set myname Fake"]
        if name == "ping":
            return [*(["=== A1", "search A1 9.0 0 3"] if "stale" in always else []), f"pong {rest[0]}"]
        if name == "set" and rest[0] == "game":
            cells, mover = " ".join(rest[1:]).partition("BO[8 ")[2].partition("]")[0].rsplit(" ", 1)
            self.board = Board(cells.replace(" ", ""), "B" if mover == "*" else "W")
        if name == "move":
            self.board.play(self.board.mover, read(rest[0].partition("/")[0]))
            return ["=== A1"] if "stale" in always else []
        return list(self.go()) if name == "go" else []

    def go(self):
        fault = self.faults.strike()
        always = self.faults.always
        square = self.board.choose(self.board.mover)
        text = "PA" if square is None else write(square).upper()
        if fault == "illegal":
            text = "A1" if square != (0, 0) else "B2"
        if fault == "nonsense":
            text = "???"
        if "chatter" in always:
            yield from ("status thinking", f"search {text}d6 -1.50 0 7", "nodestats 1234 0.01", "hello ===")
        if "blanks" in always:
            yield f"=== {text.lower()} 1.25 0.5"
        elif "glued" in always:
            yield f"==={text}"
        elif "values" in always and text != "PA":
            yield f"=== {text}/0,75/0.01"
        else:
            yield f"=== {text}"


def main(words):
    faults = Faults(words)
    player = Player(faults)
    if "sleepy" in faults.always:
        time.sleep(1)
        os.read(0, 65536)
    end = "\r\n" if "crlf" in faults.always else "\n"
    for line in sys.stdin:
        words = line.split()
        if words == ["quit"]:
            break
        for text in player.answer(words) if words else ():
            sys.stdout.write(text + end)
        sys.stdout.flush()
    faults.farewell()


main(sys.argv[1:])
