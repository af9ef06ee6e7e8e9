"""Games, trees and clocks. Nothing in here reads stdin or prints.

The names of `__all__` are for use from Python; each is loaded when it is first asked for:


    >>> from outflank.engine import Limits, Player
    >>> player = Player("Othello", limits=Limits(visits=50), seed=1)
    >>> player.genmove("black") in ("C4", "D3", "E6", "F5")
    True
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.analysis.limits import Limits as Limits
    from outflank.engine.analysis.report import Report as Report
    from outflank.engine.core.game.position import Position as Position
    from outflank.engine.core.game.rules import Rules as Rules
    from outflank.engine.errors import Refused as Refused
    from outflank.engine.game import Game as Game
    from outflank.engine.games import find_game as find_game
    from outflank.engine.lab.match import match as match
    from outflank.engine.play.clocks.clock import Clock as Clock
    from outflank.engine.play.levels import find_level as find_level
    from outflank.engine.play.player import Player as Player

HOMES = {
    "Clock": "play.clocks.clock",
    "Game": "game",
    "Limits": "analysis.limits",
    "Player": "play.player",
    "Position": "core.game.position",
    "Refused": "errors",
    "Report": "analysis.report",
    "Rules": "core.game.rules",
    "find_game": "games",
    "find_level": "play.levels",
    "match": "lab.match",
}
"""The modules of the names of the public interface."""
__all__ = [*HOMES]  # noqa: PLE0604 - strings all


class NotBuilt(ImportError):
    """The engine cannot run as it is installed; the text says what to do."""


if not TYPE_CHECKING:

    def __getattr__(name):
        if name not in HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        folder, _, module = HOMES[name].rpartition(".")
        if folder.startswith("core"):
            return getattr(getattr(import_module(f"{__name__}.{folder}"), module), name)
        return getattr(import_module(f"{__name__}.{HOMES[name]}"), name)
