"""The named players (engine/play/bots.py) as levels: which games they know, and their moves for a player."""

from __future__ import annotations

from outflank.engine.analysis.limits import Limits
from outflank.engine.errors import BadOption

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.base.stop import Bell
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.play.bots import Deepener
    from outflank.engine.play.levels import Level
    from outflank.engine.variant import Variant


def check_level(level: Level, variant: Variant, size: int) -> None:
    """BadOption when a level does not play this game on a board of this size. Every search plays all."""
    if level.named:
        from outflank.engine.play import bots

        try:
            bots.check(level.name, variant, size)
        except ValueError:
            board = f" on a board of size {size}" if size != variant.sizes[0] else ""
            raise BadOption(f"{level.name} does not play {variant.name}{board}") from None


def thinks(level: Level) -> bool:
    """Tell whether a level takes time for its moves, as every search does and some named players do."""
    if not level.named:
        return True
    from outflank.engine.play import bots

    return bool(bots.BOTS[level.name].limits)


class Named:
    """A named player for one game's rules. One that thinks keeps its table from move to move; the others draw
    by a number."""

    def __init__(self, name: str, rules: Rules, bell: Bell) -> None:
        from outflank.engine.play import bots

        self._name = name
        self._rules = rules
        self._thinks = bool(bots.BOTS[name].limits)
        self._bot: Deepener | None = None
        if self._thinks:
            self._bot = bots.Deepener(rules, 1, seconds=1.0)
            self._bot.bell = bell

    def is_for(self, name: str, rules: Rules) -> bool:
        """Tell whether this is the player of that name for these rules."""
        return self._name == name and self._rules is rules

    def choose(self, position: Position, limits: Limits, number: int) -> int:
        """The move for a position: within limits if the player thinks, drawn by the number if it draws."""
        if self._bot is None:
            from outflank.engine.play import bots

            return bots.bot(self._name, self._rules, number).choose(position)
        # To the alpha-beta a visit and a new node are the same, a node.
        visits = min((most for most in (limits.visits, limits.nodes) if most is not None), default=None)
        self._bot.limits = Limits(visits, limits.seconds)
        return self._bot.choose(position)


def drawing(seed: int, games: int, turns: int) -> int:
    """A number for the seed, the game of the session and the turn."""
    from outflank.engine.core.base import rng

    return rng.sample((seed + (games << 20) + turns) & (1 << 64) - 1, 1 << 30, 1)[0]
