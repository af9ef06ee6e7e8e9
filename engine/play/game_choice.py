"""The game that is chosen: which one, on what board, with which komi, and its rules."""

from __future__ import annotations

from outflank.engine.game import BadSize, UnknownGame
from outflank.engine.games import Variant, find_game, unknown_game
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.rules import Rules


class GameChoice(NamedTuple):
    """A game of the table (engine/games.py), the size of its board, and the komi that was asked for, None for
    the usual one."""

    variant: Variant
    size: int
    komi: float | None

    @property
    def key(self) -> tuple[str, int, float | None]:
        """What tells it from others by whose rules the same positions are worth something else."""
        counts = self.komi is not None and self.variant.komi and abs(self.komi) <= 1
        return self.variant.name, self.size, self.komi if counts else None

    def new_rules(self, draw: float) -> Rules:
        """Its rules, with what a draw is worth to the first player where that can be chosen."""
        rules = self.variant.rules(*self.key[1:])
        if self.variant.draw_value:
            rules.draw = draw
        return rules


def choose_game(name: str, size: int | None, komi: float | None) -> GameChoice:
    """The choice of a game by its name, on a board of that size or the usual one."""
    variant = find_game(name)
    if variant is None:
        raise UnknownGame(unknown_game(name))
    return choose_size(variant, variant.sizes[0] if size is None else size, komi)


def choose_size(variant: Variant, size: int, komi: float | None) -> GameChoice:
    """The choice of a size for a game. BadSize when it has none such."""
    if size not in variant.sizes:
        raise BadSize(f"unacceptable size: {variant.name} has {', '.join(map(str, sorted(variant.sizes)))}")
    return GameChoice(variant, size, komi)
