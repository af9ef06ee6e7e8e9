"""Texts beside boards: runs of moves, openings, and problems with their scores. Squares are
`f5`, their columns a to j without a gap. What is legal is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from outflank.engine.record import NamedTuple
from outflank.protocol.formats.syntax.boards import (
    NBOARD,
    SIDES,
    SIGNS,
    SIZES,
    BadBoard,
    Board,
    read_board,
    write_board,
)
from outflank.protocol.formats.syntax.squares import LETTERS, PASSES

MOST_MOVES = 400
"""More than any game has, passes and all."""

_NUMBER = r"\d{1,4}[ \t]*\.+"
_SQUARE = r"[a-k](?:10|[1-9])"
_PASS = "|".join(PASSES)
_TOKEN = re.compile(rf"\s*(?:({_NUMBER})|({_SQUARE})|({_PASS})|(\S+))", re.IGNORECASE)
_FIRST = {8: {"d3", "c4", "f5", "e6"}, 6: {"c2", "b3", "e4", "d5"}}
_CHOICE = re.compile(r"\s*(?:([^\s:]+)\s*:)?\s*([+-]?\d{1,3})\s*", re.ASCII)


class BadMoves(ValueError):
    """The text is not a run of moves; the message says at which line and move, and why."""


class Opening(NamedTuple):
    """A board and the moves that lead on from it: squares and `pass`."""

    board: Board
    moves: tuple[str, ...]


class Problem(NamedTuple):
    """A board, and what its moves are worth in discs to the side to move: (moves, score) for every group of
    moves that are worth the same, as the text has them. `score` is a score that is told without a move."""

    board: Board
    choices: tuple[tuple[tuple[str, ...], int], ...] = ()
    score: int | None = None

    @property
    def best(self) -> int | None:
        """The score of the position; None where nothing is told."""
        told = [score for _, score in self.choices]
        return max(told, default=None) if self.score is None else int(self.score)


def read_opening(text: str, line: int = 1) -> Opening:
    """The opening that a line of a file is, such as `<cells> * f5d6`. Cells, side and moves are told apart by
    their looks, so they may come in any order; a side that is not told is black."""
    cells: list[str] = []
    sides: list[str] = []
    moves: list[str] = []
    for word in text.split():
        if len(word) in [n * n for n in SIZES] and all(sign in SIGNS for sign in word):
            cells.append(word)
        elif SIGNS.get(word, "-") != "-" or word.lower() in SIDES:
            sides.append(word)
        else:
            moves.append(word)
    if len(cells) != 1 or len(sides) > 1:
        raise BadBoard("not one word of cells, one side to move, and moves")
    board = read_board(f"{cells[0]} {sides[0] if sides else 'X'}")
    return Opening(board, read_moves(" ".join(moves), board.size, line))


def write_opening(opening: Opening) -> str:
    """An opening as a line of NBoardLocalGameServer's file."""
    return f"{write_board(opening.board, NBOARD)} {''.join(opening.moves)}".rstrip()


def read_any(text: str, size: int) -> Opening:
    """The board of this size that a text begins with, however it goes on: with nothing, with moves, or with a
    problem's scores, which are read and left alone. A side that is not told is black. BadBoard and BadMoves
    say what is wrong."""
    cells, semicolon, rest = text.partition(";")
    if ":" in rest or _CHOICE.fullmatch(rest.partition(";")[0]):
        problem = read_problem(text)
        opening = Opening(problem.board if problem else read_board("", size), ())
    elif semicolon:
        board = read_board(cells, size)
        opening = Opening(board, read_moves(rest, size))
    elif any(len(word) == size * size and all(sign in SIGNS for sign in word) for word in text.split()):
        opening = read_opening(text)
    else:
        opening = Opening(read_board(text, size), ())
    board = opening.board
    if board.size != size:
        raise BadBoard(f"not a board of {size * size} cells")
    return Opening(board._replace(mover=board.mover or "X"), opening.moves)


