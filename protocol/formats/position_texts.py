"""Positions as texts of people: a game's own position text, and in Othello any program's spelling."""

from __future__ import annotations

from outflank.engine.errors import BadPosition
from outflank.engine.games import OTHELLO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.variant import Variant


def read_position(variant: Variant, size: int, rules: Rules, text: str) -> Position:
    """The position that a text describes: in Othello cells in any program's letters, side to move (black
    where none is said), moves from there or a problem's scores. BadPosition where it describes none."""
    own = othello_text(size, rules, text) if variant is OTHELLO else text
    try:
        return rules.parse_position(own)
    except ValueError as error:
        raise BadPosition(str(error)) from None


def othello_text(size: int, rules: Rules, text: str) -> str:
    """The position text for any spelling of an Othello board of that size."""
    from outflank.protocol.formats.replay import BadGame, Told, play_othello
    from outflank.protocol.formats.syntax.boards import BadBoard
    from outflank.protocol.formats.syntax.moves import BadMoves, read_any

    try:
        board, moves = read_any(text, size)
        game = play_othello(board, [Told(None, square) for square in moves])
    except (BadBoard, BadMoves, BadGame) as error:
        raise BadPosition(str(error)) from None
    return str(rules.position_text(game.position))
