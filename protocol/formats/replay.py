"""Records played by the rules: where what a text tells meets what is legal."""

from __future__ import annotations

import functools

from outflank.engine.errors import IllegalMove
from outflank.engine.game import Game, find_move
from outflank.engine.games import OTHELLO
from outflank.engine.record import NamedTuple
from outflank.engine.results.game_record import CHANCE
from outflank.protocol.formats.record import NOTHING, Broken, Note, Record, plain
from outflank.protocol.formats.syntax.boards import Board, read_board
from outflank.protocol.formats.syntax.squares import COLUMNS, LETTERS, Spelling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.variant import Variant
    from outflank.protocol.formats.record import Result
    from outflank.protocol.formats.syntax.ggf import Move
    from outflank.protocol.formats.tags import About


class BadGame(ValueError):
    """A game cannot be played; the message says at which move, `number` from 1 on, and why. The game that was
    to be played has the turns before that move."""

    def __init__(self, reason: str, number: int = 0) -> None:
        super().__init__(f"move {number}: {reason}" if number else reason)
        self.number = number


class Told(NamedTuple):
    """A turn as a text tells it: whose it is, None for the player to move and CHANCE for a draw, the move,
    and what else is told."""

    player: int | None
    text: str
    note: Note = NOTHING


def play(game: Game, players: Sequence[str], told: Iterable[Told], find: Callable[[str], int]) -> None:
    """Make the turns that are told in a game of these players, in which `find` gives the move of a text, or a
    ValueError. BadGame names the first that cannot be made. Forced passes may be told or not."""
    for number, turn in enumerate(told, 1):
        move = None
        try:
            if turn.player == CHANCE:
                game.happen(find_move(game.rules, turn.text))
            elif game.rules.has_hidden:
                game.play_word(game.position.mover if turn.player is None else turn.player, turn.text)
            else:
                move = find(turn.text)
                game.play(_mover(game, move) if turn.player is None else turn.player, move)
        except IllegalMove:
            why = f"{turn.text[:40]!r} is not legal" if move is None else _why_not(game, players, turn, move)
            raise BadGame(why, number) from None
        except ValueError as error:
            raise BadGame(str(error)[:200], number) from None


def _mover(game: Game, move: int) -> int:
    """The player of a move: that of the player to move, or of the next one with a choice."""
    position = game.position
    passing = game.rules.pass_move
    for _ in range(game.rules.players):
        if move == passing or position.over or position.moves() != [passing]:
            break
        position = position.play(passing)
    return position.mover


def _why_not(game: Game, players: Sequence[str], turn: Told, move: int) -> str:
    """The fault of a turn that is not legal."""
    mover = _mover(game, move)
    player = mover if turn.player is None else turn.player
    if move == game.rules.pass_move:
        why = "who has a move" if player == mover else f"but {players[mover]} is to move"
        return f"{players[player]} passes, {why}"
    if game.position.over:
        return f"{turn.text[:20]!r}, but the game is over"
    if player != mover:
        return f"{turn.text[:20]!r} of {players[player]}, but {players[mover]} is to move"
    return f"{turn.text[:20]!r} is not legal for {players[player]}"


def played(
    place: str,
    board: tuple[Variant, int],
    game: Game,
    told: Iterable[Told],
    find: Callable[[str], int],
    about: About,
    result: Result | None,
) -> Record | Broken:
    """The record of a game on a board, in which the turns that are told are made as far as they can be;
    Broken where the first cannot."""
    turns = list(told)
    stopped = ""
    try:
        play(game, board[0].players, turns, find)
    except BadGame as error:
        if not game.turns:
            return Broken(place, str(error))
        stopped = plain(str(error))
    notes = tuple([turn.note for turn in turns if turn.player != CHANCE][: game.turns])
    silent = all(note is NOTHING for note in notes)
    names, ratings, facts = about
    return Record(place, *board, game, () if silent else notes, names, ratings, facts, result, stopped)


def othello_record(
    place: str, start: Board, told: Iterable[Told], about: About, result: Result | None
) -> Record | Broken:
    """The record of a game of Othello, as far as its turns can be made; Broken where the first cannot."""
    try:
        game = new_othello(start)
    except BadGame as error:
        return Broken(place, str(error))
    find = functools.partial(find_square, game.rules)
    return played(place, (OTHELLO, start.size), game, told, find, about, result)


def play_othello(start: Board, told: Iterable[Told]) -> Game:
    """The game of Othello of these turns; BadGame names the first that cannot be made."""
    game = new_othello(start)
    play(game, OTHELLO.players, told, functools.partial(find_square, game.rules))
    return game


def new_othello(start: Board) -> Game:
    """A game of Othello that begins with a board. BadGame where such a board is impossible."""
    if start.size not in OTHELLO.sizes:
        raise BadGame(f"a board of size {start.size} is not played here")
    rules = rules_of(start.size)
    return Game(rules, rules.parse_position(f"{start.cells} {start.mover or 'X'}"))


def told_of(move: Move) -> Told:
    """A move of Othello as GGF tells it."""
    silent = move.value is None and move.seconds is None
    note = NOTHING if silent else Note(move.seconds, move.value, None if move.value is None else "discs")
    return Told("XO".index(move.colour), move.square, note)


@functools.cache
def rules_of(size: int) -> Rules:
    """The rules of Othello on a board of some size."""
    return OTHELLO.rules(size)


def find_square(rules: Rules, square: str) -> int:
    """The move to a square of Othello whose column letters do not skip i, or `pass`. BadSquare when the board
    lacks it."""
    if square == "pass":
        return rules.pass_move
    return rules.find_move(Spelling(_size(rules), False, True).square(square))


def square_text(rules: Rules, move: int) -> str:
    """A move of Othello as records have it: a square in small letters that do not skip i, or `pass`."""
    if move == rules.pass_move:
        return "pass"
    text = rules.move_text(move).lower()
    return LETTERS[COLUMNS.index(text[0])] + text[1:]


def board_of(position: Position) -> Board:
    """A position of Othello as a board."""
    return read_board(position.rules.position_text(position), _size(position.rules))


def _size(rules: Rules) -> int:
    """The size of an Othello board."""
    size: int = getattr(rules, "size", OTHELLO.sizes[0])
    return size
