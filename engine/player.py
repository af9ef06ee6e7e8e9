"""The verbs every protocol speaks: one game, one clock, one tree.

A verb either does what it says or raises `Refused` and leaves everything as it was.
"""

import time

from engine import NotBuilt, core
from engine.clock import LAG, Clock, phase
from engine.endings import Endings, is_ending, report_of
from engine.game import BadPosition, BadSize, Damaged, Game, NoMemory, UnknownGame
from engine.games import OTHELLO, find_game
from engine.limits import Limits
from engine.setup import Setup
from engine.solver import solve
from engine.subject import find_move, subject_of
from engine.thinker import FOR_EVER

PROVEN_PLIES = 10
"""The search proves the outcome so near to the end, and needs no time of its own for it."""
LEAST_TRUST = 1000
"""Visits that the book needs behind a position at the least."""
GAME_BITS = 20
"""A game has fewer turns than can be counted with so many."""


class Player:
    """Keeps a game, answers with moves. Nothing costly is built before the first search."""

    def __init__(
        self,
        game="Othello",
        size=None,
        level="master",
        limits=None,
        options=None,
        seed=None,
        memory=256,
        threads=1,
        ponder=0.0,
        lag=LAG,
        contempt=0,
        book=None,
        repertoire=None,
    ):
        self.bell = core.load("search").Bell()
        self.clock = Clock(lag)
        self.setup = Setup(level, limits, options, seed, memory, threads, contempt)
        self.book = book
        self._repertoire = repertoire
        self._games = 0
        self.komi = None
        self.ponder_seconds = ponder
        self._pondered = None
        self._resting = False
        self.endings = Endings(self.setup, self.bell)
        self.set_game(game, size)

    @property
    def players(self):
        """The players' names, first to move first."""
        return self.variant.players

    @property
    def rules(self):
        return self.game.rules

    @property
    def position(self):
        return self.game.position

    @property
    def report(self):
        """What the last search found, None before the first."""
        return self.thinker.last

    def set_game(self, name, size=None):
        """Play another game, from its start."""
        variant = find_game(name)
        if variant is None:
            raise UnknownGame(f"unknown game {name!r}")
        self._begin(variant, variant.sizes[0] if size is None else size, self.komi)

    def set_size(self, size):
        """Play the same game from its start on a board of another size."""
        self._begin(self.variant, size, self.komi)

    def set_komi(self, komi):
        """Note the komi. A game that counts one (in shares of the board, so from -1 to 1) goes on with it;
        others have none, and a komi meant for another game leaves the usual one standing."""
        rules = self._rules(self.variant, self.size, komi)
        game = self.game.with_rules(rules)
        self.komi = komi
        if self.variant.komi:
            self.game, self.thinker = game, self._thinker(self.variant, rules)

    @property
    def settings(self):
        """What `change` can set, by name, with the values that hold now."""
        own = {"ponder": self.ponder_seconds, "lag": self.clock.lag}
        return {**self.setup.values, **own, **self.thinker.options}

    def change(self, name, value):
        """Set one of the settings (engine/setup.py, engine/techniques.py) to a value it can take. What was
        learnt is kept where limits, pondering or the lag change, and given up otherwise."""
        if name == "ponder":
            self.ponder_seconds = value
        elif name == "lag":
            self.clock.lag = value
        elif self.setup.change(name, value):
            if name == "contempt":
                self.game = self.game.with_rules(self._rules(self.variant, self.size, self.komi))
            self.thinker = self._thinker(self.variant, self.rules)

    def set_clock(self, settings):
        """Think by these clocks (engine/clock.py) from now on."""
        self.clock.set_clock(settings)

    def time_left(self, player, seconds, stones):
        """Take the peer's word on what a player has left."""
        self.clock.time_left(player, seconds, stones)

    def clear(self):
        """The same game from its start. The tree stays, as the same positions may come again, unless a seed
        promises that the same game will."""
        self.game = Game(self.rules)
        self._games += 1
        self.clock.restart()
        if self.setup.repeatable:
            self.thinker.forget()

    def play(self, player, text):
        """Make the move a text names, for a player (a number)."""
        self.game.play(player, find_move(self.rules, text))
        self._resting = False

    def play_all(self, moves):
        """Make the moves of (player, text) pairs one after the other: all of them, or none."""
        game = self.game.copy()
        for player, text in moves:
            game.play(player, find_move(self.rules, text))
        self.game = game
        self._resting = False

    def undo(self, turns=1):
        """Take back the last moves that were transmitted or our own."""
        self.game.undo(turns)

    def set_position(self, text):
        """Go on from the position a text describes, with an empty history."""
        try:
            position = self.rules.parse_position(text)
        except ValueError as error:
            raise BadPosition(str(error)) from None
        self.adopt(Game(self.rules, position))

    def adopt(self, game):
        """Go on with a game of the same rules, and clocks as at its start."""
        if game.rules is not self.rules:
            raise ValueError("a game of other rules")
        self.game = game
        self._games += 1
        self.clock.restart()

    def subject(self, player, bans=()):
        """What a search for a player's move is about. `bans` are (player, move texts, whether all moves but
        these are meant, plies): what that player is not to do so soon."""
        return subject_of(self.game, self.players, player, bans)

    def genmove(self, player, asked=None):
        """Find a move for a player, make it, and return its text. Time counts from the moment (of
        time.monotonic()) it was asked for."""
        return self.move(self.subject(player), asked)

    def move(self, subject, asked=None, watch=None):
        """As `genmove`, and who watches (engine/thinker.py) is told in between."""
        started = self.clock.start(time.monotonic() if asked is None else asked)
        earlier = self.report
        thinker = self._thinker_for(subject)
        move = self._find(subject, thinker, started, watch)
        self.thinker.last = thinker.last or earlier
        searched = None if self.report is earlier else self.report
        rows = () if searched is None else searched.rows
        self.game.play(subject.player, move, next((row for row in rows if row.move == move), None))
        self.clock.stop(subject.player, started, time.monotonic())
        self._pondered = None
        self._resting = False
        return self.text_of(move)

    def search_move(self, player):
        """The text of a move for a player, found anew by a search that knows nothing of earlier ones and
        always begins alike; the game stays where it is."""
        return self.text_of(self._find(self.subject(player), self.thinker.alike(1), None))

    def allowance(self, player, started):
        """(soft, hard): between how many seconds from now a move asked for at a time should take, by the
        clock; None without one."""
        stage = phase(self.game.turns, self.game.ahead, len(self.players), PROVEN_PLIES)
        soft, hard = self.clock.budget(player, stage)
        if hard is None:
            return None, None
        gone = time.monotonic() - started
        return max(0.0, soft - gone), max(0.0, hard - gone)

    def consider(self, subject, asked):
        """The text of the move that `move` would make; the game and the clock stay where they are."""
        return self.text_of(self._find(subject, self.thinker, self.clock.start(asked)))

    def analyse(self, subject, watch, visits=FOR_EVER):
        """Search on until the bell rings, or so many visits of the position are known, and tell who watches;
        at once over where nothing is to be chosen."""
        if subject.position is not None:
            thinker = self._thinker_for(subject)
            self._with_memory(lambda: thinker.analyse(subject.position, watch, subject.banned, visits))
            self.thinker.last = thinker.last

    def prepare(self, subject):
        """Have room for the search of a subject. NoMemory when there is none."""
        if subject.position is not None:
            self._with_memory(lambda: self._thinker_for(subject).search)

    def assess(self, position, limits):
        """The report of a search of any position that is not over, within these limits."""
        return self._with_memory(lambda: self.thinker.think(position, limits))

    def solve(self, seconds):
        """What best play of all leads to from here (engine/solver.py). Unsolved when that takes longer than
        so many seconds or the bell rings."""
        return self._with_memory(lambda: solve(self.thinker, self.position, seconds))

    def exact_scores(self, position, count, seconds):
        """Exact answers for the best `count` moves of an ending, the best first (engine/endings.py)."""
        return self._with_memory(lambda: self.endings.scores(position, count, seconds))

    def likely_scores(self, position, moves, level, seconds):
        """Likely answers for the best move of an ending and for others (engine/endings.py)."""
        return self._with_memory(lambda: self.endings.likely_scores(position, moves, level, seconds))

    def tree(self, depth, share, most):
        """The visits of the root last searched, and what is below it (Survey.subtree): moves down to a depth
        with at least a `share`-th of those visits, `most` of them."""
        search = self.thinker.search
        visits = sum(row[2] for row in search.subtree(1, 1, self.rules.actions))
        return visits, search.subtree(depth, max(1, visits // share), most)

    def recall(self):
        """A report of what is known of the position now without a search; None when that is nothing."""
        return self._with_memory(lambda: self.thinker.recall(self.position))

    def rest(self):
        """Do not ponder until the next move."""
        self._resting = True

    def ponder(self):
        """Use the time in which nobody asks for anything, if that is wanted: after an own move think on until
        the bell rings, once for each position and not for ever."""
        if self._resting or self.ponder_seconds <= 0 or self.report is None:
            return
        if self._pondered is not self.position:
            self._pondered = self.position
            self.thinker.ponder(self.position, self.ponder_seconds)

    def opening(self, subject, soft=None, watched=False):
        """The line that is played without a search of so many seconds (by the limits if None); None when
        there is none. It is the best one of the book where at least as many visits are behind the position as
        that would make, else one drawn from the repertoire, whose values the book corrects, unless a seed
        promises the same moves each time or the search is to be watched."""
        if self.variant is not OTHELLO or subject.banned or not self.setup.is_best:
            return None
        visits = max(LEAST_TRUST, self.setup.visits_in(soft, self.report))
        known = None if self.book is None else self.book.best(subject.position, visits)
        searches = self._repertoire is None or self.setup.repeatable or watched
        if known is not None or searches:
            return known
        learnt = () if self.book is None else self.book.lines(subject.position)
        return self._with_memory(
            lambda: self._repertoire().choice(subject.position, learnt, visits, self._chance())
        )

    def save_tree(self):
        """The search tree as the pieces of a file, all of them to be taken before the next verb. NoTree when
        nothing has been searched yet."""
        return self._with_memory(lambda: self.thinker.save_tree(self.size, self._komi()))

    def load_tree(self, data):
        """Go on with the tree in a file's bytes instead of what has been learnt; position and clock stay.
        BadTree when they hold none that is of use here."""
        self._with_memory(lambda: self.thinker.load_tree(data, self.size, self._komi()))

    def scores(self):
        """Each player's final score, or None while the game goes on."""
        return self.rules.scores(self.position) if self.position.over else None

    def diagram(self):
        return self.rules.diagram(self.position)

    def _find(self, subject, thinker, started, watch=None):
        """The best move for a player; his pass when he has nothing to choose. `started` is None for a search
        that no clock runs for."""
        if subject.position is None:
            return self.rules.pass_move
        moves = [move for move in subject.position.moves() if (subject.player, move) not in subject.banned]
        if len(moves) == 1:
            return moves[0]
        soft, hard = (None, None) if started is None else self.allowance(subject.player, started)
        known = None if started is None else self.opening(subject, soft, watch is not None)
        if known is not None:
            return known.move
        began = time.monotonic()

        def search(spare):
            """The choice of a search for what is left of the time but so much."""
            ends = (None, None)
            if hard is not None:
                ends = tuple(max(0.0, end - spare) for end in self.allowance(subject.player, started))
            limits = self.setup.limits if hard is None else self.setup.own_limits or Limits()
            # What went into an ending is gone.
            limits = limits.less(time.monotonic() - began + spare)
            report = thinker.think(subject.position, limits, *ends, watch, subject.banned)
            return thinker.choice(report, self.game.turns).move

        seconds = self.setup.limits.seconds if soft is None else soft
        ending = started is not None and seconds is not None and not subject.banned
        if ending and is_ending(subject.position, self.setup.endings):
            move = self._with_memory(lambda: self._finish(subject.position, thinker, seconds, search, watch))
        else:
            move = self._with_memory(lambda: search(0.0))
        # The last thing before a move leaves: it must be one.
        return move if move in moves else moves[0]

    def _finish(self, position, thinker, seconds, search, watch):
        """The move of an ending (Endings.choose). Where it is not the search's it is reported like one."""
        began = time.monotonic()
        move, answer = self.endings.choose(position, seconds, search)
        if answer is not None:
            thinker.last = report_of(position, answer, time.monotonic() - began)
            if watch is not None:
                watch.tell(thinker.last)
        return move

    def _thinker_for(self, subject):
        """Who searches it: where moves below the root are left out somebody else, as what he finds says
        nothing of play in which they are not."""
        below = any(plies > 1 for plies in subject.banned.values())
        return self.thinker.alike(self.thinker.seed) if below else self.thinker

    def _with_memory(self, search):
        """What a search returns, which may find no room for its tree."""
        try:
            return search()
        except MemoryError:
            raise NoMemory(f"no memory for a tree of {self.setup.memory} MB") from None
        except NotBuilt as error:
            raise Damaged(str(error)) from None

    def _begin(self, variant, size, komi):
        if size not in variant.sizes:
            raise BadSize("unacceptable size")
        rules = self._rules(variant, size, komi)
        thinker = self._thinker(variant, rules)
        self.variant, self.size, self.game, self.thinker = variant, size, Game(rules), thinker
        self._games += 1
        self.clock.restart()

    def _rules(self, variant, size, komi):
        counts = komi is not None and variant.komi and abs(komi) <= 1
        rules = variant.rules(size, komi if counts else None)
        if variant is OTHELLO:
            rules.draw = self.setup.draw
        return rules

    def _chance(self):
        """A number in 0..1 that is fixed for the seed, the game and the turn."""
        seed = self.thinker.seed + (self._games << GAME_BITS) + self.game.turns
        return core.load("rng").sample(seed & (1 << 64) - 1, 1 << 30, 1)[0] / (1 << 30)

    def _komi(self):
        """What the rules count, 0 in games that count none."""
        return self.rules.komi if self.variant.komi else 0

    def _thinker(self, variant, rules):
        return self.setup.thinker(variant.name, rules, self.bell)

    def text_of(self, move):
        """A move as text."""
        return self.rules.move_text(move) if move >= 0 else "pass"
