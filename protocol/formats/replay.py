"""Othello records played out by the rules: where a record meets what is legal, and its squares the engine's
moves."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

from outflank.engine.game import Game
from outflank.engine.games import OTHELLO
from outflank.protocol.formats.boards import Board, read_board
from outflank.protocol.formats.ggf import Move
from outflank.protocol.formats.squares import COLUMNS, LETTERS, Spelling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

COLOURS = {"X": "black", "O": "white"}


class BadGame(ValueError):
    """A game cannot be played; the message says at which move and why. `game` and `plies` are what comes
    before that move, None where nothing was played."""

    def __init__(self, reason: str, game: Game | None = None, plies: tuple[Move, ...] = ()) -> None:
        super().__init__(reason)
        self.game, self.plies = game, plies


def replay(start: Board, told: Iterable[Move]) -> tuple[Game, tuple[Move, ...]]:
    """The game of these moves, and its plies: the moves told and the forced passes between them. A colour
    None is whoever is to move. Passes that are told behind the end are dropped. BadGame names the first move
    that cannot be made."""
    if start.size not in OTHELLO.sizes:
        raise BadGame(f"a board of size {start.size} is not played here")
    rules = rules_of(start.size)
    game = Game(rules, rules.parse_position(f"{start.cells} {start.mover or 'X'}"))
    plies: list[Move] = []
    for number, move in enumerate(told, 1):
        try:
            for ply in _turns(game, move):
                square = rules.pass_move if ply.square == "pass" else find_square(rules, ply.square)
                game.play("XO".index(ply.colour), square)
                plies.append(ply)
        except ValueError as error:
            raise BadGame(f"move {number}: {error}", game, tuple(plies)) from None
    return game, tuple(plies)


def _turns(game: Game, move: Move) -> Iterator[Move]:
    """What is played for a told move: nothing, it alone, or the forced pass before it and it."""
    rules, position = game.rules, game.position
    mover = "XO"[position.mover]
    forced = position.moves() == [rules.pass_move]
    if move.square == "pass":
        if position.over:
            return
        if not forced:
            raise BadGame(f"{COLOURS[mover]} passes, who has a move")
        if move.colour not in (None, mover):
            raise BadGame(f"{COLOURS[move.colour]} passes, but {COLOURS[mover]} is to move")
        yield move._replace(colour=mover)
        return
    turn = "OX"["XO".index(mover)] if forced else mover
    colour = move.colour or turn
    if position.over:
        raise BadGame(f"{move.square!r}, but the game is over")
    if colour != turn and not forced:
        raise BadGame(f"{move.square!r} of {COLOURS[colour]}, but {COLOURS[mover]} is to move")
    after = position.play(rules.pass_move) if forced else position
    if colour != turn or find_square(rules, move.square) not in after.moves():
        raise BadGame(f"{move.square!r} is not legal for {COLOURS[colour]}")
    if forced:
        yield Move(mover, "pass")
    yield move._replace(colour=colour)


@functools.cache
def rules_of(size: int) -> Any:
    """The rules on a board of some size."""
    return OTHELLO.rules(size)


def find_square(rules: Any, square: str) -> int:
    """The move to a square whose column letters do not skip i. BadSquare when there is no such square."""
    return int(rules.find_move(Spelling(rules.size, False, True).square(square)))


def square_text(rules: Any, move: int) -> str:
    """A move as records have it: a square in small letters that do not skip i, or `pass`."""
    if move == rules.pass_move:
        return "pass"
    text = str(rules.move_text(move)).lower()
    return LETTERS[COLUMNS.index(text[0])] + text[1:]


def board_of(rules: Any, position: Any) -> Board:
    """A position as a board."""
    return read_board(rules.position_text(position), rules.size)
