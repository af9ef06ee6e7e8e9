"""NBoard and NBoardLocalGameServer as an engine sees them: what they send when, and what they take for an
answer."""

import random
import re
import time

from nboard_script import SECONDS

from outflank.engine.game import Game
from outflank.engine.games import find_game

RULES = find_game("Othello").rules(8)
STANDARD = RULES.position_text(RULES.new_position())
PONG_SECONDS = 10.0
"""How long NBoardLocalGameServer waits for a pong."""
QUICK = 8
"""The highest level at which a whole game is searched in a moment."""
PATIENT = 6
"""In how many of the turns, about, a user waits for hints."""


def spelled(move):
    """A move as the GUI writes it."""
    return "PA" if move == RULES.pass_move else RULES.move_text(move)


class Link:
    """What the GUI keeps of one engine: what it was told last, and which ping it has answered.

    A gated one gets a request when it has answered the ping of the last; a wish that comes before takes the
    place of an earlier one."""

    def __init__(self, wire, gated=True):
        self.wire = wire
        self.gated = gated
        self.name = None
        self.rounds = self.reviewed = self.lessons = 0
        self.move = None
        self._game = ""
        self._contempt, self._depth = 0, None
        self._ping, self._pong = 0, 0
        self._wish = None
        wire.ask("nboard 2")

    @property
    def ready(self):
        """Whether the engine has answered all pings."""
        return self._pong == self._ping

    def ask(self, gui, kind, level, gated=None):
        """Send the state of the GUI with what is wanted, or keep that in mind."""
        self.move = None
        if (self.gated if gated is None else gated) and not self.ready:
            self._wish = (gui, kind, level)
            return
        self._wish = None
        self.rounds = 0
        lines = [*self._state(gui.record(), gui.notes[: gui.view])]
        if gui.contempt != self._contempt:
            self._contempt = gui.contempt
            lines.append(f"set contempt {gui.contempt}")
        if level != self._depth:
            self._depth = level
            lines.append(f"set depth {level}")
        self._ping += 1
        self.wire.ask(*lines, f"ping {self._ping}", kind)

    def cut(self):
        """Send a ping alone, which ends what the engine does."""
        self._ping += 1
        self.wire.ask(f"ping {self._ping}")

    def skip(self):
        """The number of a ping that is never sent."""
        self._ping = self._pong = self._ping + 1

    def hear(self, seconds):
        """Take in the next line; whether there was one."""
        line = self.wire.hear(seconds)
        if line is None:
            return False
        word, _, rest = line.partition(" ")
        if word == "pong":
            self._pong = int(rest)
            if self.ready and self._wish:
                self.ask(*self._wish)
        elif word == "set":
            self.name = rest.split()[1]
        elif self.ready:
            # What comes before the last pong is of an earlier request.
            self.rounds += word == "nodestats"
            self.lessons += word == "learned"
            if word == "===":
                self.move = rest
            if word == "analysis":
                self.reviewed = int(rest.split()[0])
        return True

    def wait(self, done, seconds=SECONDS):
        """Take in lines until something is done; whether it was in time."""
        end = time.monotonic() + seconds
        while not done() and time.monotonic() < end:
            if not self.hear(max(0.0, end - time.monotonic())):
                break
        return done()

    def listen(self, seconds=0.0):
        """Take in what comes for so long."""
        end = time.monotonic() + seconds
        while self.hear(max(0.0, end - time.monotonic())):
            continue

    def _state(self, game, notes):
        """How the engine is told of a game: nothing, one move, or all of it."""
        earlier, self._game = self._game, game
        if game == earlier:
            return
        last = f"[{notes[-1]}];)" if notes else ""
        if notes and game[: -len(last) - 1] == earlier[:-2]:
            yield f"move {notes[-1]}"
        else:
            yield f"set game {game}"


