"""The move of a player: from the book, a named player, the endgame solver or the search, whichever is due.

The last thing before a move leaves is the check that it is legal.
"""

from __future__ import annotations

import math
import time

from outflank.engine.analysis.answers import report_of
from outflank.engine.analysis.plan import MOVE, is_ending, plan_for
from outflank.engine.analysis.session import SearchSession
from outflank.engine.play.clocks.budget import phase
from outflank.engine.play.named_players import Named, drawing, thinks
from outflank.engine.play.warmup import needs_tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outflank.engine.analysis.report import Row
    from outflank.engine.analysis.request import SearchRequest
    from outflank.engine.analysis.watching import Watch
    from outflank.engine.core.game.position import Position
    from outflank.engine.play.player import Player
    from outflank.engine.technique import Options

PROVEN_PLIES = 10
"""The search proves the outcome so near to the end, and needs no time of its own for it."""
LOADING_SHARE = 0.1
"""The share of the main time that may go into preparing the first search, without idle time before."""
SUBSTITUTE_MEMORY = 4
"""Megabytes for the tree of a search without it."""
CROWDING, SHARED = 0.01, 0.2
"""A delay of the scheduler from which on a move counts on no more than this share of a core. A search of a
few milliseconds is often not disturbed on a crowded core either, and says nothing of it."""


