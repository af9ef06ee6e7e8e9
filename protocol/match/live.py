"""Live view of a tournament: a table on a terminal with the library rich, lines elsewhere."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from outflank.engine.results import ratings
from outflank.engine.results.game_record import GameRecord
from outflank.engine.results.outcomes import bouts, mean, outcomes, sittings
from outflank.protocol.console.progress import progress
from outflank.protocol.console.tables import Table, as_rich, has_rich
from outflank.protocol.report.tables import counted, signed, span

PAUSE = 0.5
"""Seconds between two pictures of the table, at least."""
SHARE = 10
"""And a multiple of the time that the last one took to work out."""
MOST_ROWS = 40
"""Engines in the table."""


@contextmanager
def watcher(rows: Sequence[GameRecord], games: int, quiet: bool) -> Iterator[Callable[[GameRecord], None]]:
    """Gives what is to be called with every new game; `rows` are there already, of `games`."""
    if not quiet and os.isatty(2) and has_rich():
        with LiveTable(rows, games) as table:
            yield table
    else:
        with progress("tournament", len(rows), games, quiet) as tell:
            yield lambda played: tell("")


class LiveTable:
    """The standings, drawn anew in place."""

    def __init__(self, rows: Sequence[GameRecord], games: int) -> None:
        self.rows = list(rows)
        self.games = games
        self._live: Any = None
        self._next = 0.0

    def __enter__(self) -> LiveTable:
        from rich.console import Console
        from rich.live import Live

        self._live = Live(self._picture(), console=Console(stderr=True), auto_refresh=False)
        self._live.start(refresh=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._live.update(self._picture(), refresh=True)
        self._live.stop()

    def __call__(self, played: GameRecord) -> None:
        self.rows.append(played)
        began = time.monotonic()
        if began >= self._next:
            self._live.update(self._picture(), refresh=True)
            self._next = began + max(PAUSE, SHARE * (time.monotonic() - began))

    def _picture(self) -> Any:
        return as_rich(standings(self.rows, f"{len(self.rows)}/{counted(self.games, 'game')}"), MOST_ROWS)


def standings(rows: Sequence[GameRecord], title: str) -> Table:
    """The standings, the best first."""
    count = [row for row in rows if not row.void]
    groups = bouts(count)
    found = ratings.rate(groups).rows if any(groups) else ()
    faults = Counter(row.fault.engine for row in rows if row.fault)
    lines = []
    for row in found:
        taken = sittings(row.name, count)
        elo = ("", "")
        if row.elo is not None and row.low is not None and row.high is not None:
            elo = signed(row.elo), span(row.low, row.high)
        reward = mean([game.rewards[seat] for seat, game in taken])
        lines.append((row.name, *elo, *map(str, outcomes(taken)), f"{reward:.3f}", str(faults[row.name])))
    heads = ("engine", "Elo", "95 %", "won", "shared", "lost", "reward", "faults")
    return Table(f"{title}, {len(rows) - len(count)} void", heads, tuple(lines))