class Gui:
    """One game window: a user, an opponent, and an analyst who may be the same engine. `engines` are the
    sides that the opponent plays. Counts what is wrong in `faults`."""

    def __init__(self, opponent, analyst, seed, engines=(1,), comma=False):
        self.opponent = opponent
        self.analyst = analyst
        self.faults = []
        self.passes = {"engine": 0, "user": 0}
        self.contempt = 0
        self.view = 0
        self.notes = []
        self._random = random.Random(seed)
        self._engines = engines
        self._comma = comma
        self.new()

    def new(self, start=STANDARD, opening=0, engines=None, clock="0:30", levels=(3, 4)):
        """A new game from a position (`...XO... X`) and the first moves of an opening, of which the engines
        have not been told. The levels are those of the opponent and of the analyst."""
        self.game = Game(RULES, RULES.parse_position(start))
        self.notes, self._result = [], "?"
        self._engines = self._engines if engines is None else engines
        self._clock, self._levels = clock, levels
        for _ in range(opening):
            if not self.game.position.over:
                self._make(self._random.choice(self.game.position.moves()), "//0.01")
        self.view = len(self.notes)

    def record(self):
        """The game up to the position on the screen, as it is sent."""
        names = [self.opponent.name or "" if side in self._engines else "human" for side in (0, 1)]
        cells, mover = RULES.position_text(self.game.start).replace("X", "*").split()
        head = (
            f"GM[Othello]PC[NBoard]DT[2026-11-18 06:55:29 GMT]PB[{names[0]}]PW[{names[1]}]RE[{self._result}]"
        )
        sides = [player for player, _ in self.game.made]
        moves = "".join(
            f"{'BW'[side]}[{note}]" for side, note in zip(sides, self.notes[: self.view], strict=False)
        )
        return f"(;{head}TI[{self._clock}]TY[8]BO[8 {cells} {mover}]{moves};)"

    def play(self, storms=2):
        """Play the game to its end, with storms of arrow keys, and what comes after it."""
        turns = max(1, RULES.position_text(self.game.position).count("-") - 2)
        stormy = {self._random.randrange(turns) for _ in range(storms)}
        patient = {self._random.randrange(turns) for _ in range(PATIENT)}
        turn = 0
        while not self.game.position.over:
            if turn in stormy:
                self._storm()
            if self.game.position.mover in self._engines:
                self._let_engine_move()
            else:
                self._let_user_move(turn in patient)
            turn += 1
        self._after_the_end()

    def _let_engine_move(self):
        self.opponent.ask(self, "go", self._levels[0])
        if self.analyst is not self.opponent:
            self.analyst.ask(self, "hint 2", self._levels[1])
            self.analyst.listen()
        if not self.opponent.wait(lambda: self.opponent.move):
            self.faults.append(f"no move for {self.record()}")
            raise TimeoutError(self.faults[-1])
        square, *rest = self.opponent.move.split("/")
        found = [move for move in self.game.position.moves() if spelled(move) == square.upper()]
        if not found:
            self.faults.append(f"an illegal move {square} for {self.record()}")
        self.passes["engine"] += square == "PA"
        self._make(found[0], "".join("/" + part for part in rest))
        self.view = len(self.notes)

    def _let_user_move(self, patient):
        """Hints are shown until the user moves, which he may do at once."""
        self.analyst.ask(self, f"hint {self._random.choice((1, 2, 4, 64))}", self._levels[1])
        if patient and not self.analyst.wait(lambda: self.analyst.ready and self.analyst.rounds):
            self.faults.append(f"no hint for {self.record()}")
        self.analyst.listen(self._random.choice((0.0, 0.0, 0.005, 0.02)))
        move = self._random.choice(self.game.position.moves())
        self.passes["user"] += move == RULES.pass_move
        self._make(move, f"//{self._random.random() / 50:.16f}")
        self.view = len(self.notes)

    def _make(self, move, note):
        """Make a move with its note, in which a locale may write a comma in the value."""
        value, slash, seconds = note[1:].partition("/")
        value = value.replace(".", ",") if self._comma else value
        self.game.play(self.game.position.mover, move)
        self.notes.append(f"{spelled(move)}/{value}{slash}{seconds}".rstrip("/"))

    def _storm(self):
        """Arrow keys and mode switches in any order, and back to the end of the game."""
        for _ in range(self._random.randrange(4, 12)):
            step = self._random.choice((-1, -1, -1, 1, 1, 0, 2))
            if step == 2:
                self._switch()
            elif 0 <= self.view + step <= len(self.notes):
                self.view += step
                # One step back asks twice.
                for _ in range(2 if step < 0 else 1):
                    self.analyst.ask(self, "hint 4", self._levels[1])
            self.analyst.listen(self._random.choice((0.0, 0.0, 0.001, 0.01)))
        self.view = len(self.notes)
        if self._random.random() < 0.5:
            self.contempt = self._random.choice((100, 0, -100))

    def _switch(self):
        """Another mode: perhaps `go`, and within milliseconds a game with other names and a hint."""
        self.opponent.ask(self, "go", self._levels[0], gated=False)
        self._engines = (1 - self._engines[0],) if len(self._engines) == 1 else self._engines
        self.opponent.ask(self, "hint 2", self._levels[1], gated=False)

    def _after_the_end(self):
        """The end itself is not told. The game is learnt, then reviewed, which a ping cuts off or not."""
        self.analyst.wait(lambda: self.analyst.ready)
        self.opponent.wait(lambda: self.opponent.ready)
        self.opponent.skip()
        black, white = RULES.scores(self.game.position)
        self._result = str(black - white)
        lessons = self.opponent.lessons
        self.opponent.ask(self, "learn", self._levels[0])
        # At high levels both take a time for each position that no test has.
        quick = self._levels[0] <= QUICK
        if quick and not self.opponent.wait(lambda: self.opponent.lessons > lessons):
            self.faults.append(f"nothing learned of {self.record()}")
        self.opponent.reviewed = None
        self.opponent.ask(self, "analyze", self._levels[0])
        patient = quick and self._random.random() < 0.5
        if patient and not self.opponent.wait(lambda: self.opponent.reviewed == 0):
            self.faults.append(f"no whole review of {self.record()}")
        self.opponent.listen(self._random.choice((0.0, 0.05)))
        self.opponent.cut()
        if not self.opponent.wait(lambda: self.opponent.ready):
            self.faults.append("no pong after a review")


