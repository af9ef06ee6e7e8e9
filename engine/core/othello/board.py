# cython: language_level=3
"""Othello on a square board of any size: what its sizes share, and how boards are read and written.

Sizes up to 8x8 and 10x10 derive from it, as their sets of squares differ.
"""

import cython

from ..base.squares import find_square, square_text

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.othello import board`")

CELLS = {"x": "X", "*": "X", "b": "X", "o": "O", "0": "O", "w": "O", "-": ".", ".": ".", "_": "."}
"""The signs of a black disc, a white disc and an empty square in position texts."""


class DiscBoard(Rules):
    """Rules of Othello for two: player 0 is black and begins, player 1 is white.

    A board of some size begins at row and column `first`; the numbers of squares in two rows are `stride`
    apart.
    """

    def set_size(self, size: cython.int, first: cython.int, stride: cython.int, pass_move: cython.int):
        """Lay out the board, once."""
        self.size = size
        self.first = first
        self.stride = stride
        self.cells = size * size
        self.players = 2
        self.actions = pass_move + 1
        self.pass_move = pass_move
        self.signs = "XO"
        self.has_margin = True

    def disc_at(self, state, square):
        """1 where the mover holds the square, -1 where the opponent does, 0 where it is empty."""
        return 0

    def mobility(self, state, move, out):
        """Write the discs of both after the mover's move, which may be a pass: the mover's first."""

    def discs(self, position: Position) -> tuple:
        """The sets of black and white discs, as bits of the whole board."""
        raise NotImplementedError

    def place(self, black: object, white: object, mover: cython.int) -> Position:
        """The position with these sets of discs."""
        raise NotImplementedError

    def squares(self) -> list:
        """The board's squares row by row from the top."""
        ends = range(self.first, self.first + self.size)
        return [self.stride * row + column for row in ends for column in ends]

    def move_text(self, move: cython.int) -> str:
        if move == self.pass_move:
            return "pass"
        return square_text(move % self.stride - self.first, move // self.stride - self.first)

    def find_move(self, text: str) -> int:
        if text.lower() == "pass":
            return self.pass_move
        column, row = find_square(text, self.size, self.size)
        return self.stride * (row + self.first) + column + self.first

    def diagram(self, position: Position) -> str:
        """Rows from the top, legal moves as `+`, then the count of discs and the player to move."""
        black, white = self.discs(position)
        legal_squares = set(position.moves())
        signs = {s: "X" if black >> s & 1 else "O" if white >> s & 1 else "." for s in self.squares()}
        cells = ["+" if s in legal_squares else sign for s, sign in signs.items()]
        size: cython.int = self.size
        letters = " ".join([square_text(column, 0)[0] for column in range(size)])
        rows = [f"{row + 1:2} " + " ".join(cells[size * row : size * row + size]) for row in range(size)]
        to_move = "game over" if position.over else ("white to move" if position.mover else "black to move")
        count = f"   X black {black.bit_count()}, O white {white.bit_count()}, {to_move}"
        return "\n".join(["   " + letters, *rows, count])

    def cells_text(self, position: Position) -> str:
        """The squares row by row as `X`, `O` and `-`."""
        black, white = self.discs(position)
        signs = ["X" if black >> s & 1 else "O" if white >> s & 1 else "-" for s in self.squares()]
        return "".join(signs)

    def empties(self, position: Position) -> int:
        return self.size * self.size - sum(self.counts(position))

    def counts(self, position: Position) -> tuple:
        black, white = self.discs(position)
        return black.bit_count(), white.bit_count()

    def cell_of(self, move: cython.int) -> int:
        if move == self.pass_move:
            return -1
        return (move // self.stride - self.first) * self.size + move % self.stride - self.first

    def position_text(self, position: Position) -> str:
        """The cells, a blank, the side to move."""
        return self.cells_text(position) + (" O" if position.mover else " X")

    def parse_position(self, text: str) -> Position:
        cells, mover = read_cells(text, self.size)
        black, white = (
            sum([1 << square for square, cell in zip(self.squares(), cells, strict=True) if cell == disc])
            for disc in "XO"
        )
        return self.place(black, white, mover)

    def has_choice(self, position: Position, player: cython.int) -> bool:
        black, white = self.discs(position)
        return any(move != self.pass_move for move in self.place(black, white, player).moves())

    def scores(self, position: Position) -> tuple:
        """Discs, the empty squares counted for the winner and shared in a draw."""
        black, white = self.counts(position)
        return with_empties(black, white, self.size * self.size)


def with_empties(black: int, white: int, squares: int) -> tuple:
    """The score of both sides where the winner also gets the empty squares and a draw shares them."""
    empty = squares - black - white
    if black == white:
        return squares // 2, squares // 2
    return (black + empty, white) if black > white else (black, white + empty)


def read_cells(text: str, size: int) -> tuple:
    """The cells (`X`, `O`, `.`) and the player to move of a board text. It has size*size cells in row order,
    blanks anywhere, then the side."""
    signs = "".join(text.split()).lower()
    squares = size * size
    if len(signs) != squares + 1:
        raise ValueError(
            f"a {size}x{size} position has {squares} cells and the side to move, not {len(signs)} signs"
        )
    for sign in signs:
        if sign not in CELLS:
            raise ValueError(f"{sign!r} is neither a disc nor an empty square")
    cells = [CELLS[sign] for sign in signs]
    if cells[-1] == ".":
        raise ValueError(f"{signs[-1]!r} is not a side to move")
    return cells[:-1], int(cells[-1] == "O")
