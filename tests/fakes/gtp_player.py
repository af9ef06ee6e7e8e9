"""A random player that speaks GTP, with faults on request.

They are those of tests/fakes/faults.py and illegal, nonsense, resign, fail at a move; all the time crlf, ids
(an id after a blank), board (a picture after each move), silent_pass (refuses passes), small (knows small
letters only), refuse (refuses what others play), weak (knows no clocks), twice (answers so), deaf (neither
leaves nor dies), parent (has a child)."""

import sys

from faults import Faults
from reversi import Board, read, write

COMMANDS = ["protocol_version", "name", "version", "list_commands", "boardsize", "clear_board", "play"]
COMMANDS += ["genmove", "quit"]
CLOCKS = ["time_settings", "time_left"]


class Player:
    def __init__(self, faults):
        self.faults = faults
        self.board = Board()

    def answer(self, words):
        """(sign, text) for a command."""
        name, *rest = words
        known = COMMANDS if "weak" in self.faults.always else COMMANDS + CLOCKS
        if name not in known:
            return "?", "unknown command"
        return getattr(self, f"do_{name}", lambda *words: ("=", ""))(*rest)

    def do_protocol_version(self):
        return "=", "2.0"

    def do_name(self):
        return "=", "Fake"

    def do_version(self):
        return "=", "0.9"

    def do_list_commands(self):
        return "=", "\n".join(COMMANDS if "weak" in self.faults.always else COMMANDS + CLOCKS)

    def do_boardsize(self, size):
        return ("=", "") if size == "8" else ("?", "unacceptable size")

    def do_clear_board(self):
        self.board = Board()
        return "=", ""

    def do_play(self, colour, move):
        if "refuse" in self.faults.always or ("small" in self.faults.always and colour not in "bw"):
            return "?", "wrong color"
        square = read(move)
        colour = colour[0].upper()
        if square is None and "silent_pass" in self.faults.always:
            return "?", "syntax error"
        if square is not None and not self.board.flips(colour, square):
            return "?", "illegal move"
        self.board.play(colour, square)
        return "=", ""

    def do_genmove(self, colour):
        fault = self.faults.strike()
        colour = colour[0].upper()
        if fault == "fail":
            return "?", "no idea"
        if fault in ("resign", "nonsense"):
            return "=", fault
        square = self.board.choose(colour)
        if fault == "illegal":
            return "=", "a1" if square != (0, 0) else "b2"
        self.board.play(colour, square)
        text = "pass" if square is None else write(square)
        if "board" in self.faults.always:
            text += "\n\n  a b c\n1 . . .\n2 . . .\n\n===== Black 2"
        return "=", text


def main(words):
    faults = Faults(words)
    player = Player(faults)
    end = "\r\n" if "crlf" in faults.always else "\n"
    number = 0
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        sign, text = player.answer(words)
        number += 1
        head = f"{sign} {number} " if "ids" in faults.always else f"{sign} "
        times = 2 if "twice" in faults.always else 1
        sys.stdout.write(times * f"{head}{text}\n\n".replace("\n", end))
        sys.stdout.flush()
        if words[0] == "quit":
            break
    faults.farewell()


main(sys.argv[1:])
