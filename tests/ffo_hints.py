"""NBoard's hints for the positions of the FFO test, whose exact scores are known.

    python tests/ffo_hints.py --seconds 60

gives each of the 79 positions so long, and lists the last hint beside the score. A hint that calls itself
exact (`100%`) must be the score, and a proven result (`100%W`) must have its sign; the exit code is 1 where
one is not.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

# The tests find these by pytest's settings.
sys.path.insert(0, str(Path(__file__).resolve().parent / "helpers"))

import gtp_script  # noqa: E402
from nboard_script import Process  # noqa: E402

POSITIONS = json.loads((Path(__file__).parent / "positions" / "ffo.json").read_text())["positions"]
ENDLESS = 60


class Hint:
    """The last line for a position's best move: its move, value and depth, and after how long it came."""

    def __init__(self, line, seconds):
        _, moves, value, _, self.depth = line.split()
        self.move = moves.split("-")[0].lower()
        self.value = float(value)
        self.seconds = seconds

    def agrees(self, score):
        """Whether it says nothing about a score, as the mover sees it, that is wrong."""
        if self.depth == "100%":
            return self.value == score
        return self.depth != "100%W" or (self.value > 0) - (self.value < 0) == (score > 0) - (score < 0)


def game_line(board, side):
    """What sets up a position."""
    sign = "*" if side == "X" else "O"
    return f"set game (;GM[Othello]TY[8]BO[8 {board.replace('X', '*')} {sign}];)"


def hint(wire, number, board, side, depth, seconds):
    """The last hint for a position, after some seconds at most."""
    wire.ping(number, game_line(board, side), f"set depth {depth}")
    began = time.monotonic()
    last = None
    wire.ask("hint 1")
    while (left := began + seconds - time.monotonic()) > 0:
        line = wire.hear(left)
        if line == "status":
            break
        if line is not None and line.startswith("search"):
            last = Hint(line, time.monotonic() - began)
    assert last is not None, f"no hint for {board} {side} within {seconds} s"
    return last


def main():
    parser = argparse.ArgumentParser(description="NBoard's hints for the positions of the FFO test")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each position")
    parser.add_argument("--depth", type=int, default=ENDLESS, help="as in `set depth`")
    options = parser.parse_args()
    wrong = exact = proven = 0
    with tempfile.TemporaryDirectory() as folder:
        wire = Process(folder, gtp_script.MODULE, ["nboard", "--book", "off"])
        wire.ask("nboard 2")
        for row in POSITIONS:
            found = hint(wire, row["n"], row["board"], row["side"], options.depth, options.seconds)
            agrees = found.agrees(row["score"])
            wrong += not agrees
            exact += found.depth == "100%"
            proven += found.depth == "100%W"
            print(
                f"#{row['n']:<3} {row['empties']:>3} empty, score {row['score']:+3}: {found.move} "
                f"{found.value:+6.2f} {found.depth:<5} {found.seconds:7.2f} s{'' if agrees else '   WRONG'}",
                flush=True,
            )
        wire.kill()
    print(f"{exact} exact, {proven} proven, {wrong} wrong of {len(POSITIONS)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
