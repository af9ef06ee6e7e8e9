# cython: language_level=3, cdivision=True
"""SOS with the extra turn: a player who completes at least one S-O-S moves again, points win.

Move 2 * (width * row + column) writes an S, the next number an O; row 0 is on top. The game ends only when
every cell is written. A state is the same bytes however it was reached.
"""

import cython
from cython.cimports.libc.string import memset

from ..base.squares import COLUMNS, find_square, square_text

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.sos import sos`")

_LETTERS = "SO"
_SIDES = "BW"
_NAMES = ("black", "white")


class Sos:
    """The rules on `size` columns by `height` rows (a square by default), at most 100 cells."""

    def __cinit__(self, size: cython.int = 8, height=None):
        rows: cython.int = size if height is None else height
        row: cython.int
        column: cython.int
        if not (1 <= size <= LONGEST_SIDE and 1 <= rows <= LONGEST_SIDE and size * rows <= MOST_CELLS):
            raise ValueError(
                f"SOS is played on 1 to {LONGEST_SIDE} columns and rows, at most {MOST_CELLS} cells: "
                f"not on {size} x {rows}"
            )
        self.width = size
        self.height = rows
        self.cells = size * rows
        self.players = 2
        self.actions = 2 * self.cells
        self.pass_move = -1
        self.state_size = cython.sizeof(SosState)
        self.has_margin = True
        self.down = size + 2
        for row in range(rows):
            for column in range(size):
                self.place[row * size + column] = (row + 2) * self.down + column + 2
        for move in range(self.actions):
            self.stone[move] = scatter(move + 1)

    def start(self, state):
        s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), state)
        cell: cython.int
        memset(s, 0, cython.sizeof(SosState))
        for cell in range(self.cells):
            s.free[cell >> 6] |= cython.cast(uint64_t, 1) << (cell & 63)

    def mover(self, state):
        return cython.cast(cython.pointer(SosState), state).mover

    def over(self, state):
        s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), state)
        return (s.free[0] | s.free[1]) == 0

    def free_cells(self, state, out):
        """Write the empty cells to `out`, lowest first, and return their number."""
        n: cython.int = 0
        half: cython.int
        rest: uint64_t
        for half in range(2):
            rest = state.free[half]
            while rest:
                out[n] = 64 * half + lowest_bit(rest)
                rest &= rest - 1
                n += 1
        return n

    def moves(self, state, out):
        cells: uint8_t[MOST_CELLS]
        n: cython.int = self.free_cells(cython.cast(cython.pointer(SosState), state), cells)
        i: cython.int
        for i in range(n):
            out[2 * i] = 2 * cells[i]
            out[2 * i + 1] = 2 * cells[i] + 1
        return 2 * n

    def write(self, state, move):
        """Put the letter on the board; neither points nor the turn change."""
        cell: cython.int = move >> 1
        state.board[self.place[cell]] = LETTER_O if move & 1 else LETTER_S
        state.free[cell >> 6] &= ~(cython.cast(uint64_t, 1) << (cell & 63))
        state.stones ^= self.stone[move]

    def play(self, state, move):
        s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), state)
        at: cython.pointer(uint8_t) = s.board + self.place[move >> 1]
        gain: cython.int = gain_of_o(at, self.down) if move & 1 else gain_of_s(at, self.down)
        self.write(s, move)
        s.points[s.mover] += gain
        s.mover ^= gain == 0

    def rewards(self, state, out):
        s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), state)
        out[0] = 0.5 * (1 + (s.points[0] > s.points[1]) - (s.points[0] < s.points[1]))
        out[1] = 1 - out[0]

    def key(self, state):
        s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), state)
        rest: uint64_t = s.points[0]
        rest = (rest << 17) | (cython.cast(uint64_t, s.points[1]) << 1) | s.mover
        return scatter(s.stones + rest * cython.cast(uint64_t, 0x9E3779B97F4A7C15))

    def playout(self, state, rng):
        s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), state)
        # Everything the loop touches is local: a byte written to the board could be anything else.
        dice: Rng = rng[0]
        place: cython.pointer(uint8_t) = self.place
        stone: cython.pointer(uint64_t) = self.stone
        at: cython.pointer(uint8_t)
        cells: uint8_t[MOST_CELLS]
        n: cython.int = self.free_cells(s, cells)
        down: cython.int = self.down
        stones: uint64_t = s.stones
        points: uint32_t[2]
        mover: cython.uint = s.mover
        pick: cython.uint
        gain: cython.int
        cell: cython.uint
        points[0] = s.points[0]
        points[1] = s.points[1]
        while n > 0:
            pick = below(cython.address(dice), 2 * n)
            n -= 1
            cell = cells[pick >> 1]
            cells[pick >> 1] = cells[n]
            pick &= 1
            at = s.board + place[cell]
            gain = gain_of_s(at, down)
            # The letter is a coin toss: choosing without a branch is cheaper than guessing it.
            gain ^= (gain ^ gain_of_o(at, down)) & -cython.cast(cython.int, pick)
            at[0] = LETTER_S + pick
            stones ^= stone[2 * cell + pick]
            points[mover] += gain
            mover ^= gain == 0
        s.free[0] = 0
        s.free[1] = 0
        s.stones = stones
        s.points[0] = points[0]
        s.points[1] = points[1]
        s.mover = mover
        rng[0] = dice

    def margin(self, state):
        s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), state)
        return cython.cast(cython.int, s.points[0]) - s.points[1]

    def move_text(self, move: cython.int) -> str:
        """`C4O`: column letter without I, row 1 on top, the letter written."""
        if not 0 <= move < self.actions:
            raise ValueError(f"move {move} is not one of 0 to {self.actions - 1}")
        cell: cython.int = move >> 1
        return square_text(cell % self.width, cell // self.width) + _LETTERS[move & 1]

    def find_move(self, text: str) -> int:
        """The move a text in any case names."""
        letter = _LETTERS.find(text[-1:].upper())
        if letter < 0 or not text:
            raise ValueError(f"{text!r} does not end with the letter to write, S or O")
        column, row = find_square(text[:-1], self.width, self.height)
        return 2 * (row * self.width + column) + letter

    def diagram(self, position: Position) -> str:
        """The board with its coordinates; below it the points and the player to move."""
        s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), self.view(position))
        text = self.cells_text(position)
        lines = ["   " + " ".join(COLUMNS[: self.width])]
        for row in range(self.height):
            cells = text[row * self.width : (row + 1) * self.width]
            lines.append(f"{row + 1:2} " + " ".join(cells))
        turn = "the board is full" if self.over(s) else f"{_NAMES[s.mover]} to move"
        lines.append(f"black {s.points[0]}, white {s.points[1]}, {turn}")
        return "\n".join(lines)

    def cells_text(self, position: Position) -> str:
        """Every cell row by row: `S`, `O` or `.`."""
        s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), self.view(position))
        return "".join([".SO"[s.board[self.place[cell]]] for cell in range(self.cells)])

    def cell_of(self, move: cython.int) -> int:
        return move >> 1

    def position_text(self, position: Position) -> str:
        """The cells, the side to move (`B`, `W`) and both points, `3-1`."""
        s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), self.view(position))
        return f"{self.cells_text(position)} {_SIDES[s.mover]} {s.points[0]}-{s.points[1]}"

    def parse_position(self, text: str):
        """The position of a line as `position_text` writes it, in any case. The points must add up to the
        triples on the board, for each of them was scored once."""
        words = text.upper().split()
        if len(words) != 3:
            raise ValueError(f"{text!r} is not cells, side to move and points")
        cells, side, points = words
        if len(cells) != self.cells or set(cells) - set("SO."):
            raise ValueError(f"{cells!r} is not {self.cells} cells of S, O and .")
        if side not in ("B", "W"):
            raise ValueError(f"side to move {side!r} is neither B nor W")
        numbers = points.split("-")
        if len(numbers) != 2 or not all(n.isascii() and n.isdigit() for n in numbers):
            raise ValueError(f"points {points!r} are not two numbers such as 3-1")
        position: Position = self.new_position()
        s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), self.view(position))
        made: cython.int = 0
        cell: cython.int
        for cell in range(self.cells):
            if cells[cell] != ".":
                self.write(s, 2 * cell + (cells[cell] == "O"))
        for cell in range(self.cells):
            if cells[cell] == "O":
                made += gain_of_o(s.board + self.place[cell], self.down)
        first, second = [int(n) for n in numbers]
        if first + second != made:
            raise ValueError(f"points {points} do not add up to the {made} SOS on the board")
        s.points[0] = first
        s.points[1] = second
        s.mover = side == "W"
        return position

    def scores(self, position: Position) -> tuple:
        """The points of both players."""
        s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), self.view(position))
        return (s.points[0], s.points[1])
