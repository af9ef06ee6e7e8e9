"""The verbs every protocol speaks: one game, one clock, one tree.

A verb either does what it says or raises `Refused` and leaves everything as it was.
"""

import math
import time

from outflank.engine import NotBuilt, core, evaluators
from outflank.engine.analysis.endings import Endings, is_ending, report_of
from outflank.engine.analysis.memory import Trees
from outflank.engine.analysis.report import with_leads
from outflank.engine.analysis.request import find_move, new_request
from outflank.engine.analysis.session import FOR_EVER, SearchSession
from outflank.engine.analysis.solver import solve
from outflank.engine.game import BadPosition, BadSize, Damaged, Game, NoMemory, Refused, UnknownGame
from outflank.engine.games import OTHELLO, find_game, unknown_game
from outflank.engine.options import NAMES as OPTIONS
from outflank.engine.play.clock import LAG, Clock, phase
from outflank.engine.play.named_players import Named, drawing, thinks
from outflank.engine.play.resignation import RESIGN
from outflank.engine.play.settings import Settings, require_memory
from outflank.engine.play.warmup import Warmup, needs_tables

PROVEN_PLIES = 10
"""The search proves the outcome so near to the end, and needs no time of its own for it."""
LEAST_TRUST = 1000
"""Visits that the book needs behind a position at the least."""
LOADING_SHARE = 0.1
"""The share of the main time that may go into what the first search needs, if there was no time before."""
SUBSTITUTE_MEMORY = 4
"""Megabytes for the tree of a search without it."""
BOOK_SHARE = 0.1
"""The share of a move's time that may go into reading what others have added to the book."""
CROWDING, SHARED = 0.01, 0.2
"""A delay of the scheduler from which on a move counts on no more than this share of a core. A search of a
few milliseconds is often not disturbed on a crowded core either, and says nothing of it."""
LEAD_SECONDS = 0.5
"""Most seconds for the leads of an ending that are told."""
FULL = "the search tree fills its part of the memory of {} MB: what was visited least is given up"
GAME_BITS = 20
"""A game has fewer turns than can be counted with so many."""


