"""Ownership: the owner of each cell at the end of random games that begin at the expected line."""

from __future__ import annotations

from outflank.engine import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from outflank.engine.core.game.position import Position

SEEDS = 512


class Ownership:
    """Sampled games from one position on, in the eyes of one player. The more often it is asked, the more
    games its answers rest on."""

    def __init__(self, position: Position, player: int, seed: int = 1) -> None:
        self._position = position
        self._player = player
        self._seeds = core.load("base.rng").sample(seed, 1 << 30, SEEDS)
        self._games = 0
        self._counts: list[list[int]] = []
        self._ends_seen = 0

    @property
    def knows_owners(self) -> bool:
        """Tell whether cells belong to players in this game."""
        return bool(self._position.rules.signs)

    def own(self, line: Sequence[int], games: int) -> list[float]:
        """The ownership of each cell for the player, 1 for always and -1 for always another's. It is a mean
        over all games so far and `games` more from the end of this line."""
        self._play(line, games)
        return [(2 * cell[self._player] - sum(cell)) / self._ends_seen for cell in self._counts]

    def owners(self, line: Sequence[int], games: int) -> list[tuple[int, float] | None]:
        """The most frequent owner of each cell with the share of the games; None where most have none. It is
        over all games so far and `games` more from the end of this line."""
        self._play(line, games)
        found: list[tuple[int, float] | None] = []
        for cell in self._counts:
            most = max(cell)
            free = self._ends_seen - sum(cell)
            found.append((cell.index(most), most / self._ends_seen) if most > free else None)
        return found

    def _play(self, line: Sequence[int], games: int) -> None:
        """Count the owners at the ends of `games` more games."""
        players = self._position.rules.players
        for end in self._ends(line, games):
            self._counts = self._counts or [[0] * players for _ in end.owners]
            for cell, owner in zip(self._counts, end.owners, strict=True):
                if owner >= 0:
                    cell[owner] += 1
            self._ends_seen += 1

    def _ends(self, line: Sequence[int], games: int) -> Iterator[Position]:
        position = self._position
        for move in line:
            position = position.play(move)
        for _ in range(games):
            self._games += 1
            yield position if position.over else position.playout(self._seeds[self._games % SEEDS])
