"""Resignation of a game for two that the searches have held for lost, move after move."""

from __future__ import annotations

from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.analysis.report import Row
    from outflank.engine.game import Game

RESIGN = "resign"
"""The answer to a request for a move of who gives the game up."""


class Resignation(NamedTuple):
    """The terms: a win probability, 0 for never, moves in a row, and the first turn. The moves are those that
    had no higher probability; before the turn no player resigns."""

    resign: float = 0.0
    resign_moves: int = 3
    resign_from: int = 20

    def is_due(self, game: Game, player: int, row: Row, draw: float) -> bool:
        """Tell whether a player resigns a game for two in progress. `row` is the best one of the search for
        the move, `draw` the player's reward for a draw.

        Earlier moves count by their rows when they were made, so that `undo` takes that back too. Moves
        without a choice say nothing, and one that was not searched ends the row.
        """
        if self.resign <= 0 or game.rules.players != 2 or game.turns < self.resign_from:
            return False
        thoughts: list[Row | None] = [row]
        for position, _, thought in reversed(list(game.plies())):
            if position.mover == player and len(position.moves()) > 1:
                thoughts.append(thought)
        latest = thoughts[: self.resign_moves]
        return len(latest) == self.resign_moves and all(
            thought is not None and hopeless(thought, self.resign, draw) for thought in latest
        )


def hopeless(row: Row, chance: float, draw: float) -> bool:
    """Tell whether a row's win probability is at most a chance. A proven result counts as such: only a loss
    is hopeless, and where a draw is worth as little, only one by a proven margin."""
    if row.margin is not None:
        return row.margin < 0
    if row.sure is not None:
        return row.sure == 0.0 < draw
    return row.mean <= chance
