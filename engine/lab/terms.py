"""The terms of a match: who plays whom at what, from which openings, under which clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from outflank.engine.games import require_game
from outflank.engine.lab.client import IN_PROCESS, EngineSpec
from outflank.engine.lab.clock import MARGIN, NO_CLOCK, Clock
from outflank.engine.lab.seeds import hashed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.variant import Variant


class Match(NamedTuple):
    """Everything that decides what a match is: with a game's number, all that a game depends on. Game `n` has
    opening `n // players`, engine A in seat `n % players` and B in all others. `openings` is a text that is
    the same only for the same openings."""

    game: str
    size: int
    a: EngineSpec
    b: EngineSpec
    clock: Clock = NO_CLOCK
    openings: str = "start"
    margin: float = MARGIN
    solve: int = 0
    """Empty squares at which Othello 8x8 is adjudicated, if it can be solved then."""
    seed: int | None = None
    """What players of this program, and chance, are drawn from; None where the match has neither."""

    @property
    def variant(self) -> Variant:
        """The game's row."""
        return require_game(self.game)

    @property
    def players(self) -> int:
        """The seats of a game."""
        return len(self.variant.players)

    @property
    def id(self) -> str:
        """16 hexadecimal digits that differ when anything differs. They are the hash of what the first
        version's classes printed, so that its matches go on in their folders."""
        a, b = map(_printed, (self.a, self.b))
        parts = f"game={self.game!r}, size={self.size!r}, a={a}, b={b}, clock={self.clock!r}"
        parts += f", openings={self.openings!r}, margin={self.margin!r}, solve={self.solve!r}"
        return hashed(f"Match({parts})" if self.seed is None else f"Match({parts}, seed={self.seed!r})")


def seed_for(rules: Rules, specs: Sequence[EngineSpec], seed: int) -> int | None:
    """The seed that the terms of a match name: None where neither chance nor a player of this program in this
    process has a use for it."""
    drawn = rules.has_chance or any(spec.protocol == IN_PROCESS for spec in specs)
    return seed if drawn else None


def _printed(spec: EngineSpec) -> str:
    fields = spec._replace(command=spec.kept or spec.command)._asdict()
    del fields["kept"]
    return f"Entry({', '.join(f'{name}={value!r}' for name, value in fields.items())})"
