"""The subject of a search: the player, the position, and the moves left out."""

from __future__ import annotations

from outflank.engine.errors import Refused, WrongTurn
from outflank.engine.game import find_move
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from outflank.engine.core.game.position import Position
    from outflank.engine.game import Game


class SearchRequest(NamedTuple):
    """The player whose move is searched, and the position, None without a choice. `banned` are moves left
    out: {(player, move): up to which ply}."""

    player: int
    position: Position | None
    banned: dict[tuple[int, int], int]

    @property
    def root(self) -> Position:
        """The position; ValueError where the player has nothing to choose."""
        if self.position is None:
            raise ValueError("nothing to choose")
        return self.position


def new_request(
    game: Game, names: Sequence[str], player: int, bans: Iterable[tuple[int, Collection[str], bool, int]]
) -> SearchRequest:
    """The request for a player's move in a game. `bans` are (player, move texts, whether all moves but these
    are meant, plies): the moves which that player is not to make up to a ply. Refused when the player is not
    to move or no move is left."""
    position = game.ready(player)
    if game.event_due:
        raise WrongTurn(f"{names[game.position.mover]} draws or shows first")
    if position is None and not game.stuck(player):
        raise WrongTurn(f"{names[game.position.mover]} is to move")
    if position is not None and not game.rules.knows(position, player):
        raise Refused(f"hand of {names[player]} is not known")
    banned: dict[tuple[int, int], int] = {}
    for who, texts, others, plies in bans:
        named = {find_move(game.rules, text) for text in texts}
        moves = set(range(game.rules.actions)) - named if others else named
        for ban in ((who, move) for move in moves if move >= 0):
            banned[ban] = max(plies, banned.get(ban, 0))
    if position is not None and all((player, move) in banned for move in position.moves()):
        raise Refused("no move is left to look at")
    return SearchRequest(player, position, banned)
