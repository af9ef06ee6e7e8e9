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
        self._owned: tuple[list[int], int] | None = None

    @property
    def knows_owners(self) -> bool:
        """Tell whether cells belong to players in this game."""
        return bool(self._position.rules.signs)

    def own(self, line: Sequence[int], games: int) -> list[float]:
        """The ownership of each cell for the player, 1 for always and -1 for always another's. It is a mean
        over all games so far and `games` more from the end of this line."""
        total, count = self._owned or ([], 0)
        for end in self._ends(line, games):
            signs = [(owner == self._player) - (owner not in (self._player, -1)) for owner in end.owners]
            total = [a + b for a, b in zip(total, signs, strict=True)] if total else signs
            count += 1
        self._owned = total, count
        return [cell / count for cell in total]

    def _ends(self, line: Sequence[int], games: int) -> Iterator[Position]:
        position = self._position
        for move in line:
            position = position.play(move)
        for _ in range(games):
            self._games += 1
            yield position if position.over else position.playout(self._seeds[self._games % SEEDS])