class Player:
    """Keeps a game, answers with moves. Nothing costly is built before the first search.

    >>> from outflank.engine import Limits, Player
    >>> player = Player("Othello", limits=Limits(visits=100), seed=1)
    >>> player.play(0, "D3")
    >>> player.genmove(1) in ("C3", "C5", "E3")
    True
    >>> player.players[player.position.mover]
    'black'
    """

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
        self.bell = core.load("base.stop").Bell()
        self.clock = Clock(lag)
        self.settings = Settings(level, limits, options, seed, memory, threads, contempt)
        self.book = book
        self._repertoire = repertoire
        self._games = 0
        self.komi = None
        self.memory_there = lambda: float("inf")
        self.ponder_seconds = ponder
        self._pondered = None
        self._resting = False
        self._warmup = Warmup()
        self._named = None
        self.endings = Endings(self.settings, self.bell)
        self._trees = Trees(lambda: 0 if self.book is None else self.book.megabytes)
        self.set_game(game, size)
        self._warmup.expected = False
        self.settings.require_effect(self.variant.name, self.size)

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
        return self._trees.shown.last

    @property
    def shown_full(self):
        """Whether the tree that was searched last fills its memory."""
        return self._trees.shown.crowded

    @property
    def search_session(self):
        """The search of the game that is played."""
        return self._trees.main

    @property
    def shortages(self):
        """What the player has to do without, {kind: text}."""
        missing = core.load("base.workers").MISSING[0]
        noun = "thread" if missing == 1 else "threads"
        found = {}
        if missing:
            found["threads"] = f"{missing} more {noun} cannot be started: the search goes on without"
        if self.search_session.crowded:
            found["memory"] = FULL.format(self.settings.memory)
        return found

    def set_game(self, name, size=None):
        """Play another game, from its start."""
        variant = find_game(name)
        if variant is None:
            raise UnknownGame(unknown_game(name))
        self._begin(variant, variant.sizes[0] if size is None else size, self.komi)

    def set_size(self, size):
        """Play the same game from its start on a board of another size."""
        self._begin(self.variant, size, self.komi)

    def set_komi(self, komi):
        """Note the komi. A game that counts one (in shares of the board, so from -1 to 1) goes on with it;
        others have none, and a komi meant for another game leaves the usual one standing."""
        key = self._key(self.variant, self.size, komi)
        if key != self._trees.key:
            self.game = self.game.with_rules(self._go_to(key, self.variant, self.size, komi))
        self.komi = komi

    @property
    def values(self):
        """What `change` can set, by name, with the values that hold now."""
        own = {"ponder": self.ponder_seconds, "lag": self.clock.lag}
        return {**self.settings.values, **own, **self.search_session.options}

    def change(self, name, value):
        """Set one of the settings (engine/play/settings.py, engine/options.py) to a value it can take. What
        was learnt is kept where limits, pondering or the lag change, and given up otherwise."""
        if name == "ponder":
            self.ponder_seconds = value
            return
        if name == "lag":
            self.clock.lag = value
            return
        if name == "memory":
            # At once: a search would find out in the middle of a game.
            require_memory(value, self.memory_there(), self.search_session.held)
        if name in OPTIONS:
            self.settings.require_effect(self.variant.name, self.size, {name: value})
        if self.settings.change(name, value):
            if name == "contempt":
                self.game = self.game.with_rules(self._rules(self.variant, self.size, self.komi))
            self._trees.renew(self._new_session(self.variant, self.rules))

    def set_clock(self, settings):
        """Think by these clocks (engine/play/clock.py) from now on."""
        self._warmup.expect(certainly=True)
        self.clock.set_clock(settings)

    def time_left(self, player, seconds, stones):
        """Take the peer's word on what a player has left."""
        self._warmup.expect(certainly=True)
        self.clock.time_left(player, seconds, stones)

    def clear(self):
        """The same game from its start. The tree stays, as the same positions may come again, unless a seed
        promises that the same game will."""
        self.game = Game(self.rules)
        self._games += 1
        self.clock.restart()
        self._warmup.expect()
        if self.settings.repeatable:
            self.search_session.forget()
            self._named = None

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
        self._warmup.expect()

    def request(self, player, bans=()):
        """What a search for a player's move is about. `bans` are (player, move texts, whether all moves but
        these are meant, plies): what that player is not to do so soon."""
        return new_request(self.game, self.players, player, bans)

    def genmove(self, player, asked=None):
        """Find a move for a player, make it, and return its text. Time counts from the moment (of
        time.monotonic()) it was asked for."""
        return self.move(self.request(player), asked)

    def move(self, request, asked=None, watch=None):
        """As `genmove`, and who watches (engine/analysis/session.py) is told in between. RESIGN instead of a
        move, and the game stays where it is, where the terms of a resignation are met."""
        started = self.clock.start(time.monotonic() if asked is None else asked)
        earlier = self.report
        session = self._session_for(request)
        move = self._find(request, session, started, watch)
        self.search_session.last = session.last or earlier
        searched = None if self.report is earlier else self.report
        if searched is not None and self._resigns(request.player, searched.best):
            self.clock.stop(request.player, started, time.monotonic())
            self._resting = True
            return RESIGN
        rows = () if searched is None else searched.rows
        self.game.play(request.player, move, next((row for row in rows if row.move == move), None))
        self.clock.stop(request.player, started, time.monotonic())
        self._pondered = None
        self._resting = False
        return self.text_of(move)

    def search_move(self, player):
        """The text of a move for a player, found anew by a search that knows nothing of earlier ones and
        always begins alike; the game stays where it is."""
        return self.text_of(self._find(self.request(player), self._trees.apart(1, shown=True), None))

    def allowance(self, player, started):
        """(soft, hard): between how many seconds from now a move asked for at a time should take, by the
        clock; None without one."""
        stage = phase(self.game.turns, self.game.ahead, len(self.players), PROVEN_PLIES)
        soft, hard = self.clock.budget(player, stage)
        if hard is None:
            return None, None
        gone = time.monotonic() - started
        return max(0.0, soft - gone), max(0.0, hard - gone)

    def consider(self, request, asked):
        """The text of the move that `move` would make; the game and the clock stay where they are."""
        return self.text_of(self._find(request, self._trees.alone(), self.clock.start(asked)))

    def analyse(self, request, watch, visits=FOR_EVER):
        """Search on until the bell rings, or so many visits of the position are known, and tell who watches;
        at once over where nothing is to be chosen."""
        if request.position is not None:
            session = self._session_for(request)
            self._with_memory(lambda: session.analyse(request.position, watch, request.banned, visits))
            self.search_session.last = session.last

    def prepare(self, request):
        """Have room for the search of a request. NoMemory when there is none."""
        if request.position is not None:
            self._with_memory(lambda: self._session_for(request).search)

    def permit(self, request):
        """Refuse a request that leaves out moves where a named player chooses, who cannot."""
        if request.banned and self.settings.level.named:
            raise Refused(f"{self.settings.level.name} cannot leave out moves")

    def assess(self, position, limits):
        """The report of a search of any position that is not over, within these limits."""
        return self._with_memory(lambda: self._trees.alone().think(position, limits))

    def solve(self, seconds):
        """What best play of all leads to from here (engine/analysis/solver.py). Unsolved when that takes
        longer than so many seconds or the bell rings."""
        # Nothing else is asked meanwhile: what it is solved with may take what the endings' table had.
        self.endings.release()
        return self._with_memory(lambda: solve(self._trees.apart(1), self.position, seconds))

    def exact_scores(self, position, count, seconds):
        """Exact answers for the best `count` moves of an ending, the best first
        (engine/analysis/endings.py)."""
        return self._with_memory(lambda: self.endings.scores(position, count, seconds))

    def likely_scores(self, position, moves, level, seconds):
        """Likely answers for the best move of an ending and for others (engine/analysis/endings.py)."""
        return self._with_memory(lambda: self.endings.likely_scores(position, moves, level, seconds))

    def in_discs(self, report, position, most=1, seconds=LEAD_SECONDS):
        """A report of a position for who tells values in discs: in an ending the leads of its first `most`
        moves are the endgame solver's, as far as so many seconds suffice, if this player looks at endings."""
        if self.variant is not OTHELLO or self.search_session.options["evaluation"] != "learned":
            return report
        moves = [row.move for row in report.rows[:most] if row.visits and row.margin is None]
        return with_leads(report, self._with_memory(lambda: self.endings.leads(position, moves, seconds)))

    def tree(self, depth, share, most):
        """The visits of the root last searched, and what is below it (inspect.subtree): moves down to a depth
        with at least a `share`-th of those visits, `most` of them."""
        search = self._trees.shown.search
        visits = sum(row[2] for row in search.subtree(1, 1, self.rules.actions))
        return visits, search.subtree(depth, max(1, visits // share), most)

    def recall(self):
        """A report of what is known of the position now without a search; None when that is nothing."""
        return self._with_memory(lambda: self._trees.shown.recall(self.position))

    def get_ready(self):
        """Use the time in which nobody asks for anything to prepare the first search, if one is likely to be
        asked for, and to read the book, until the bell rings."""
        ready = self._warmup.expected and self._warmup.go_on(self, lambda: self.bell.rung)
        if ready and self.book is not None and not self.bell.rung:
            self.book.look()

    def expect_move(self):
        """A move will be asked for."""
        self._warmup.expect(certainly=True)

    def explain_rules(self):
        """The peer has rules explained to it: prepare no search before it speaks of clocks."""
        self._warmup.rules_only()

    def open_repertoire(self):
        """Have the program's book at hand, where it is played from."""
        if self._repertoire is not None and self._knows_books and not self.settings.repeatable:
            self._repertoire()

    def rest(self):
        """Do not ponder until the next move."""
        self._resting = True

    def forget(self):
        """Give up what searches, solutions and the evaluation have found; the game and the settings stay."""
        self._trees.give_way()
        self.search_session.forget()
        self.endings.forget()
        evaluators.clear_caches()

    def ponder(self):
        """Use the time in which nobody asks for anything, if that is wanted: after an own move think on until
        the bell rings, once for each position and not for ever."""
        if self._resting or self.ponder_seconds <= 0 or self.report is None or self.settings.level.named:
            return
        if self._pondered is not self.position:
            self._pondered = self.position
            self._trees.alone().ponder(self.position, self.ponder_seconds, self.settings.ponder_nodes)

    def opening(self, request, soft=None, watched=False):
        """The line that is played without a search of so many seconds (by the limits if None); None when
        there is none. It is the best one of the book where at least as many visits are behind the position as
        that would make, else one drawn from the repertoire, whose values the book corrects, unless a seed
        promises the same moves each time or the search is to be watched."""
        if request.banned or not self._knows_books:
            return None
        visits = max(LEAST_TRUST, self.settings.visits_in(soft, self.report))
        seconds = self.settings.limits_in(soft).seconds
        if self.book is not None:
            self.book.look(None if seconds is None else BOOK_SHARE * seconds)
        known = None if self.book is None else self.book.best(request.position, visits)
        searches = self._repertoire is None or self.settings.repeatable or watched
        if known is not None or searches:
            return known
        learnt = () if self.book is None else self.book.lines(request.position)
        return self._with_memory(
            lambda: self._repertoire().choice(request.position, learnt, visits, self._chance())
        )

    def save_tree(self):
        """The search tree as the pieces of a file, all of them to be taken before the next verb. NoTree when
        nothing has been searched yet."""
        return self._with_memory(lambda: self._trees.shown.save_tree(self.size, self._komi()))

    def load_tree(self, data):
        """Go on with the tree in a file's bytes instead of what has been learnt; position and clock stay.
        BadTree when they hold none that is of use here."""
        self._with_memory(lambda: self._trees.alone().load_tree(data, self.size, self._komi()))

    def scores(self):
        """Each player's final score, or None while the game goes on."""
        return self.rules.scores(self.position) if self.position.over else None

    def diagram(self):
        return self.rules.diagram(self.position)

    def _find(self, request, session, started, watch=None):
        """The best move for a player; his pass when he has nothing to choose. `started` is None for a search
        that no clock runs for."""
        if request.position is None:
            return self.rules.pass_move
        moves = [move for move in request.position.moves() if (request.player, move) not in request.banned]
        if len(moves) == 1:
            return moves[0]
        soft, hard = (None, None) if started is None else self.allowance(request.player, started)
        known = None if started is None else self.opening(request, soft, watch is not None)
        if known is not None:
            return known.move
        if self.settings.level.named and not thinks(self.settings.level):
            move = self._named_move(request, session.seed, started)
            return move if move in moves else moves[0]
        if hard is not None and not self._is_ready(request.player, hard):
            return self._substitute(request, session, started, watch)
        if self.settings.level.named:
            move = self._with_memory(lambda: self._named_move(request, session.seed, started))
            return move if move in moves else moves[0]
        began = time.monotonic()
        session.delay = None

        def search(spare):
            """The choice of a search for what is left of the time but so much."""
            ends = (None, None)
            if hard is not None:
                ends = tuple(max(0.0, end - spare) for end in self.allowance(request.player, started))
            limits = self.settings.limits if hard is None else self.settings.bounds
            # What went into an ending is gone.
            limits = limits.less(time.monotonic() - began + spare)
            self._expect_crowd(session)
            report = session.think(request.position, limits, *ends, watch, request.banned)
            return session.choice(report, self.game.turns).move

        seconds = self.settings.solve_seconds(soft)
        ending = started is not None and seconds is not None and not request.banned
        if ending and is_ending(request.position, self.settings.endings):
            end = began + (math.inf if hard is None else hard)
            move = self._with_memory(
                lambda: self._finish(request.position, session, seconds, search, watch, end)
            )
        else:
            move = self._with_memory(lambda: search(0.0))
        if hard is not None:
            late = time.monotonic() - began - hard
            told = session.delay is not None or late > 0
            self.clock.note_delay(max(session.delay or 0.0, late) if told else None)
        # The last thing before a move leaves: it must be one.
        return move if move in moves else moves[0]

    @property
    def _knows_books(self):
        return self.variant is OTHELLO and self.settings.is_best

    def _is_ready(self, player, hard):
        """Whether all is there for a search, now or within its time, or within a small share of the main time
        where that is longer."""
        if not needs_tables(self):
            return True
        left = self.clock.reading.left(player)
        end = time.monotonic() + max(hard, 0.0 if left.stones else LOADING_SHARE * left.seconds)
        return self._warmup.go_on(self, lambda: time.monotonic() >= end)

    def _substitute(self, request, session, started, watch):
        """The move of a search that does without learned tables, as there is no time to read them."""
        options = {"evaluation": "heuristic"}
        other = SearchSession(session.game, self.rules, options, self.bell, session.seed, SUBSTITUTE_MEMORY)
        ends = self.allowance(request.player, started)
        report = other.think(request.position, self.settings.bounds, *ends, watch, request.banned)
        session.last = report
        return other.choice(report, self.game.turns).move

    def _expect_crowd(self, session):
        """The share of a core that a search may count on."""
        if self.clock.delay >= CROWDING:
            session.search.share = min(session.search.share, SHARED)
        return session.search.share

    def _named_move(self, request, seed, started):
        """The move of a named player. What it costs to build goes off the clock first."""
        name = self.settings.level.name
        if self._named is None or not self._named.is_for(name, self.rules):
            self._named = Named(name, self.rules, self.bell)
        soft = None if started is None else self.allowance(request.player, started)[0]
        games = 0 if self.settings.repeatable else self._games
        number = drawing(seed, games, self.game.turns)
        return self._named.choose(request.position, self.settings.limits_in(soft), number)

    def _resigns(self, player, row):
        """Whether a player gives the game up after a search with this best row."""
        draw = 1 - self.settings.draw if player else self.settings.draw
        return self.settings.resignation.is_due(self.game, player, row, draw)

    def _finish(self, position, session, seconds, search, watch, end):
        """The move of an ending (Endings.choose), late from `end` on. Where it is not the search's it is
        reported like one."""
        began = time.monotonic()
        share = self._expect_crowd(session)
        move, answer = self.endings.choose(position, seconds, search, share, lambda: time.monotonic() >= end)
        if answer is not None:
            session.last = report_of(position, answer, time.monotonic() - began)
            if watch is not None:
                watch.tell(session.last)
        return move

    def _session_for(self, request):
        """Who searches it: where moves below the root are left out somebody else, as what he finds says
        nothing of play in which they are not."""
        below = any(plies > 1 for plies in request.banned.values())
        return self._trees.apart(self.search_session.seed) if below else self._trees.alone()

    def _with_memory(self, search):
        """What a search returns, which may find no room for its tree."""
        try:
            try:
                return search()
            except MemoryError:
                if not self._trees.give_way():
                    raise
                return search()
        except MemoryError:
            raise NoMemory(f"no memory for a tree of {self.settings.memory} MB") from None
        except NotBuilt as error:
            raise Damaged(str(error)) from None

    def _begin(self, variant, size, komi):
        if size not in variant.sizes:
            raise BadSize("unacceptable size")
        key = self._key(variant, size, komi)
        if key == self._trees.key:
            self.clear()
            return
        self.settings.enter(variant, size)
        rules = self._go_to(key, variant, size, komi)
        self.variant, self.size, self.game = variant, size, Game(rules)
        self._games += 1
        self.clock.restart()
        self._warmup.expect()

    def _key(self, variant, size, komi):
        """What tells rules from others by which the same positions are worth something else."""
        return variant.name, size, komi if komi is not None and variant.komi and abs(komi) <= 1 else None

    def _go_to(self, key, variant, size, komi):
        """Have the session for other rules, and return those: what was learnt by them stays, unless a seed
        promises that the same game will."""
        self.endings.release()
        left = None if self.settings.repeatable else self._trees.known(key)
        rules = self._rules(variant, size, komi) if left is None else left.rules
        session = self._new_session(variant, rules) if left is None else left
        if self.settings.repeatable or not self._trees.begun:
            self._trees.renew(session, key)
        else:
            self._trees.change(key, session)
        return rules

    def _rules(self, variant, size, komi):
        rules = variant.rules(*self._key(variant, size, komi)[1:])
        if variant is OTHELLO:
            rules.draw = self.settings.draw
        return rules

    def _chance(self):
        """A number in 0..1 that is fixed for the seed, the game and the turn."""
        seed = self.search_session.seed + (self._games << GAME_BITS) + self.game.turns
        return core.load("base.rng").sample(seed & (1 << 64) - 1, 1 << 30, 1)[0] / (1 << 30)

    def _komi(self):
        """What the rules count, 0 in games that count none."""
        return self.rules.komi if self.variant.komi else 0

    def _new_session(self, variant, rules):
        return self.settings.new_session(variant.name, rules, self.bell)

    def text_of(self, move):
        """A move as text."""
        return self.rules.move_text(move) if move >= 0 else "pass"
