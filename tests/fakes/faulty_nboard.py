"""An NBoard engine that plays at random, with the faults that its command line names."""

import os
import random
import select
import sys
import time

# Python is also started by -P, which looks for no module beside a script.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from pace import Pace

from outflank.engine.games import OTHELLO
from outflank.protocol.formats.syntax.ggf import BadGgf, read_ggf

FAULTS = frozenset(sys.argv[1:])
PACE = Pace(FAULTS)
EVERY = 0.05


class Engine:
    def __init__(self):
        self.rules = OTHELLO.rules(8)
        self.position = self.rules.new_position()
        self.chance = random.Random(1)
        self.greeted = False
        self.work = None
        self.turn = 0
        self.latest = -1
        self.late = None
        self.deferred = False
        self.count = 0

    def take(self, line):
        """Answer a line; whether to go on."""
        if "keeps-returns" in FAULTS and line.endswith("\r"):
            return True
        line = line.rstrip("\r")
        word, _, rest = line.strip(" ").partition(" ")
        if word == "quit":
            return "ignores-quit" in FAULTS
        if word == "nboard":
            self.greeted = True
            if "no-name" not in FAULTS:
                write("set myname Fake")
        elif word == "set":
            self.set(*rest.partition(" ")[::2])
        elif word == "move":
            self.stop()
            self.position = self.after(rest.split("/")[0])
        elif word == "ping":
            self.ping(rest)
        elif word in ("go", "hint", "analyze", "learn"):
            self.stop()
            self.work, self.turn = word, 0
        elif "complains" in FAULTS and word:
            write(f"Error: unknown command {word}")
        return True

    def set(self, name, text):
        self.stop()
        if name == "contempt" and "dies-of-contempt" in FAULTS:
            sys.exit(1)
        if name == "game" and ("forgets" not in FAULTS or self.latest < 1000):
            self.position = self.read(text)

    def read(self, text):
        if "no-commas" in FAULTS and ",67" in text:
            return self.position
        if "strict" in FAULTS and ("null" in text or "BT[" in text):
            return self.position
        try:
            game = read_ggf(text)[0]
        except BadGgf:
            return self.position
        self.position = self.rules.parse_position(f"{game.cells} {game.mover}")
        self.count = len(game.moves)
        for at, move in enumerate(game.moves):
            last = at == len(game.moves) - 1
            if not (move.square == "pass" and last and "misses-pass" in FAULTS):
                self.position = self.after(move.square)
        return self.position

    def after(self, square):
        name = "pass" if square.lower() in ("pa", "pass") else square
        move = self.rules.pass_move if name == "pass" else self.rules.find_move(name)
        return self.position.play(move) if move in self.position.moves() else self.position

    def ping(self, number):
        if "needs-hello" in FAULTS and not self.greeted:
            return
        if "no-restart" in FAULTS and int(number) < self.latest:
            return
        self.latest = int(number)
        if "slow-pong" in FAULTS and self.work:
            time.sleep(1.5)
        self.stop()
        write(f"pong {number}")
        late, self.late = self.late, None
        if late == "hint" and "stale-hint" in FAULTS:
            self.hint()
        if late == "go" and "stale-go" in FAULTS:
            write("=== C4")

    def stop(self):
        self.late = self.work or self.late
        if self.work == "go" and "answers-both" in FAULTS:
            self.deferred = True
        self.work = None

    def step(self):
        """Do a piece of the work."""
        self.turn += 1
        position = self.position
        moves = position.moves()
        if self.work == "hint":
            self.hint()
            if self.turn > 20:
                self.work = None
        elif self.work == "go":
            if moves and not ("long" in FAULTS and self.turn < 100):
                self.go(moves)
        elif self.work == "analyze":
            value = "1e2" if "exponent" in FAULTS else "2.00"
            write(f"analysis {max(0, self.count - self.turn + 1)} {value}")
            if self.turn > self.count:
                self.work = None
        elif self.work == "learn":
            if "no-learned" not in FAULTS:
                write("learned")
            self.work = None

    def go(self, moves):
        self.work = None
        move = self.chance.choice(moves)
        if move == self.rules.pass_move:
            write(
                "=== A1" if "no-pass" in FAULTS else "=== pa 2.00 0.0" if "long-pass" in FAULTS else "=== PA"
            )
            return
        text = "A1" if "cheats" in FAULTS else self.rules.move_text(move).upper()
        write(f"==={text}" if "glued" in FAULTS else f"=== {text}/0.50/0.01")
        if "twice" in FAULTS:
            write(f"=== {text}")
        if self.deferred:
            self.deferred = False
            write(f"=== {text}")
        if "plays" in FAULTS:
            self.position = self.position.play(move)

    def hint(self):
        position = self.position
        if position.over:
            if "hints-at-end" in FAULTS:
                write("search A1 0.00 0 1")
            self.work = None
            return
        moves = position.moves()
        if moves == [self.rules.pass_move]:
            write("search A1 0.00 0 1" if "no-pass" in FAULTS else "search PA -2.00 0 1")
            self.work = None
            return
        if "infinite" in FAULTS or "gaps" in FAULTS:
            write("search F5 D6 1.0 0 3" if "gaps" in FAULTS else "search F5 inf 0 3")
        if "umlaut" in FAULTS:
            write("h\xfc")
        for move in moves[:4]:
            write(f"search {self.rules.move_text(move).upper()} 1.25 0 {self.turn} text")
        if "answers-hints" in FAULTS:
            write(f"=== {self.rules.move_text(moves[0])}")
        seconds = 1000 * EVERY * self.turn if "milliseconds" in FAULTS else EVERY * self.turn
        write(f"nodestats {100 * self.turn} {seconds:.3f}")


def run():
    engine = Engine()
    if "noise" in FAULTS:
        write("Loading weights")
    if "complains-on-stderr" in FAULTS:
        os.write(2, b"search failed\n")
    rest = b""
    while True:
        PACE.rest()
        ready, _, _ = select.select([0], [], [], EVERY if engine.work else None)
        if not ready:
            engine.step()
            continue
        data = os.read(0, 65536)
        if not data:
            if "ignores-eof" in FAULTS or ("works-on" in FAULTS and engine.work):
                time.sleep(30)
            return
        *lines, rest = (rest + data).split(b"\n")
        if "last-ping" in FAULTS:
            pings = [line for line in lines if line.startswith(b"ping")]
            lines = [line for line in lines if line not in pings[:-1]]
        for line in lines:
            if not engine.take(line.decode("latin-1")):
                return


def write(text):
    PACE.write((text + "\n").encode("latin-1"))


run()
PACE.leave()
