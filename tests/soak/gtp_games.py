"""Games over GTP with steps back, set-ups, saves and analysis, and a referee that has the same game."""

import random
import time

from program import Ended, GtpEngine, Stopwatch, Times

from outflank.engine.deck import deck_of
from outflank.engine.errors import Refused
from outflank.engine.game import Game
from outflank.engine.games import GAMES

OWN_LONGEST = 20.0
"""Seconds of its own that an answer may take: searches make a few thousand simulations."""
PATIENCE = 300.0
"""Seconds after which no answer is expected any more, however many other programs have the processor."""
TURNS = 160
"""Turns after which a game is left: some have no end in sight."""
CLOCK = 4
"""Seconds of a game by the clock."""
POOL_IS_FULL = "the search tree fills its part of the memory"
"""Note that is expected once on stderr."""
PER_MOVE = {"PolyClash": 8, "Othello 10": 4}
"""Factors by which a simulation of a board costs more than others."""


class GtpGames:
    """One session that plays on and on. `faults` are what was wrong, with what had been asked."""

    kind = "gtp"

    def __init__(self, command, folder, seed):
        self._random = random.Random(seed)
        self._folder = folder
        words = ["gtp", "--quiet", "--seed", "1", "--memory", "4", "--columns", "gtp", "--ponder", "0.05"]
        self._command = [*command, *words, "--log", str(folder / "gtp.log")]
        self._boards = []
        self.times, self.faults, self.games = {}, [], {}
        self.counts = dict.fromkeys(
            ("answers", "moves", "visits", "undone", "set_up", "saved", "analysed", "clocked", "collections"),
            0,
        )
        self._said = []
        self._collected = 0
        self.engine = None

    def start(self):
        self.engine = GtpEngine(self._command, self._folder)

    @property
    def pid(self):
        return self.engine.pid

    def wrong(self, what):
        """Note a fault with the last lines before it."""
        self.faults.append(f"{what}; said before: {'; '.join(self._said[-8:])}")

    def ask(self, line, may_fail=False):
        """The text of the reply to a line; None where it fails, which is a fault unless it may."""
        watch = Stopwatch(self.pid)
        self._said = [*self._said[-20:], line]
        self.engine.send(line)
        frame = self.engine.reply(line, PATIENCE)
        wall, own = watch.read()
        self._timed(line, wall, own)
        if frame[:1] == "=":
            return frame[1:].strip()
        if not may_fail or frame[:1] != "?":
            self.wrong(f"{line!r} is answered by {frame[:200]!r}")
        return None

    def _timed(self, line, wall, own):
        self.counts["answers"] += 1
        name = line.split()[0]
        self.times.setdefault(name, Times()).add(wall)
        if own > OWN_LONGEST:
            self.wrong(f"{line!r} takes {own:.1f} s of its own, {wall:.1f} by the clock")

    def round(self):
        """One game, from its beginning or somewhere else."""
        variant, size = self._next_board()
        name = variant.board_name(size)
        self.games[name] = self.games.get(name, 0) + 1
        self.ask(f"set_game {variant.name}")
        if size != variant.sizes[0]:
            self.ask(f"boardsize {size}")
        rules = variant.rules(size)
        self._variant, self._rules = variant, rules
        self._begin()
        clock = self._set_limits(name)
        for _ in range(self._random.choice((TURNS, TURNS, 30))):
            if self._game.position.over:
                break
            clock = self._step(clock)
            yield
        self._end(clock)

    def _next_board(self):
        if not self._boards:
            self._boards = [(variant, size) for variant in GAMES for size in variant.sizes[:3]]
            self._random.shuffle(self._boards)
        return self._boards.pop()

    def _begin(self):
        """A new game, or a position that is set up."""
        chance = self._random
        start = None
        if chance.random() < 0.3:
            start = self._random_position()
            self.ask(f"outflank-position {self._rules.position_text(start)}")
            self.counts["set_up"] += 1
        elif chance.random() < 0.5:
            self.ask("clear_board")
        deck = None
        if self._variant.hidden:
            deck = deck_of(self._rules, (self.ask("outflank-deck") or "").split())
        self._game = Game(self._rules, start, deck)
        self._check()

    def _random_position(self):
        position = self._rules.new_position()
        for _ in range(self._random.randrange(40)):
            moves = position.moves()
            after = position.play(self._random.choice(moves)) if moves else position
            if after.over:
                break
            position = after
        # Whoever draws next has a deck of its own to draw from.
        while self._rules.has_chance and not position.over and position.chances():
            position = position.play(self._random.choice(position.moves()))
        return position

    def _set_limits(self, name):
        """Limits for a game's moves: the seconds on each clock, None where simulations are counted."""
        chance = self._random
        if chance.random() < 0.15:
            self.ask(f"time_settings {CLOCK} 0 0")
            self.counts["clocked"] += 1
            return [float(CLOCK)] * len(self._variant.players)
        factor = PER_MOVE.get(name, 1)
        self._visits = max(1, chance.choice((50, 200, 1000, 3000)) // factor)
        self.ask("time_settings 0 1 0")
        self.ask(f"outflank-set visits {self._visits}")
        return None

    def _step(self, clock):
        chance = self._random.random()
        if chance < 0.04 and self._game.turns:
            self._storm()
        elif chance < 0.06:
            self._save()
        elif chance < 0.09:
            self._analyse()
        else:
            return self._move(clock)
        self._check()
        return clock

    def _move(self, clock):
        """A move of the engine's choice, which the referee makes too."""
        mover = self._game.position.mover
        words = self._game.legal_words() if self._rules.has_chance else self._game.position.moves()
        side = self._variant.players[mover]
        watch = Stopwatch(self.pid)
        said = self.ask(f"genmove {side}")
        if said is None:
            raise Ended("a move is refused")
        self.counts["moves"] += 1
        if clock is not None:
            clock[mover] -= watch.read()[1]
        try:
            self._game.play_word(mover, said.lower() if said == "PASS" else said)
        except Refused as error:
            self.wrong(f"genmove {side} is answered by {said}: {error}")
            raise Ended("the game cannot go on") from None
        if len(words) > 1 and self._random.random() < 0.2:
            self._read_stats(clock)
        if self._random.random() < 0.1:
            self._check()
        return clock

    def _read_stats(self, clock):
        """The simulations of the last search, which must be those that were wanted."""
        stats = dict(line.split(" ", 1) for line in (self.ask("outflank-stats") or "").splitlines())
        if "visits" not in stats:
            return
        visits, collections = int(stats["visits"]), int(stats["collections"])
        self.counts["visits"] += visits
        self.counts["collections"] += max(0, collections - self._collected)
        self._collected = collections
        kept = int(stats["kept"])
        if clock is None and stats["settled"] == "no" and visits + kept < self._visits:
            self.wrong(f"{visits} simulations and {kept} kept ones, where {self._visits} are wanted")

    def _storm(self):
        """Many steps back at once, and most often forth again."""
        chance, game = self._random, self._game
        back = chance.choice((1, 2, game.turns, chance.randint(1, game.turns)))
        back = min(back, game.turns)
        turns = game.history[-back:]
        words = [(turn.player, self._rules.word(turn.before, list(turn.moves))) for turn in turns]
        for _ in range(back):
            self.ask("undo")
        game.undo(back)
        self.counts["undone"] += back
        if chance.random() < 0.8:
            self._check()
            for player, word in words:
                self.ask(f"play {self._variant.players[player]} {word}")
                game.play_word(player, word)

    def _save(self):
        """The game or the tree goes to a file and comes back."""
        self.counts["saved"] += 1
        tree = self._folder / "tree"
        if self._variant.hidden or self._random.random() < 0.5:
            if self.ask(f"outflank-save_tree {tree}", may_fail=True) is not None:
                self.ask(f"outflank-load_tree {tree}")
            return
        path = self._folder / "game.sgf"
        self.ask(f"printsgf {path}")
        self.ask(f"loadsgf {path}")
        # Forced passes are left out of the file: they are no turns any more, and the last is due again.
        now = self._game.position
        turn = self._game.history[-1] if self._game.turns else None
        if turn is not None and turn.moves == (self._rules.pass_move,):
            theirs = self.ask("outflank-position")
            now = turn.before if theirs == self._rules.position_text(turn.before) else now
        self._game = Game(self._rules, now)

    def _analyse(self):
        """An analysis that the next line ends."""
        owned = " ownership true" if self._variant.name == "Othello" else ""
        line = self._random.choice(("lz-analyze 1", f"kata-analyze 2{owned}", "analyze 5"))
        self.counts["analysed"] += 1
        self.engine.send(line)
        time.sleep(self._random.choice((0.0, 0.02, 0.1)))
        self._said = [*self._said[-20:], line]
        watch = Stopwatch(self.pid)
        self.engine.send("protocol_version")
        frame = self.engine.reply(line, PATIENCE)
        if frame[:1] != "=":
            self.wrong(f"{line!r} is answered by {frame[:200]!r}")
        if self.engine.reply("protocol_version", PATIENCE) != "= 2":
            self.wrong("protocol_version is not answered by 2")
        self._timed("protocol_version", *watch.read())

    def _check(self):
        """The engine's position is the referee's."""
        ours, theirs = self._rules.position_text(self._game.position), self.ask("outflank-position")
        if ours != theirs:
            self.wrong(f"the position is {theirs}, the referee's {ours}")
            raise Ended("the game cannot go on")

    def _end(self, clock):
        self._check()
        scored = self.ask("final_score", may_fail=not self._game.position.over)
        if scored is not None and not self._game.position.over:
            self.wrong(f"a game that goes on is scored: {scored}")
        for player, left in enumerate(clock or ()):
            if left < 0:
                self.wrong(f"{self._variant.players[player]} has used {-left:.2f} s more than its clock had")

    def leave(self):
        code = self.engine.leave()
        if code != 0:
            self.wrong(f"it ends with exit code {code}")
        errors = (self._folder / "stderr.txt").read_text(errors="replace").splitlines()
        for line in errors:
            if POOL_IS_FULL not in line:
                self.wrong(f"stderr has {line[:500]!r}")