class Server:
    """A game of two engines as NBoardLocalGameServer runs it: before each command a ping of its own."""

    def __init__(self, wires):
        self.wires = wires
        self._pings = [0, 0]
        for side in (0, 1):
            self.tell(side, "nboard 2")

    def tell(self, side, *lines):
        """Send each of these lines when its ping is answered."""
        wire = self.wires[side]
        for line in lines:
            number, self._pings[side] = self._pings[side], self._pings[side] + 1
            wire.ask(f"ping {number}")
            wire.until(rf"\s*pong\s+{number}.*", PONG_SECONDS)
            wire.ask(line)

    def play(self, main, increment=0, period=0):
        """Play a game by these clocks, in milliseconds; returns it, and what both sides took in seconds."""
        game = Game(RULES)
        cells, mover = STANDARD.replace("X", "*").split()
        tags = "GM[Othello]PC[NBoardLocalGameServer]DT[11/18/2026 7:00:00 AM]PB[A]PW[B]RE[?]"
        clock = "BT[00:00:10]WT[00:00:10]"
        for side in (0, 1):
            self.tell(side, f"set game (;{tags}{clock}TY[8]BO[8 {cells} {mover}];)")
            for colour in ("Black", "White"):
                self.tell(side, f"set time {colour} main {main} inc {increment} byoyomi {period}")
        took = [0.0, 0.0]
        while not game.position.over:
            side = game.position.mover
            self.tell(side, "go")
            begin = time.monotonic()
            # The other one must answer while this one thinks.
            self.tell(1 - side, "draw_tree")
            answer = self.wires[side].until("=== .*")[-1]
            took[side] += time.monotonic() - begin
            square = re.split("[ /]", answer[4:])[0]
            found = [move for move in game.position.moves() if spelled(move) == square.upper()]
            assert found and (square == "PA" or answer[4:6] != "PA"), f"{answer} after {game.made}"
            game.play(side, found[0])
            for other in (0, 1):
                self.tell(other, f"move {square}")
        return game, took
