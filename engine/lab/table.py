"""A table: games of a match played one after the other, by engines of its own."""

from __future__ import annotations

from collections.abc import Callable

from outflank.engine.lab.client import Broke, Client, NewClient, Trouble
from outflank.engine.lab.openings import Openings
from outflank.engine.lab.referee import Referee
from outflank.engine.lab.schedule import Store, play_missing
from outflank.engine.lab.stop import Stop
from outflank.engine.lab.terms import Match
from outflank.engine.results.game_record import GameRecord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.lab.referee import Words

STARTS = 3
"""Times that an engine is started in vain before the match ends."""


class Table:
    """It needs nothing of what is around it, so it may stand in another process or on another machine."""

    def __init__(self, match: Match, openings: Openings, new_client: NewClient, stop: Stop) -> None:
        self._match = match
        self._id = match.id
        self._rules = match.variant.rules(match.size)
        self._openings = openings
        self._stop = stop
        self._usual = self._rules.position_text(self._rules.new_position())
        self._words: Words = {}
        self._a = new_client(match.a, stop)
        self._others = [new_client(match.b, stop) for _ in range(match.players - 1)]

    def play(self, number: int) -> GameRecord:
        """The game of that number. Broke when an engine cannot be started any more, Stopped when the bell is
        rung."""
        own = number % (1 + len(self._others))
        opening = self._openings.at(number // (1 + len(self._others)), self._stop)
        seats = [*self._others[:own], self._a, *self._others[own:]]
        for seat in seats:
            self._start(seat)
        kept = self._usual, self._words
        return Referee(self._match, self._rules, number, opening, seats, self._stop, *kept).play(self._id)

    def stop(self) -> None:
        """Have the game under way given up, soon."""
        for client in (self._a, *self._others):
            client.stop()

    def close(self, politely: bool = True) -> None:
        """End the engines."""
        for client in (self._a, *self._others):
            client.close(politely)

    @staticmethod
    def _start(seat: Client) -> None:
        for tried in range(1, STARTS + 1):
            try:
                seat.start()
                return
            except Trouble as trouble:
                seat.close(politely=False)
                if tried == STARTS:
                    raise Broke(f"{seat.spec.name} {trouble} when it is started") from None


def play(
    match: Match,
    openings: Openings,
    games: int,
    ledger: Store[GameRecord],
    jobs: int = 1,
    watch: Callable[[GameRecord], object] | None = None,
    stop: Stop | None = None,
    *,
    new_client: NewClient,
) -> list[GameRecord]:
    """Play what is missing of the first `games` games of a match; all that are there in the end. As
    engine/lab/schedule.play_missing; Broke when an engine cannot be started."""

    def new_table(bell: Stop) -> Table:
        return Table(match, openings, new_client, bell)

    return play_missing(match.id, games, new_table, ledger, jobs, watch, stop)