class MoveFinder:
    """Finds the moves of one player. The game stays where it is."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._named: Named | None = None

    def forget(self) -> None:
        """Begin with a new named player."""
        self._named = None

    def find(
        self,
        request: SearchRequest,
        session: SearchSession,
        started: float | None,
        watch: Watch | None = None,
    ) -> int:
        """The best move for a request; the pass of a player without a choice. `started` is the moment from
        which the clock runs, None for a search that no clock runs for."""
        if request.position is None:
            return self._player.rules.pass_move
        moves = [move for move in request.position.moves() if (request.player, move) not in request.banned]
        if len(moves) == 1:
            return moves[0]
        move = self._choose(request, session, started, watch)
        # The last thing before a move leaves: it must be one.
        return move if move in moves else moves[0]

    def decide(
        self,
        request: SearchRequest,
        session: SearchSession,
        started: float | None,
        watch: Watch | None = None,
    ) -> tuple[list[int], list[Row | None]]:
        """The decisions of the word that a request asks for, each with the row of the search that made it."""
        moves: list[int] = []
        thoughts: list[Row | None] = []
        position = request.position
        while True:
            earlier = session.last
            move = self.find(request._replace(position=position), session, started, watch)
            rows = () if session.last is None or session.last is earlier else session.last.rows
            moves.append(move)
            thoughts.append(next((row for row in rows if row.move == move), None))
            position = None if position is None else position.play(move)
            if position is None or not self._player.rules.unfinished(position):
                return moves, thoughts

    def word(self, request: SearchRequest, session: SearchSession, started: float | None) -> str:
        """The word for the decisions that are found."""
        moves, _ = self.decide(request, session, started)
        return self._player.rules.word(self._player.position, moves) if moves[0] >= 0 else "pass"

    def allowance(self, player: int, started: float) -> tuple[float, float] | tuple[None, None]:
        """(soft, hard): the seconds from now that a move asked for at `started` should take, by the clock.
        None without one."""
        game, clock = self._player.game, self._player.clock
        soft, hard = clock.budget(
            player, phase(game.turns, game.ahead, len(self._player.players), PROVEN_PLIES)
        )
        if soft is None or hard is None:
            return None, None
        gone = time.monotonic() - started
        return max(0.0, soft - gone), max(0.0, hard - gone)

    def _choose(
        self, request: SearchRequest, session: SearchSession, started: float | None, watch: Watch | None
    ) -> int:
        """A move where there are several."""
        player = self._player
        soft, hard = (None, None) if started is None else self.allowance(request.player, started)
        known = None if started is None else player.books.line(request, soft, watch is not None)
        if known is not None:
            return known.move
        level = player.settings.level
        if level.named and not thinks(level):
            return self._named_move(request, session.seed, started)
        if hard is not None and not self._is_ready(request.player, hard):
            return self._substitute(request, session, started, watch)
        if level.named:
            return player.analysis.with_memory(lambda: self._named_move(request, session.seed, started))
        return self._think(request, session, started, watch, soft, hard)

    def _think(
        self,
        request: SearchRequest,
        session: SearchSession,
        started: float | None,
        watch: Watch | None,
        soft: float | None,
        hard: float | None,
    ) -> int:
        """The choice of the search, or of the endgame solver where a plan has a part for it."""
        player = self._player
        position, began = request.position, time.monotonic()
        session.delay = None

        def search(spare: float) -> int:
            """The choice of a search for the time left less `spare`."""
            ends: tuple[float, float] | tuple[None, None] = (None, None)
            if hard is not None and started is not None:
                ends = self.allowance(request.player, started)
            limits = player.settings.limits if hard is None else player.settings.bounds
            # What went into an ending is gone.
            limits = limits.less(time.monotonic() - began + spare)
            self._expect_crowd(session)
            first, last = (None if end is None else max(0.0, end - spare) for end in ends)
            report = session.think(request.root, limits, first, last, watch, request.banned)
            return session.choice(report, player.game.turns).move

        seconds = player.settings.solve_seconds(soft)
        solves = started is not None and not request.banned
        end = began + (math.inf if hard is None else hard)
        if (
            solves
            and seconds is not None
            and position is not None
            and is_ending(position, player.settings.endings)
        ):
            move = player.analysis.with_memory(
                lambda: self._finish(position, session, seconds, search, watch, end)
            )
        else:
            move = player.analysis.with_memory(lambda: search(0.0))
        if hard is not None:
            late = time.monotonic() - began - hard
            told = session.delay is not None or late > 0
            player.clock.note_delay(max(session.delay or 0.0, late) if told else None)
        return move

    def _finish(
        self,
        position: Position,
        session: SearchSession,
        seconds: float,
        search: Callable[[float], int],
        watch: Watch | None,
        end: float,
    ) -> int:
        """The move of a plan, late from `end` on. Where it is not the search's it is reported like one."""
        player = self._player
        began = time.monotonic()
        share = self._expect_crowd(session)
        plan = plan_for(position, MOVE, seconds, player.settings.endings, share)
        move, answer = player.endings.choose(position, plan, search, lambda: time.monotonic() >= end, share)
        if answer is not None:
            session.last = report_of(position, answer, time.monotonic() - began)
            if watch is not None:
                watch.tell(session.last)
        return move

    def _is_ready(self, player: int, hard: float) -> bool:
        """Tell whether all is there for a search, now or within its time. A small share of the main time
        counts where that is longer."""
        if not needs_tables(self._player):
            return True
        left = self._player.clock.reading.left(player)
        main = 0.0 if left is None or left.stones else left.seconds
        end = time.monotonic() + max(hard, LOADING_SHARE * main)
        return self._player.warmup.go_on(self._player, lambda: time.monotonic() >= end)

    def _substitute(
        self, request: SearchRequest, session: SearchSession, started: float | None, watch: Watch | None
    ) -> int:
        """The move of a search without learned tables, for want of the time to read them."""
        player = self._player
        options: Options = {"evaluation": "heuristic"}
        other = SearchSession(
            session.game, session.rules, options, player.bell, session.seed, SUBSTITUTE_MEMORY
        )
        soft, hard = (None, None) if started is None else self.allowance(request.player, started)
        report = other.think(request.root, player.settings.bounds, soft, hard, watch, request.banned)
        session.last = report
        return other.choice(report, player.game.turns).move

    def _expect_crowd(self, session: SearchSession) -> float:
        """The share of a core that a search may count on."""
        if self._player.clock.delay >= CROWDING:
            session.search.share = min(session.search.share, SHARED)
        return session.search.share

    def _named_move(self, request: SearchRequest, seed: int, started: float | None) -> int:
        """The move of a named player. The time to build the player goes off the clock first."""
        player = self._player
        name = player.settings.level.name
        if self._named is None or not self._named.is_for(name, player.rules):
            self._named = Named(name, player.rules, player.bell)
        soft = None if started is None else self.allowance(request.player, started)[0]
        games = 0 if player.settings.repeatable else player.games
        number = drawing(seed, games, player.game.turns)
        return self._named.choose(request.root, player.settings.limits_in(soft), number)
