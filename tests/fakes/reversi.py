"""Othello for fakes, with nothing of the engine in it."""

import random

AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


class Board:
    """Discs by square, B and W, and who is to move."""

    def __init__(self, cells=None, mover="B"):
        self.mover = mover
        self.discs = {(3, 3): "W", (4, 4): "W", (4, 3): "B", (3, 4): "B"}
        if cells is not None:
            signs = {"*": "B", "X": "B", "O": "W"}
            self.discs = {(i % 8, i // 8): signs[sign] for i, sign in enumerate(cells) if sign in signs}

    def flips(self, colour, square):
        """The discs that a move turns."""
        turned = []
        for dx, dy in AROUND if square not in self.discs else ():
            x, y = square[0] + dx, square[1] + dy
            line = []
            while self.discs.get((x, y), colour) != colour:
                line.append((x, y))
                x, y = x + dx, y + dy
            if (x, y) in self.discs:
                turned += line
        return turned

    def moves(self, colour):
        """All squares that a colour may play on."""
        squares = [(x, y) for y in range(8) for x in range(8)]
        return [square for square in squares if self.flips(colour, square)]

    def play(self, colour, square):
        """Make a legal move, or a pass with None."""
        if square is not None:
            for turned in [square, *self.flips(colour, square)]:
                self.discs[turned] = colour
        self.mover = other(colour)

    def choose(self, colour):
        """Any of the moves, None where there is none."""
        moves = self.moves(colour)
        return random.choice(moves) if moves else None


def other(colour):
    return "W" if colour == "B" else "B"


def write(square):
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def read(text):
    """The square of a text; None for a pass, ValueError for nonsense."""
    if text.lower() in ("pass", "pa"):
        return None
    column, row = "abcdefgh".index(text[0].lower()), int(text[1:]) - 1
    if not 0 <= row < 8:
        raise ValueError(text)
    return column, row
