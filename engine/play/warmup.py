"""Preparation of a first search in idle time, in steps after each of which a line may be answered.

The first move takes about 80 ms of a free core for this, nearly all of it to unpack the learned evaluation,
and several times as long where other programs use the core: on a short clock that is the game. Memory is only
reserved here, and touched by the search.
"""

from __future__ import annotations

import time

from outflank.engine import NotBuilt, core, evaluation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from outflank.engine.analysis.session import SearchSession
    from outflank.engine.play.player import Player

MODULES = ("base.rng", "search.rollout", "search.pool", "search.search", "search.dump", "solver.endgame")

NOISE = 0.001
"""Seconds for which a step may be kept from the core without another program being the reason."""


class Warmup:
    """The steps still to be done for one player. `expected` says whether a move is likely to be asked for at
    all: nothing is done before that for clients that only ask about rules."""

    def __init__(self) -> None:
        self.expected = False
        self._clocks = False
        self._steps: Iterator[None] | None = None
        self._session: SearchSession | None = None
        self._work = (0.0, 0.0)

    def expect(self, certainly: bool = False) -> None:
        """Expect that a move may be asked for soon; certainly, where the client speaks of clocks. A new game
        alone is not a reason as long as it has not: clients that only ask about rules begin games again and
        again."""
        self._clocks = self._clocks or certainly
        self.expected = self._clocks

    def rules_only(self) -> None:
        """Note that the client has rules explained to it, and will hardly ask for a move."""
        self._clocks = self.expected = False

    def go_on(self, player: Player, enough: Callable[[], bool]) -> bool:
        """Work until everything is ready, and then return true, or until `enough()` says that this is it."""
        if self._session is not player.search_session:
            self._session, self._steps, self._work = player.search_session, steps(player), (0.0, 0.0)
        if self._steps is None:
            return True
        began, used = time.monotonic() - self._work[0], time.thread_time() - self._work[1]
        try:
            while not enough():
                self._step(player)
        except (StopIteration, NotBuilt, MemoryError):
            # What fails here is said when a move is asked for.
            self._steps = None
        self._work = time.monotonic() - began, time.thread_time() - used
        if self._steps is None:
            player.search_session.note_share(*self._work)
        return self._steps is None

    def _step(self, player: Player) -> None:
        """Do a step, and note for how long it was kept from the core."""
        began, used = time.monotonic(), time.thread_time()
        next(self._steps or iter(()))
        delay = time.monotonic() - began - (time.thread_time() - used) - NOISE
        # Steps are many: those that met none would soon hide the others.
        if delay > 0:
            player.clock.note_delay(delay)


def steps(player: Player) -> Iterator[None]:
    """All that the first search of a player takes, bit by bit."""
    for name in MODULES:
        core.load(name)
        yield
    player.books.get_ready()
    yield
    if needs_tables(player):
        yield from evaluation.loading(evaluation.level_of(player.rules))
    yield
    player.search_session.get_ready()


def needs_tables(player: Player) -> bool:
    """Tell whether a player's search or solver judges by tables that have not been read yet."""
    rules = player.rules
    if not player.variant.is_learned(rules) or evaluation.is_loaded(evaluation.level_of(rules)):
        return False
    return player.search_session.options["evaluation"] == "learned" or player.settings.endings > 0
