"""Talks nonsense to `python -m outflank.protocol nboard` and judges what it says: a command for developers.

    python tests/fuzz/nboard_talk.py --minutes 10 --seed 1

A session is a program that gets bursts of lines, good ones, damaged ones, words of the protocol in any order
and bytes of any kind, cut into pieces anywhere; after each burst a ping must be answered, and now and then a
`go`. In the end its input is closed in the middle of something. What is wrong is printed with the session's
number, by which `--first` begins again. The exit code is 1 if anything was.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

# The tests find these by pytest's settings.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "helpers"))

import gtp_script  # noqa: E402
from nboard_script import Process  # noqa: E402

from outflank.engine.game import Game  # noqa: E402
from outflank.engine.games import find_game  # noqa: E402

RULES = find_game("Othello").rules(8)
VOCABULARY = """
nboard set game depth contempt time Black White main inc byoyomi move hint go ping learn analyze 0 1 2 4 8 64
60 -1 100 1000 99999999999 1e9 nan inf F5 d6 PA pass -- F5/1.0/2 PA//3 (; ;) GM[Othello] TY[8] TI[5:00]
TI[0,5//1] RE[?] B[F5] W[F6/-2,67/0.21] BO[8 pong === search status quit! \xff \0 / // ] [ ,
"""
WORDS = VOCABULARY.split()
PATIENCE = 20.0
"""Seconds within which a ping must be answered, however busy the machine is."""
LONG = 17 * 2**20
SHOWN = 20


class Fuzzer:
    """One session."""

    def __init__(self, seed, folder):
        self._random = random.Random(seed)
        self.wire = Process(folder, gtp_script.MODULE, ["nboard", "--memory", "32"], strict=False)
        self.sent = 0
        self._ping = 1000
        self._may_end = False

    @property
    def faults(self):
        """All that was wrong."""
        return self.wire.judge.faults

    def run(self):
        """Send bursts until the session has had enough of them, then hang up."""
        chance = self._random
        try:
            for _ in range(chance.randrange(1, 25)):
                self._burst([self._line() for _ in range(chance.randrange(1, 30))])
                self._listen(chance.choice((0.0, 0.0, 0.0, 0.02, 0.4)))
                if not self._answers(f"ping {self._next()}", "pong"):
                    break
                if chance.random() < 0.25 and not self._plays():
                    break
            if not self.wire.ended:
                self._burst([self._line() for _ in range(chance.randrange(0, 8))], whole=False)
        except BrokenPipeError:
            self._hear_out()
        self._end()

    def _next(self):
        self._ping += 1
        return self._ping

    def _end(self):
        begin = time.monotonic()
        try:
            code = self.wire.leave(PATIENCE)
        except Exception as error:
            self.faults.append(f"it does not end: {error!r}")
            return
        if code != 0:
            self.faults.append(f"it ends with {code}")
        if time.monotonic() - begin > PATIENCE / 4:
            self.faults.append(f"it took {time.monotonic() - begin:.1f} s to end")

    def _listen(self, seconds):
        """Hear what comes for so long."""
        end = time.monotonic() + seconds
        while self.wire.hear(max(0.0, end - time.monotonic())) is not None:
            continue

    def _hear_out(self):
        """The program has ended; hear what it said before."""
        self._listen(1.0)
        if not self._may_end:
            self.faults.append("it has ended by itself")

    def _answers(self, line, word):
        """Whether a good line gets the answer that begins with a word."""
        self.wire.ask(line)
        end = time.monotonic() + PATIENCE
        wanted = [word, *line.split()[1:]] if word == "pong" else [word]
        while (heard := self.wire.hear(max(0.0, end - time.monotonic()))) is not None:
            if heard.split()[: len(wanted)] == wanted:
                return True
        if not (self.wire.ended and self._may_end):
            self.faults.append(f"no answer to {line}" + (", it has ended" if self.wire.ended else ""))
        return False

    def _plays(self):
        """Whether good lines are understood after all that."""
        self.wire.ask(self._game(), "set depth 2", "set time Black main 60000 inc 0 byoyomi 0")
        return self._answers(f"ping {self._next()}", "pong") and self._answers("go", "===")

    def _burst(self, lines, whole=True):
        """Send lines in pieces; the last one without its end unless it is to be whole."""
        chance = self._random
        ends = (b"\n", b"\n", b"\n", b"\r\n")
        pieces = [(line + chance.choice(ends), good) for line, good in lines]
        data = b"".join(piece for piece, _ in pieces)
        if not whole:
            data = data[: chance.randrange(len(data) + 1)]
        left = len(data)
        for piece, good in pieces:
            for line in piece[:left].removesuffix(b"\n").split(b"\n"):
                self._may_end = self._may_end or line.split() == [b"quit"]
                self.wire.judge.sent(line, time.monotonic(), doubtful=not good or len(piece) > left)
            left = max(0, left - len(piece))
        self.sent += len(lines)
        while data:
            size = chance.choice((1, 3, 17, 100, 1000, 1 << 16, 1 << 25))
            self.wire.write(data[:size])
            data = data[size:]
            if chance.random() < 0.1:
                time.sleep(chance.choice((0.0, 0.001, 0.003, 0.2)) if len(data) < 10000 else 0)

    def _line(self):
        """(bytes of a line, whether it is good)."""
        chance = self._random
        kind = chance.random()
        if kind < 0.35:
            return self._good().encode("latin-1"), True
        if kind < 0.7:
            return self._damaged(self._good().encode("latin-1")), False
        if kind < 0.9:
            words = [chance.choice(WORDS) for _ in range(chance.randrange(1, 9))]
            return chance.choice((" ", " ", "", "  ")).join(words).encode("latin-1"), False
        if kind < 0.9985:
            return chance.randbytes(chance.choice((0, 1, 3, 20, 500))), False
        return (chance.choice((b"x", b"ping 1", b"set game (;")) * LONG)[:LONG], False

    def _good(self):
        """A line as the GUI or the local server could send it."""
        chance = self._random
        side = chance.choice(("Black", "White"))
        main, period = chance.choice((0, 50, 1000, 99999)), chance.choice((0, 20))
        lines = (
            self._game,
            lambda: f"move {self._square()}",
            lambda: f"hint {chance.choice((1, 2, 4, 64))}",
            lambda: "go",
            lambda: "analyze",
            lambda: "learn",
            lambda: f"set depth {chance.choice((1, 2, 4, 10, 26, 60))}",
            lambda: f"set contempt {chance.choice((-100, 0, 100))}",
            lambda: f"set time {side} main {main} inc 0 byoyomi {period}",
            lambda: f"ping {chance.choice((self._next(), self._next(), 0, 2147483647))}",
            lambda: f"nboard {chance.choice((2, 2, 2, 1))}",
        )
        return chance.choice(lines)()

    def _square(self):
        boards = self.wire.judge.boards
        moves = boards[0].position.moves()
        move = self._random.choice(moves) if moves else RULES.pass_move
        square = "PA" if move == boards[0].rules.pass_move else boards[0].rules.move_text(move)
        return square + self._random.choice(("", "", "//0.5", "/-2.67/0.21", "/1,5/0,02", "/2"))

    def _game(self):
        """A `set game` with any number of moves."""
        chance = self._random
        game, moves = Game(RULES), ""
        for _ in range(chance.choice((0, 1, 8, 30, 50, 60, 70))):
            if not game.position.over:
                side, move = game.position.mover, chance.choice(game.position.moves())
                game.play(side, move)
                moves += "BW"[side] + "[" + ("PA" if move == RULES.pass_move else RULES.move_text(move)) + "]"
        cells = RULES.position_text(game.start).replace("X", "*")
        clock = chance.choice(("5:00", "0:01", "0:00//0:01", "1:05,5", "0:10/0:01"))
        return f"set game (;GM[Othello]PC[NBoard]PB[]PW[E 1]RE[?]TI[{clock}]TY[8]BO[8 {cells}]{moves};)"

    def _damaged(self, line):
        """A line with some of its bytes changed."""
        chance = self._random
        for _ in range(chance.choice((1, 1, 2, 5))):
            at = chance.randrange(len(line) + 1)
            size = chance.choice((1, 1, 2, 10))
            change = chance.choice(
                (b"", line[at : at + size] * 2, chance.randbytes(size), b"0", b"9" * 400, b" ", b"\0")
            )
            line = line[:at] + change + line[at + chance.choice((0, size)) :]
        return line.replace(b"\n", b"")


def session(seed):
    """One session: (lines sent, lines judged, what was wrong)."""
    with tempfile.TemporaryDirectory() as folder:
        fuzzer = Fuzzer(seed, Path(folder))
        try:
            fuzzer.run()
        finally:
            fuzzer.wire.kill()
    return fuzzer.sent, fuzzer.wire.judge.lines, fuzzer.faults


def main():
    """Run sessions for so long, and say what came of them."""
    parser = argparse.ArgumentParser(description="Talk nonsense to the NBoard side of this program.")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the session to begin with")
    words = parser.parse_args()
    end = time.monotonic() + 60 * words.minutes
    number, sent, heard, faults = words.first, 0, 0, 0
    while time.monotonic() < end:
        lines, judged, found = session(f"{words.seed} {number}")
        sent, heard = sent + lines, heard + judged
        for fault in found:
            faults += 1
            if faults <= SHOWN:
                sys.stdout.write(f"session {number}: {fault}\n")
        number += 1
    count = number - words.first
    sys.stdout.write(f"{count} sessions, {sent} lines sent, {heard} lines judged, {faults} violations\n")
    return 1 if faults else 0


if __name__ == "__main__":
    os.chdir(gtp_script.ROOT)
    raise SystemExit(main())
