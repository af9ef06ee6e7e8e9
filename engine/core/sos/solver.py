# cython: language_level=3, cdivision=True
"""Exhaustive walks over SOS: exact values where few cells are empty, and counts over all lines of play.

The points still to be won depend on the letters on the board alone: points made before do not, and the player
to move only decides whose they are. So one number per way of leaving, or writing S or O in, each cell that is
empty now holds the whole rest of the game.
"""

import cython
from cython.cimports.libc.stdlib import free, malloc

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.sos import solver`")


class Solution:
    """The exact value of a position with at most 16 empty cells, and of each of its moves.

    Values are the points the player to move will make from here on minus those of the opponent, with best
    play on both sides. The table takes 2 * 3**empty bytes as long as the object lives: 86 MB for 16 cells.
    """

    def __cinit__(self, position: Position):
        if not isinstance(position.rules, Sos):
            raise ValueError("only SOS positions are solved here")
        self.rules = position.rules
        s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), position.state)
        cells: uint8_t[MOST_CELLS]
        i: cython.int
        self.empty = self.rules.free_cells(s, cells)
        if self.empty > MOST_EMPTY:
            raise ValueError(f"{self.empty} empty cells are too many to solve, {MOST_EMPTY} are the most")
        self.down = self.rules.down
        for i in range(BOARD_BYTES):
            self.board[i] = s.board[i]
        self.power[0] = 1
        for i in range(self.empty):
            self.cell[i] = cells[i]
            self.place[i] = self.rules.place[cells[i]]
            self.power[i + 1] = 3 * self.power[i]
        size: cython.size_t = self.power[self.empty] * cython.sizeof(int16_t)
        self.table = cython.cast(cython.pointer(int16_t), malloc(size))
        if self.table == cython.NULL:
            raise MemoryError(f"no {size} bytes for the values of {self.empty} empty cells")
        with cython.nogil:
            self.fill(self.empty, 0, 0)

    def __dealloc__(self):
        free(self.table)

    @property
    def value(self) -> int:
        """The value of the position for the player to move; 0 when the board is full."""
        return self.table[0]

    def moves(self) -> dict:
        """The value of each legal move for its player, its own points included."""
        values = {}
        i: cython.int
        for i in range(self.empty):
            at: cython.pointer(uint8_t) = self.board + self.place[i]
            gain: cython.int = gain_of_s(at, self.down)
            values[2 * self.cell[i]] = self.outcome(0, i, LETTER_S, gain)
            gain = gain_of_o(at, self.down)
            values[2 * self.cell[i] + 1] = self.outcome(0, i, LETTER_O, gain)
        return values

    def fill(self, digits, index, n):
        """Value every way of writing the lowest `digits` cells; the others stand as `index` says. `n` of them
        are empty. A fuller board has the higher index and comes first, as its values are needed."""
        letter: cython.int
        if digits == 0:
            self.table[index] = self.best(index, n)
            return
        digits -= 1
        for letter in range(2, 0, -1):
            self.board[self.place[digits]] = letter
            self.fill(digits, index + letter * self.power[digits], n)
        self.board[self.place[digits]] = 0
        self.open[n] = digits
        self.fill(digits, index, n + 1)

    def best(self, index, n):
        """The best outcome over the `n` open cells."""
        at: cython.pointer(uint8_t)
        value: cython.int = -32768
        i: cython.int
        if n == 0:
            return 0
        for i in range(n):
            at = self.board + self.place[self.open[i]]
            value = max(value, self.outcome(index, self.open[i], LETTER_S, gain_of_s(at, self.down)))
            value = max(value, self.outcome(index, self.open[i], LETTER_O, gain_of_o(at, self.down)))
        return value

    def outcome(self, index, i, letter, gain):
        """The value after a letter in the i-th cell that makes `gain` points: a scorer moves again."""
        later: cython.int = self.table[index + letter * self.power[i]]
        return gain + later if gain else -later


def solve(position: Position) -> int:
    """The exact value of a position with at most 16 empty cells (see Solution)."""
    return Solution(position).value
