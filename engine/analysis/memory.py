"""The division of a player's megabytes among trees, the table of endings and the evaluation cache."""

from __future__ import annotations

from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from outflank.engine.analysis.session import SearchSession

    Key: TypeAlias = tuple[str, int, float | None]

TABLE_PART, LARGEST_TABLE = 4, 64
"""A quarter goes into the table of the endings, up to 64 MB: with more nothing was solved sooner."""
CACHE_PART, ENTRY_BYTES, FEWEST_BITS, MOST_BITS = 32, 64, 6, 17
"""A 32nd goes into the evaluation cache, up to 2^17 entries of ENTRY_BYTES
(engine/core/othello/eval_cache.py)."""
KEPT_PART = 4
"""Trees of games that were left take up to a quarter."""
MB = 1 << 20


def table_megabytes(megabytes: float) -> float:
    """The size of the endings' table."""
    return min(LARGEST_TABLE, megabytes / TABLE_PART)


def cache_bits(megabytes: float) -> int:
    """The power of two of the entries of the evaluation cache."""
    bits = FEWEST_BITS
    while bits < MOST_BITS and ENTRY_BYTES << bits + 1 <= megabytes * MB // CACHE_PART:
        bits += 1
    return bits


class Share(NamedTuple):
    """The trees' part of the MB asked for. The evaluation cache is taken off it, and the table where the game
    has `endings`."""

    asked: int
    endings: bool

    @property
    def bits(self) -> int:
        """The power of two of the entries of the evaluation cache."""
        return cache_bits(self.asked)

    @property
    def tree(self) -> float:
        """The MB for trees."""
        table = table_megabytes(self.asked) if self.endings else 0
        return self.asked - table - (ENTRY_BYTES << self.bits) / MB

    def needed(self, tree: float) -> int:
        """The whole MB to ask for so that `tree` MB are left for a tree."""
        asked = int(tree)
        while self._replace(asked=asked).tree < tree:
            asked += 1
        return asked


class Trees:
    """The sessions of one player (engine/analysis/session.py). They are the main one of the game in progress,
    those of games left behind, and at most one apart, whose tree is not kept. Together they hold to the room
    of the main one less the `beside()` MB that something else takes of it, but have half of it at least."""

    def __init__(self, beside: Callable[[], float] = lambda: 0) -> None:
        self._beside = beside
        self._main: SearchSession | None = None
        self.key: Key | None = None
        self._left: dict[Key | None, SearchSession] = {}
        self._apart: SearchSession | None = None
        self._shown = False
        self._looks = 0

    @property
    def main(self) -> SearchSession:
        """The session of the game that is played."""
        if self._main is None:
            raise RuntimeError("no game has begun")
        return self._main

    @property
    def begun(self) -> bool:
        """Tell whether a game has begun."""
        return self._main is not None

    @property
    def shown(self) -> SearchSession:
        """The session whose search is to be read. It is one apart that is to be shown, until the main one has
        searched again."""
        apart = self._apart
        return apart if apart and self._shown and self._looks == self.main.looks else self.main

    def renew(self, session: SearchSession, key: Key | None = None) -> None:
        """Replace the main session, in the same game unless a key names another. All trees are given up."""
        self.key = self.key if key is None else key
        self._main, self._left = session, {}
        self._end_apart()

    def change(self, key: Key, session: SearchSession) -> None:
        """Go on in another game, named by its key, with the session left there or else this one."""
        if self.main.touched:
            self._left[self.key] = self.main
        self._end_apart()
        self.key = key
        self._main = self._left.pop(key, session)
        self._shrink(self._room / KEPT_PART)
        while not self.main.bound(self._room - self._kept) and self._left:
            self._drop_one()

    def known(self, key: Key) -> SearchSession | None:
        """The session that was left in a game, None where there is none."""
        return self._left.get(key)

    def apart(self, seed: int, shown: bool = False) -> SearchSession:
        """Start a session apart with a seed of its own, in half of the room at least. It is to be `shown` or
        not. Trees of other games give way to it, and the main one too where it has grown beyond its half."""
        self.give_way()
        if self.main.touched > self._room / 2:
            self.main.forget()
        self._apart = self.main.alike(seed, self._room - self.main.touched)
        self._shown, self._looks = shown, self.main.looks
        return self._apart

    def alone(self) -> SearchSession:
        """The main session, in all of the room but that of other games' trees. The one apart is given up."""
        self._end_apart()
        room = self._room - self._kept
        if room != self.main.memory:
            self.main.bound(room)
        return self.main

    def give_way(self) -> bool:
        """Give up all trees but the main one. Whether there were any."""
        had = bool(self._left) or self._apart is not None
        self._left = {}
        self._end_apart()
        self.main.bound(self._room)
        return had

    def _end_apart(self) -> None:
        self._apart, self._shown = None, False

    @property
    def _room(self) -> float:
        most = self.main.most
        return max(most - self._beside(), most / 2)

    @property
    def _kept(self) -> float:
        return sum(session.touched for session in self._left.values())

    def _shrink(self, most: float) -> None:
        while self._left and self._kept > most:
            self._drop_one()

    def _drop_one(self) -> None:
        """Give up the tree of the game that was left first."""
        del self._left[next(iter(self._left))]
