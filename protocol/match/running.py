"""A match on its way: how its first engine stands after every game, and when a test has ended it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from outflank.engine import core
from outflank.engine.lab.schedule import Numbered, Store
from outflank.engine.results.game_record import GameRecord
from outflank.engine.results.match_summary import Running
from outflank.engine.results.sprt import Claims
from outflank.protocol.console.errors import Writing
from outflank.protocol.console.outbox import warn
from outflank.protocol.console.progress import games_step

TYPE_CHECKING = False
if TYPE_CHECKING:
    Watch = Callable[[GameRecord], None]


G = TypeVar("G", bound=Numbered)


class Decided(Exception):
    """One claim of a test is clear: no more games are needed."""


def watcher(games: Sequence[GameRecord], tell: Callable[[str], None], claims: Claims | None = None) -> Watch:
    """Tells after each further game how engine A stands. It raises Decided when a claim is clear, as this
    function does where that was so before."""
    running = Running(claims)
    for record in games:
        running.add(record)

    def watch(record: GameRecord) -> None:
        running.add(record)
        tell(str(running))
        if running.accepted:
            raise Decided

    if running.accepted:
        raise Decided
    return watch


def play_and_report(
    there: int,
    games: int,
    play: Callable[[Callable[[object], None]], object],
    report: Callable[[], int],
) -> int:
    """Play the games that are missing, of which `play` is to tell each, and report on all; the exit code.
    Ctrl-C reports the games so far."""
    try:
        step = games_step(there, games)
        with Writing():
            play(lambda _: step(""))
    except KeyboardInterrupt:
        report()
        raise
    return report()


def asked_for(ledger: Store[G], match: Hashable, games: int) -> list[G]:
    """The games asked for, as far as they are played."""
    found = [game for game in ledger.games(match) if game.number < games]
    return sorted(found, key=lambda game: game.number)


def warn_of_threads() -> None:
    """Say that fewer games were played at a time than were asked for."""
    if missing := core.load("base.workers").MISSING[0]:
        warn(f"{missing} threads could not be started: the others have played their games")
