"""Numbered games, several at a time in threads: what is missing is played and kept as it ends.

The search thinks outside the interpreter's lock, so as many threads as there are cores play as many games
at full speed. Bots written in Python take turns.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from outflank.engine import core
from outflank.engine.lab.stop import Stop, Stopped

PATIENCE = 0.05
"""Seconds between two requests to give up the games under way."""


class Numbered(Protocol):
    """A game of a match, or of what else has numbered games."""

    @property
    def match(self) -> Hashable:
        """The key of its match."""

    @property
    def number(self) -> int:
        """Its number in the match."""


G = TypeVar("G", bound=Numbered)
Played = TypeVar("Played", covariant=True)


class Store(Protocol[G]):
    """A store of games."""

    def games(self, match: Hashable, /) -> list[G]:
        """The games of a match, each once."""

    def add(self, game: G, /) -> None:
        """Keep a game."""


class Plays(Protocol[Played]):
    """A place at which games are played one after the other, by a thread of its own."""

    def play(self, number: int, /) -> Played:
        """The game of that number. Stopped when it is given up."""

    def stop(self) -> None:
        """Have the game under way given up, soon; called from another thread, again and again."""

    def close(self, politely: bool = True) -> None:
        """Give back what it holds."""


class Ledger(Generic[G]):
    """Games in memory, by what they are games of."""

    def __init__(self) -> None:
        self._games: dict[Hashable, dict[int, G]] = {}

    def games(self, match: Hashable) -> list[G]:
        """The games of a match, each once."""
        return list(self._games.get(match, {}).values())

    def add(self, game: G) -> None:
        """Keep a game."""
        self._games.setdefault(game.match, {})[game.number] = game


def play_missing(
    match: Hashable,
    games: int,
    new_table: Callable[[Stop], Plays[G]],
    ledger: Store[G],
    jobs: int = 1,
    watch: Callable[[G], object] | None = None,
    stop: Stop | None = None,
) -> list[G]:
    """Play those of the first `games` games of a match that the ledger has not got; all that are there in the
    end, in order. `watch` is told of every new game, in the calling thread. What it raises, and
    KeyboardInterrupt, gives up the games under way; those that ended are in the ledger. Ends early, with
    fewer, when `stop` is rung."""
    there = {game.number for game in ledger.games(match)}
    missing = [number for number in range(games) if number not in there]

    def take(game: G) -> None:
        ledger.add(game)
        if watch is not None:
            watch(game)

    if missing:
        _Hall(new_table, missing, stop or Stop()).run(jobs, take)
    found = [game for game in ledger.games(match) if game.number < games]
    return sorted(found, key=lambda game: game.number)


class _Ended:
    """The end of a thread that plays."""


class _Hall(Generic[G]):
    """Tables in threads, and the games they have to play."""

    def __init__(self, new_table: Callable[[Stop], Plays[G]], numbers: Iterable[int], stop: Stop) -> None:
        self._new_table = new_table
        self._numbers = deque(numbers)
        self._stop = stop
        self._tables: list[Plays[G]] = []
        self._news: queue.SimpleQueue[G | BaseException | _Ended | None] = queue.SimpleQueue()

    def run(self, jobs: int, take: Callable[[G], None]) -> None:
        """Play all games, at most `jobs` at a time; `take` is given each as it ends. No thread
        outlives the call."""
        threads = [
            threading.Thread(target=self._work, daemon=True) for _ in range(min(jobs, len(self._numbers)))
        ]
        # It wakes the thread that listens.
        self._stop.when_rung(lambda: self._news.put(None))
        try:
            # An interrupt may come while they are being started.
            if started := core.load("base.workers").start_threads(threads):
                self._listen(started, take)
            else:
                self._play_all(take)
        except BaseException:
            self._stop.ring()
            raise
        finally:
            for thread in threads:
                while thread.is_alive():
                    self._give_up()
                    thread.join(PATIENCE)

    def _listen(self, working: int, take: Callable[[G], None]) -> None:
        """Hand the games on until every thread has ended; then raise what one of them has raised."""
        failure: BaseException | None = None
        while working:
            self._give_up()
            with suppress(queue.Empty):
                news = self._news.get(timeout=PATIENCE if self._stop.rung else None)
                if isinstance(news, _Ended):
                    working -= 1
                elif isinstance(news, BaseException):
                    failure = failure or news
                    self._stop.ring()
                elif news is not None:
                    take(news)
        if failure is not None:
            raise failure

    def _give_up(self) -> None:
        """Have the games under way given up, once the bell is rung."""
        if self._stop.rung:
            for table in list(self._tables):
                table.stop()

    def _work(self) -> None:
        try:
            self._play_all(self._news.put)
        except BaseException as error:
            self._news.put(error)
        finally:
            self._news.put(_Ended())

    def _play_all(self, give: Callable[[G], object]) -> None:
        """Play games at a table of one's own until there is none left, or the bell is rung."""
        table = self._new_table(self._stop)
        self._tables.append(table)
        politely = False
        try:
            with suppress(Stopped, IndexError):
                while not self._stop.rung:
                    number = self._numbers.popleft()
                    give(table.play(number))
            politely = not self._stop.rung
        finally:
            table.close(politely=politely)
