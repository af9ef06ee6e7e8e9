"""Games over NBoard as its GUI plays them: steps back and forth, hints, reviews, lessons."""

import random

from gtp_games import POOL_IS_FULL
from nboard_script import Process
from program import Ended, Stopwatch, Times

from outflank.engine.game import Game
from outflank.engine.games import find_game

OWN_LONGEST = 30.0
"""Seconds of its own that an answer may take."""
PATIENCE = 300.0
"""Seconds after which no answer is expected any more, however many other programs have the processor."""
HEAD = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]"
LESSONS = 6
"""Games that may be learnt, again and again: a book grows with each new one, as it should."""


class NBoardGames:
    """One session that plays on and on. `faults` are what was wrong, with what had been asked."""

    kind = "nboard"

    def __init__(self, command, folder, seed):
        self._random = random.Random(seed)
        self._folder = folder
        self._command = [*command, "nboard", "--memory", "4", "--ponder", "0.05"]
        self._rules = find_game("Othello").rules(8)
        self._lessons = []
        self._ping = 0
        self._said = []
        self.times, self.faults, self.games = {}, [], {}
        self.counts = dict.fromkeys(
            ("answers", "moves", "undone", "set_up", "hints", "reviewed", "learned"), 0
        )
        self.wire = None

    def start(self):
        self.wire = Process(self._folder, self._command, strict=False)
        self._ask("nboard 2")

    @property
    def pid(self):
        return self.wire.process.pid

    def wrong(self, what):
        """Note a fault with the last lines before it."""
        self.faults.append(f"{what}; said before: {'; '.join(self._said[-8:])}")

    def _ask(self, *lines):
        self._said = [*self._said[-20:], *lines]
        try:
            self.wire.ask(*lines)
        except BrokenPipeError:
            raise Ended(f"it has ended before {lines}") from None

    def _until(self, words, name):
        """The first line that begins with one of the words; what the judge says of it and before is noted."""
        watch = Stopwatch(self.pid)
        while (line := self.wire.hear(PATIENCE)) is not None and line.split(" ")[0] not in words:
            continue
        if line is None:
            raise Ended(f"no {' or '.join(words)} within {PATIENCE} s")
        wall, own = watch.read()
        self.counts["answers"] += 1
        self.times.setdefault(name, Times()).add(wall)
        if own > OWN_LONGEST:
            self.wrong(f"{name} takes {own:.1f} s of its own, {wall:.1f} by the clock")
        for fault in self.wire.judge.faults:
            if POOL_IS_FULL not in fault:
                self.wrong(fault)
        self.wire.judge.faults.clear()
        return line

    def _synchronize(self):
        """Wait until all that was said before is done."""
        self._ping += 1
        self._ask(f"ping {self._ping}")
        self._until(("pong",), "ping")

    def round(self):
        """One game."""
        chance = self._random
        self.games["Othello"] = self.games.get("Othello", 0) + 1
        self._game = Game(self._rules)
        self._made = []
        self._show()
        self._ask(f"set depth {chance.choice((2, 6, 10, 14))}")
        self._synchronize()
        while not self._game.position.over:
            self._step(chance.random())
            yield
        if chance.random() < 0.3:
            self._ask("analyze")
            self.counts["reviewed"] += 1
            self._until(("analysis",), "analyze")
            self._synchronize()
        if chance.random() < 0.3:
            self._learn()

    def _step(self, kind):
        if kind < 0.04 and self._made:
            self._step_back()
        elif kind < 0.25:
            self._ask(f"hint {self._random.choice((1, 4))}")
            self.counts["hints"] += 1
            # The book's lines come alone as long as the search has seen less than the book.
            self._until(("search", "book"), "hint")
        else:
            self._move()

    def _step_back(self):
        """Look here and there in the game, then go on from a bit before its end; the GUI steps by games."""
        whole = self._made
        for _ in range(self._random.randint(1, 20)):
            self._made = whole[: self._random.randrange(len(whole) + 1)]
            self.counts["undone"] += len(whole) - len(self._made)
            self._show()
        self._made = whole[: len(whole) - self._random.randrange(min(8, len(whole)) + 1)]
        self._show()
        self._game = Game(self._rules)
        for move in self._made:
            self._play(move)
        self._synchronize()

    def _show(self):
        """Set the game as it is."""
        moves = "".join(f"{'BW'[at % 2]}[{move}]" for at, move in enumerate(self._made))
        self.counts["set_up"] += 1
        self._ask(f"set game {HEAD}{moves};)")

    def _play(self, move):
        self._game.play_word(self._game.position.mover, "pass" if move == "PA" else move)

    def _move(self):
        self._ask("go")
        said = self._until(("===",), "go").split(" ", 1)[1].split("/")[0]
        legal = self._game.position.moves()
        moves = {"PA" if move == self._rules.pass_move else self._rules.move_text(move) for move in legal}
        if said not in moves:
            self.wrong(f"go is answered by {said}, where there are {' '.join(sorted(moves))}")
            raise Ended("the game cannot go on")
        self.counts["moves"] += 1
        self._made.append(said)
        self._play(said)
        self._ask(f"move {said}")
        self._synchronize()

    def _learn(self):
        """Learn a game; one of those that were learnt before when there are enough."""
        if len(self._lessons) < LESSONS:
            self._lessons.append(list(self._made))
        self._made = self._random.choice(self._lessons)
        self._show()
        self._ask("learn")
        self.counts["learned"] += 1
        self._until(("learned",), "learn")
        self._synchronize()

    def leave(self):
        try:
            code = self.wire.leave(60)
        except Exception as error:
            code = f"none: {error!r}"
        if code != 0:
            self.wrong(f"it ends with exit code {code}")
        self.wire.kill()