def read_problem(line: str) -> Problem | None:
    """The problem on a line of an OBF file such as `<board>; G3/C7:-12; D2:-14;`, None where the line has
    nothing but a comment. A board alone is one, too."""
    parts = line.partition("%")[0].split(";")
    if not "".join(parts).strip():
        return None
    board = read_board(parts[0])
    choices = []
    score = None
    for part in parts[1:]:
        if not part.strip():
            continue
        found = _CHOICE.fullmatch(part)
        if not found:
            raise BadBoard(f"{part.strip()[:20]!r} is neither MOVE:score nor a score")
        if found[1]:
            names = [name for word in found[1].split("/") for name in _one_move(word, board.size)]
            choices.append((tuple(names), int(found[2])))
        elif score is None:
            score = int(found[2])
        else:
            raise BadBoard("two scores without a move")
    return Problem(board, tuple(choices), score)


def read_problems(text: str) -> Iterator[tuple[int, Problem]]:
    """The problems of an OBF file, each with the number of its line. BadBoard names the line that is none."""
    for number, line in enumerate(text.splitlines(), 1):
        try:
            problem = read_problem(line)
        except BadBoard as error:
            raise BadBoard(f"line {number}: {error}") from None
        if problem is not None:
            yield number, problem


def write_problem(problem: Problem) -> str:
    """A problem as a line of an OBF file."""
    parts = [write_board(problem.board)]
    parts += [f" {'/'.join(_shout(move) for move in moves)}:{score:+d}" for moves, score in problem.choices]
    if problem.score is not None:
        parts.append(f" {problem.score:+d}")
    return ";".join([*parts, ""])


def read_moves(text: str, size: int, line: int = 1) -> tuple[str, ...]:
    """The moves of a text that begins at a line of a file: squares in any case, with or without blanks and
    numbers between them, and passes where they are written. BadMoves says at which line and move it leaves
    this board. On a board of ten columns k means that the letters skip i."""
    told = split_moves(text, line)
    skipping = any(move[0] == "k" for _, move in told) and all(move[0] != "i" for _, move in told)
    moves = []
    for number, (row, move) in enumerate(told, 1):
        name = _straight(move) if skipping else move
        if move != "pass" and not (name[0] in LETTERS[:size] and int(name[1:]) <= size):
            raise BadMoves(f"line {row}, move {number}: {move!r} is no square of this board")
        moves.append(name)
    return tuple(moves)


def split_moves(text: str, line: int = 1) -> list[tuple[int, str]]:
    """(line, move) of every move in a text, squares in small letters and passes as `pass`."""
    moves: list[tuple[int, str]] = []
    at = 0
    while found := _TOKEN.match(text, at):
        _, square, passed, wrong = found.groups()
        line += text.count("\n", at, found.start(found.lastindex or 0))
        at = found.end()
        if wrong:
            raise BadMoves(f"line {line}, move {len(moves) + 1}: {wrong[:20]!r} is no move")
        if square or passed:
            moves.append((line, square.lower() if square else "pass"))
        if len(moves) > MOST_MOVES:
            raise BadMoves(f"line {line}: more than {MOST_MOVES} moves")
    return moves


def size_of(moves: Sequence[str]) -> int:
    """The size of the board on which moves begin with the usual board: the first square tells it from 8x8,
    the outermost one 6x6 from 10x10."""
    squares = [move for move in moves if move != "pass"]
    if not squares or squares[0] in _FIRST[8]:
        return 8
    if all(square[0] <= "f" and int(square[1:]) <= 6 for square in squares):
        return 6 if squares[0] in _FIRST[6] else 8
    wide = any(square[0] > "h" or int(square[1:]) > 8 for square in squares)
    return 10 if wide or squares[0] in ("e4", "d5", "g6", "f7") else 8


def _one_move(word: str, size: int) -> tuple[str, ...]:
    try:
        found = read_moves(word, size)
    except BadMoves:
        found = ()
    if len(found) != 1:
        raise BadBoard(f"{word[:20]!r} is no move of this board")
    return found


def _straight(move: str) -> str:
    """A square whose column letters skip i, with letters that do not."""
    return move if move == "pass" or move[0] < "j" else chr(ord(move[0]) - 1) + move[1:]


def _shout(move: str) -> str:
    return "PS" if move == "pass" else move.upper()
