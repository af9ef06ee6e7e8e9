# cython: language_level=3, cdivision=True
"""Trio, a game made up for tests: tic-tac-toe for three on 4x4 or 5x5, won by three in a line.

It gives what `game/rules.py` asks of every game and nothing more, so that all else is seen to have a default.
"""

import cython

from ..base.squares import COLUMNS, find_square, square_text

if not cython.compiled:
    raise ImportError("compiled by tests/made_up_game/launcher.py")

_SIGNS = "XOT"
_NAMES = ("cross", "nought", "triangle")


class Trio:
    """The rules on 4 or 5 columns and as many rows."""

    def __cinit__(self, size: cython.int = 4):
        row: cython.int
        column: cython.int
        if size not in (4, 5):
            raise ValueError(f"Trio is played on 4x4 or 5x5, not on {size}x{size}")
        self.size = size
        self.players = 3
        self.actions = size * size
        self.pass_move = -1
        self.state_size = cython.sizeof(TrioState)
        self.signs = _SIGNS
        for row in range(size):
            for column in range(size):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if row + 2 * down < size and 0 <= column + 2 * right < size:
                        cells = [(row + step * down) * size + column + step * right for step in range(3)]
                        self.line[self.lines] = sum([1 << cell for cell in cells])
                        self.lines += 1

    def free_cells(self, state):
        """The set of the empty cells."""
        taken: uint32_t = state.stones[0] | state.stones[1] | state.stones[2]
        return ((cython.cast(uint32_t, 1) << self.actions) - 1) & ~taken

    def mover(self, state):
        return cython.cast(cython.pointer(TrioState), state).mover

    def moves(self, state, out):
        s: cython.pointer(TrioState) = cython.cast(cython.pointer(TrioState), state)
        free: uint32_t = 0 if s.winner else self.free_cells(s)
        n: cython.int = 0
        cell: cython.int
        for cell in range(self.actions):
            if free >> cell & 1:
                out[n] = cell
                n += 1
        return n

    def play(self, state, move):
        s: cython.pointer(TrioState) = cython.cast(cython.pointer(TrioState), state)
        number: cython.int
        s.stones[s.mover] |= cython.cast(uint32_t, 1) << move
        for number in range(self.lines):
            if (s.stones[s.mover] & self.line[number]) == self.line[number]:
                s.winner = s.mover + 1
        s.mover = (s.mover + 1) % 3

    def rewards(self, state, out):
        s: cython.pointer(TrioState) = cython.cast(cython.pointer(TrioState), state)
        player: cython.int
        third: cython.float = 1
        for player in range(3):
            out[player] = (s.winner == player + 1) if s.winner else third / 3

    def key(self, state):
        s: cython.pointer(TrioState) = cython.cast(cython.pointer(TrioState), state)
        two: uint64_t = s.stones[0] | cython.cast(uint64_t, s.stones[1]) << 32
        return scatter(scatter(two) ^ (s.stones[2] | cython.cast(uint64_t, s.mover) << 32))

    def move_text(self, move: cython.int) -> str:
        """The square, as `C4`."""
        if not 0 <= move < self.actions:
            raise ValueError(f"move {move} is not one of 0 to {self.actions - 1}")
        return square_text(move % self.size, move // self.size)

    def find_move(self, text: str) -> int:
        column, row = find_square(text, self.size, self.size)
        return row * self.size + column

    def cell_of(self, move: cython.int) -> int:
        return move

    def cells_text(self, position: Position) -> str:
        s: cython.pointer(TrioState) = cython.cast(cython.pointer(TrioState), self.view(position))
        cells = ["."] * self.actions
        for player in range(3):
            for cell in range(self.actions):
                if s.stones[player] >> cell & 1:
                    cells[cell] = _SIGNS[player]
        return "".join(cells)

    def diagram(self, position: Position) -> str:
        s: cython.pointer(TrioState) = cython.cast(cython.pointer(TrioState), self.view(position))
        text = self.cells_text(position)
        lines = ["  " + " ".join(COLUMNS[: self.size])]
        for row in range(self.size):
            lines.append(f"{row + 1} " + " ".join(text[row * self.size : (row + 1) * self.size]))
        won = f"{_NAMES[s.winner - 1]} has a line" if s.winner else "nobody has a line"
        lines.append(won if position.over else f"{_NAMES[s.mover]} to move")
        return "\n".join(lines)

    def position_text(self, position: Position) -> str:
        """The cells and the player to move."""
        return f"{self.cells_text(position)} {_SIGNS[self.mover(position.state)]}"

    def parse_position(self, text: str):
        cells, _, mover = text.upper().partition(" ")
        if len(cells) != self.actions or set(cells) - {*_SIGNS, "."} or mover not in tuple(_SIGNS):
            raise ValueError(f"{text!r} is not {self.actions} cells of X, O, T and ., and who is to move")
        position: Position = self.new_position()
        s: cython.pointer(TrioState) = cython.cast(cython.pointer(TrioState), self.view(position))
        number: cython.int
        for player in range(3):
            for cell in range(self.actions):
                if cells[cell] == _SIGNS[player]:
                    s.stones[player] |= cython.cast(uint32_t, 1) << cython.cast(cython.int, cell)
            for number in range(self.lines):
                if (s.stones[player] & self.line[number]) == self.line[number]:
                    s.winner = player + 1
        s.mover = _SIGNS.index(mover)
        return position

    def scores(self, position: Position) -> tuple:
        """1 for who has a line."""
        s: cython.pointer(TrioState) = cython.cast(cython.pointer(TrioState), self.view(position))
        return tuple([int(s.winner == player + 1) for player in range(3)])
