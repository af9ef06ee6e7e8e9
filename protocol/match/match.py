"""A match: its games, several at a time, each kept as a line of a file as soon as it is over.

A runner that is killed at any moment loses the games under way and nothing else; the same match begun again
plays what is missing.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress

from outflank.engine import core
from outflank.engine.results.game_record import GameRecord
from outflank.protocol.console.outbox import warn
from outflank.protocol.formats.ledger import Ledger
from outflank.protocol.match.engines.client import Contender, Entry, Terms
from outflank.protocol.match.engines.gtp import GtpEngine
from outflank.protocol.match.engines.nboard import NBoardEngine
from outflank.protocol.match.engines.process import Stop, Stopped, Trouble
from outflank.protocol.match.game import Duel, Match
from outflank.protocol.match.openings import Opening, Openings

PROTOCOLS = {"gtp": GtpEngine, "nboard": NBoardEngine}
STARTS = 3
"""Times that an engine is started in vain before the match ends."""


class Broke(Exception):
    """A match cannot go on; what was played stays."""


def contender(entry: Entry, stop: Stop | None = None) -> Contender:
    """An engine, not started yet."""
    return PROTOCOLS[entry.protocol](entry, stop)


def rehearse(match: Match, stop: Stop | None = None) -> dict[str, str]:
    """What the engines of a match call themselves, by their names in it. Unable or Trouble when one of them
    does not start, or does not play such a game."""
    programs = {}
    variant = match.variant
    rules = variant.rules(match.size)
    seats = (match.a.name, *(match.b.name for _ in variant.players[1:]))
    terms = Terms(variant, match.size, rules, rules.new_position(), True, match.clock, seats)
    for player, entry in enumerate((match.a, match.b)):
        engine = contender(entry, stop)
        try:
            engine.begin(terms, player)
            programs[entry.name] = engine.program
        except Trouble as trouble:
            raise type(trouble)(f"{entry.name} {trouble}") from None
        finally:
            engine.close()
    return programs


class Table:
    """A place at which games of a match are played one after the other, with engines of its own. It needs
    nothing of what is around it, so it may stand in another process or on another machine."""

    def __init__(self, match: Match, stop: Stop | None = None) -> None:
        self._match = match
        players = len(match.variant.players)
        self._a = contender(match.a, stop)
        self._others = [contender(match.b, stop) for _ in range(players - 1)]

    def play(self, number: int, opening: Opening) -> GameRecord:
        """The game of that number. Broke when an engine cannot be started any more."""
        own = number % (1 + len(self._others))
        seats = [*self._others[:own], self._a, *self._others[own:]]
        for seat in seats:
            self._start(seat)
        return Duel(self._match, number, opening, seats).play()

    def close(self, politely: bool = True) -> None:
        """End the engines."""
        for engine in (self._a, *self._others):
            engine.close(politely)

    @staticmethod
    def _start(seat: Contender) -> None:
        for tried in range(1, STARTS + 1):
            try:
                seat.start()
                return
            except Trouble as trouble:
                seat.close(politely=False)
                if tried == STARTS:
                    raise Broke(f"{seat.entry.name} {trouble} when it is started") from None


def play(
    match: Match,
    openings: Openings,
    games: int,
    ledger: Ledger,
    jobs: int = 1,
    watch: Callable[[GameRecord], None] | None = None,
    stop: Stop | None = None,
) -> list[GameRecord]:
    """Play what is missing of the first so many games; all of them that are there in the end. `watch` is told
    of every new game. Ends early, with fewer, when `stop` is rung; Broke when an engine cannot be started."""
    there = {played.number for played in ledger.games(match.id)}
    missing = [number for number in range(games) if number not in there]
    if missing:
        bell = stop or Stop()
        try:
            _Hall(match, openings, ledger, bell).run(missing, jobs, watch)
        finally:
            if stop is None:
                bell.close()
    return [played for played in ledger.games(match.id) if played.number < games]


class _Hall:
    """Tables in threads, and the games they have to play."""

    def __init__(self, match: Match, openings: Openings, ledger: Ledger, stop: Stop) -> None:
        self._match = match
        self._openings = openings
        self._ledger = ledger
        self._stop = stop
        self._news: queue.SimpleQueue[GameRecord | BaseException | None] = queue.SimpleQueue()
        self._numbers: queue.SimpleQueue[int] = queue.SimpleQueue()

    def run(self, numbers: Iterable[int], jobs: int, watch: Callable[[GameRecord], None] | None) -> None:
        """Play these games, so many at a time."""
        for number in numbers:
            self._numbers.put(number)
        threads = [threading.Thread(target=self._work) for _ in range(min(jobs, self._numbers.qsize()))]
        started = core.load("base.workers").start_threads(threads)
        if started < len(threads):
            warn(f"no more threads can be started: {max(started, 1)} of {len(threads)} games at a time")
        if not started:
            self._work()
        try:
            self._listen(max(started, 1), watch)
        except BaseException:
            self._stop.ring()
            raise
        finally:
            for thread in threads[:started]:
                thread.join()

    def _listen(self, working: int, watch: Callable[[GameRecord], None] | None) -> None:
        failure = None
        while working:
            news = self._news.get()
            if news is None:
                working -= 1
            elif isinstance(news, BaseException):
                failure = failure or news
                self._stop.ring()
            elif watch is not None:
                watch(news)
        if failure is not None:
            raise failure

    def _work(self) -> None:
        players = len(self._match.variant.players)
        table = Table(self._match, self._stop)
        try:
            with suppress(Stopped, queue.Empty):
                while not self._stop.rung:
                    number = self._numbers.get_nowait()
                    played = table.play(number, self._openings.at(number // players))
                    self._ledger.add(played)
                    self._news.put(played)
            table.close(politely=not self._stop.rung)
        except BaseException as error:
            self._news.put(error)
            table.close(politely=False)
        finally:
            self._news.put(None)
