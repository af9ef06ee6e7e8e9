"""Games of Othello to examine engines with: the same random ones every time."""

from __future__ import annotations

from collections.abc import Iterator

from outflank.engine.games import OTHELLO
from outflank.protocol.formats.notation import move_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position

    Plies = list[tuple[Position, int]]

TRIES = 2000
"""Games that are looked through for one of a kind: more than there will be need of."""


def chances(seed: int) -> Iterator[int]:
    """Numbers that look random, the same ones for each seed everywhere."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield state >> 33


def pick(chance: Iterator[int], moves: list[int]) -> int:
    """One of the moves."""
    return moves[next(chance) % len(moves)]


def text_of(position: Position, move: int) -> str:
    """A move as it is sent."""
    return move_text(position.rules.move_text(move)) if move >= 0 else "PASS"


def random_game(seed: int) -> Plies:
    """(position, move) of a random game of Othello to its end, passes included."""
    chance = chances(seed)
    position = OTHELLO.rules(8).new_position()
    plies = []
    while not position.over:
        move = pick(chance, position.moves())
        plies.append((position, move))
        position = position.play(move)
    return plies


def game_with_pass(player: int) -> tuple[Plies, int]:
    """A random game in which this player has to pass, and at which ply. After the next one he has moves
    again."""
    for seed in range(TRIES):
        plies = random_game(seed)
        passed = [move == position.rules.pass_move for position, move in plies]
        for at, (position, _) in enumerate(plies[:-2]):
            if passed[at] and position.mover == player and not passed[at + 2]:
                return plies, at
    raise LookupError("no such game")


def wiped_out() -> int:
    """The seed of a random game that ends with empty squares."""
    for seed in range(10, TRIES):
        position, move = random_game(seed)[-1]
        end = position.play(move)
        if "-" in end.rules.position_text(end).split()[0]:
            return seed
    raise LookupError("no such game")
