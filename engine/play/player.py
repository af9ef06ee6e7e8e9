"""The verbs every protocol speaks: one game, one clock, one tree.

A verb either succeeds or raises `Refused` and leaves everything as it was.
"""

from __future__ import annotations

import math
import time

from outflank.engine import core, evaluators
from outflank.engine.analysis.endings import Endings
from outflank.engine.analysis.memory import Trees
from outflank.engine.analysis.request import new_request
from outflank.engine.errors import BadPosition
from outflank.engine.game import Game
from outflank.engine.options import NAMES as OPTIONS, current_name
from outflank.engine.play.analysis import Analysis
from outflank.engine.play.clocks.budget import LAG
from outflank.engine.play.clocks.clock import Clock
from outflank.engine.play.dealer import Dealer
from outflank.engine.play.game_choice import ChosenGame, choose_game, choose_size
from outflank.engine.play.move_finder import MoveFinder
from outflank.engine.play.opening import Opening
from outflank.engine.play.pondering import Pondering
from outflank.engine.play.resignation import RESIGN
from outflank.engine.play.settings import Settings, require_memory
from outflank.engine.play.warmup import Warmup
from outflank.engine.technique import number, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from outflank.engine.analysis.limits import Limits
    from outflank.engine.analysis.report import Report
    from outflank.engine.analysis.request import SearchRequest
    from outflank.engine.analysis.session import SearchSession
    from outflank.engine.analysis.watching import Watch
    from outflank.engine.book.book import Book
    from outflank.engine.book.repertoire import Repertoire
    from outflank.engine.core.base.stop import Bell
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.play.clocks.time_control import TimeControl
    from outflank.engine.play.game_choice import GameChoice
    from outflank.engine.play.game_values import GameValues
    from outflank.engine.play.hints import Hints
    from outflank.engine.technique import Value
    from outflank.engine.variant import Variant


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
        game: str = "Othello",
        size: int | None = None,
        level: str = "master",
        limits: Limits | None = None,
        options: Mapping[str, Value] | None = None,
        seed: int | None = None,
        memory: int = 256,
        threads: int = 1,
        ponder: float = 0.0,
        lag: float = LAG,
        contempt: int = 0,
        book: Book | None = None,
        repertoire: Callable[[], Repertoire] | None = None,
    ) -> None:
        self.game: Game
        self.bell: Bell = core.load("base.stop").Bell()
        self.clock = Clock(lag)
        self.settings = Settings(level, limits, options, seed, memory, threads, contempt)
        self.memory_there: Callable[[], float] = lambda: math.inf
        self.games = 0  # that have begun
        self.pondering = Pondering(ponder)
        self.endings = Endings(self.settings, self.bell)
        self.warmup = Warmup()
        self.books = Opening(self, book, repertoire)
        self.dealer = Dealer(self)
        self.finder = MoveFinder(self)
        self._trees = Trees(lambda: self.books.megabytes)
        self.analysis = Analysis(self, self._trees)
        self._chosen = ChosenGame(self.settings, self.endings, self._trees, self.bell)
        self._begin(choose_game(game, size, None))
        self.warmup.expected = False
        self.settings.require_effect(self.variant.name, self.size)

    @property
    def variant(self) -> Variant:
        """The row of the game that is played (engine/games.py)."""
        return self._chosen.choice.variant

    @property
    def size(self) -> int:
        """The size of its board."""
        return self._chosen.choice.size

    @property
    def komi(self) -> float | None:
        """The komi that was asked for, None for the usual one."""
        return self._chosen.choice.komi

    @property
    def book(self) -> Book | None:
        """The learned book, None without one."""
        return self.books.book

    @property
    def knows_books(self) -> bool:
        """Tell whether moves may come from a book."""
        return self.variant.books and self.settings.is_best

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, first to move first."""
        return self.variant.players

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def report(self) -> Report | None:
        """The report of the last search, None before the first."""
        return self._trees.shown.last

    @property
    def search_session(self) -> SearchSession:
        """The search of the game that is played."""
        return self._trees.main

    def set_game(self, name: str, size: int | None = None) -> None:
        """Play another game, from its start."""
        self._begin(choose_game(name, size, self.komi))

    def set_size(self, size: int) -> None:
        """Play the same game from its start on a board of another size."""
        self._begin(choose_size(self.variant, size, self.komi))

    def set_komi(self, komi: float | None) -> None:
        """Note the komi. A game that counts one (in shares of the board, so from -1 to 1) goes on with it;
        others have none, and a komi meant for another game leaves the usual one standing."""
        choice = self._chosen.choice._replace(komi=komi)
        if choice.key == self._trees.key:
            self._chosen.choice = choice
        else:
            self.game = self.game.with_rules(self._chosen.go_to(choice))

    @property
    def values(self) -> dict[str, Value | None]:
        """The settings that `change` can set, by name, with the values that hold now."""
        own = {"ponder": self.pondering.seconds, "lag": self.clock.lag}
        return {**self.settings.values, **own, **self.search_session.options}

    def change(self, name: str, value: Value | None) -> None:
        """Set one of the settings (engine/play/settings.py, engine/options.py) to a value it can take. The
        tree is kept where limits, pondering or the lag change, and given up otherwise."""
        name = current_name(name)
        if name == "ponder":
            self.pondering.seconds = number(value)
            return
        if name == "lag":
            self.clock.lag = number(value)
            return
        if name == "memory":
            # At once: a search would find out in the middle of a game.
            require_memory(whole(value), self.memory_there(), self.search_session.held)
        if name in OPTIONS and value is not None:
            self.settings.require_effect(self.variant.name, self.size, {name: value})
        if self.settings.change(name, value):
            if name == "contempt":
                self.game = self.game.with_rules(self._chosen.choice.new_rules(self.settings.draw))
            self._chosen.start_anew(self.rules)

    def set_clock(self, settings: TimeControl) -> None:
        """Think by this time control (engine/play/clocks/time_control.py) from now on."""
        self.warmup.expect(certainly=True)
        self.clock.set_clock(settings)

    def time_left(self, player: int, seconds: float, stones: int) -> None:
        """Take the client's word on a player's time left."""
        self.warmup.expect(certainly=True)
        self.clock.time_left(player, seconds, stones)

    def clear(self) -> None:
        """The same game from its start. The tree stays, as the same positions may come again, unless a seed
        promises that the same game will."""
        self.games += 1
        self.game = self.dealer.new_game(self.rules)
        self.clock.restart()
        self.warmup.expect()
        if self.settings.repeatable:
            self.search_session.forget()
            self.finder.forget()

    def seat(self, player: int | str) -> int:
        """The number of a player, who may also be named as in `players`. ValueError for another name."""
        if isinstance(player, int):
            return player
        if player not in self.players:
            raise ValueError(f"no player is called {player!r}, only {', '.join(self.players)}")
        return self.players.index(player)

    def play(self, player: int | str, text: str) -> None:
        """Make the move a text names, for a player."""
        self.game.play_word(self.seat(player), text)
        self.pondering.go_on()

    def play_all(self, moves: Iterable[tuple[int | str, str]]) -> None:
        """Make the moves of (player, text) pairs one after the other: all of them, or none."""
        game = self.game.copy()
        for player, text in moves:
            game.play_word(self.seat(player), text)
        self.game = game
        self.pondering.go_on()

    def undo(self, turns: int = 1) -> None:
        """Take back the last moves that were transmitted or our own."""
        self.game.undo(turns)

    def set_position(self, text: str) -> None:
        """Go on from the position a text describes, with an empty history."""
        try:
            position = self.rules.parse_position(text)
        except ValueError as error:
            raise BadPosition(str(error)) from None
        self.adopt(self.dealer.new_game(self.rules, position))

    def adopt(self, game: Game) -> None:
        """Go on with a game of the same rules, and clocks as at its start."""
        if game.rules is not self.rules:
            raise ValueError("a game of other rules")
        self.game = game
        self.games += 1
        self.clock.restart()
        self.warmup.expect()

    def request(
        self, player: int | str, bans: Iterable[tuple[int, Collection[str], bool, int]] = ()
    ) -> SearchRequest:
        """The subject of a search for a player's move. `bans` are (player, move texts, whether all moves but
        these are meant, plies): moves that the player is not to make within `plies`."""
        return new_request(self.game, self.players, self.seat(player), bans)

    def genmove(self, player: int | str, asked: float | None = None) -> str:
        """Find a move for a player, make it, and return its text. Time counts from the moment (of
        time.monotonic()) it was asked for."""
        return self.move(self.request(player), asked)

    def move(self, request: SearchRequest, asked: float | None = None, watch: Watch | None = None) -> str:
        """Find, make and return a move, as `genmove`, and tell the watcher (engine/analysis/watching.py) in
        between. RESIGN instead of a move, and the game stays where it is, where the terms of a resignation
        are met."""
        started = self.clock.start(time.monotonic() if asked is None else asked)
        earlier = self.report
        session = self.analysis.session_for(request)
        moves, thoughts = self.finder.decide(request, session, started, watch)
        self.search_session.last = session.last or earlier
        searched = None if self.report is earlier else self.report
        if searched is not None and self.settings.resigns(self.game, request.player, searched.best):
            self.clock.stop(request.player, started, time.monotonic())
            self.pondering.rest()
            return RESIGN
        before = self.position
        for move, thought in zip(moves, thoughts, strict=True):
            self.game.play(request.player, move, thought)
        self.clock.stop(request.player, started, time.monotonic())
        self.pondering.forget()
        self.pondering.go_on()
        return self.rules.word(before, moves) if moves[0] >= 0 else "pass"

    def search_move(self, player: int) -> str:
        """The text of a move by a search without an earlier tree, always alike; the game stays as it is."""
        return self.finder.word(self.request(player), self._trees.apart(1, shown=True), None)

    def consider(self, request: SearchRequest, asked: float | None) -> str:
        """The text of the move that `move` would make; the game and the clock stay where they are."""
        started = self.clock.start(time.monotonic() if asked is None else asked)
        return self.finder.word(request, self._trees.alone(), started)

    def hints(self, moves: int, since: float, every: float, soonest: float = 0.0) -> Hints:
        """Hints about the best moves of the position now (engine/play/hints.py), to be iterated over."""
        from outflank.engine.play.hints import Hints

        return Hints(self, moves, since, every, soonest)

    def game_values(self) -> GameValues:
        """The value of each position of the game (engine/play/game_values.py), to be iterated over."""
        from outflank.engine.play.game_values import GameValues

        return GameValues(self)

    def get_ready(self) -> None:
        """Use idle time to prepare a likely first search and to read the book, until the bell rings."""
        ready = self.warmup.expected and self.warmup.go_on(self, lambda: self.bell.rung)
        if ready and self.book is not None and not self.bell.rung:
            self.book.look()

    def forget(self) -> None:
        """Give up what searches, solutions and the evaluation have found; the game and the settings stay."""
        self._trees.give_way()
        self.search_session.forget()
        self.endings.forget()
        evaluators.clear_caches()

    def ponder(self) -> None:
        """Use idle time after an own move to search on, once for a position, until the bell rings."""
        if self.report is None or self.settings.level.named or not self.pondering.begin(self.position):
            return
        self._trees.alone().ponder(self.position, self.pondering.seconds, self.settings.ponder_nodes)

    def scores(self) -> tuple[float, ...] | None:
        """Each player's final score, or None while the game goes on."""
        return self.rules.scores(self.position) if self.position.over else None

    def diagram(self) -> str:
        return self.rules.diagram(self.position)

    def _begin(self, choice: GameChoice) -> None:
        """Play the game of a choice from its start, seen whole."""
        self.dealer.eyes = None
        if choice.key == self._trees.key:
            self.clear()
            return
        self.settings.enter(choice.variant, choice.size)
        rules = self._chosen.go_to(choice)
        self.games += 1
        self.game = self.dealer.new_game(rules)
        self.clock.restart()
        self.warmup.expect()

    def text_of(self, move: int) -> str:
        """A move as text."""
        return self.rules.move_text(move) if move >= 0 else "pass"
