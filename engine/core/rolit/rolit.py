# cython: language_level=3, cdivision=True
"""Rolit for two, three or four: Othello's lines on 8x8, where every ball not one's own can be rolled.

The four centre balls are always red, yellow, green and blue. Two players are red and green, three are red,
yellow and green; a ball of an absent colour is neutral: it can be rolled and counts for nobody. Nobody ever
passes, and a game fills the board. Moves are squares, a1 = 0 on top, b1 = 1, a2 = 8.
"""

import cython

from ..base.squares import COLUMNS, find_square, square_text

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.rolit import rolit`")

_LETTERS = "RYGB"
_NAMES = ("red", "yellow", "green", "blue")
_SEATS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
_REWARDS = {2: (1.0, 0.0), 3: (1.0, 0.4, 0.1), 4: (1.0, 0.4, 0.1, 0.0)}
"""By number of players: the reward of each rank."""
_CENTRE = {27: 0, 28: 1, 36: 2, 35: 3}
"""The colours the game starts with: d4, e4, e5, d5."""


class Rolit:
    """The rules for `players` seats in the order red, yellow, green, blue; seat `first` begins."""

    def __cinit__(self, players: cython.int = 4, first: cython.int = 0):
        if players not in _SEATS:
            raise ValueError(f"Rolit is a game for 2, 3 or 4 players, not for {players}")
        if not 0 <= first < players:
            raise ValueError(f"player {first} cannot begin a game for {players}")
        self.players = players
        self.first = first
        self.actions = 64
        self.pass_move = -1
        self.signs = "".join([_LETTERS[colour] for colour in _SEATS[players]])
        self.state_size = cython.sizeof(Balls)
        self.has_margin = players == 2
        for seat, colour in enumerate(_SEATS[players]):
            self.colours[seat] = colour
            self.table[seat] = _REWARDS[players][seat]

    def start(self, state):
        balls: cython.pointer(Balls) = cython.cast(cython.pointer(Balls), state)
        balls.occupied = bit(27) | bit(28) | bit(35) | bit(36)
        balls.low = bit(28) | bit(35)
        balls.high = bit(36) | bit(35)
        balls.mover = self.first

    def mover(self, state):
        return cython.cast(cython.pointer(Balls), state).mover

    def over(self, state):
        return ~cython.cast(cython.pointer(Balls), state).occupied == 0

    def moves(self, state, out):
        balls: cython.pointer(Balls) = cython.cast(cython.pointer(Balls), state)
        squares: uint64_t = placements(of_colour(balls, self.colours[balls.mover]), balls.occupied)
        n: cython.int = 0
        while squares:
            out[n] = lowest_bit(squares)
            squares &= squares - 1
            n += 1
        return n

    def after(self, seat):
        """The seat that moves after another one."""
        return 0 if seat + 1 == self.players else seat + 1

    def play(self, state, move):
        balls: cython.pointer(Balls) = cython.cast(cython.pointer(Balls), state)
        colour: cython.int = self.colours[balls.mover]
        put(balls, colour, move, of_colour(balls, colour))
        balls.mover = self.after(balls.mover)

    def key(self, state):
        balls: cython.pointer(Balls) = cython.cast(cython.pointer(Balls), state)
        low: uint64_t = scatter(balls.low + cython.cast(uint64_t, 0x9E3779B97F4A7C15))
        high: uint64_t = scatter(balls.high + cython.cast(uint64_t, 0xD1B54A32D192ED03))
        return scatter(balls.occupied + low + 3 * high + scatter(balls.mover + 1))

    def counts(self, balls, out):
        """Write each player's number of balls to `out` and return the number of players."""
        seat: cython.int
        for seat in range(self.players):
            out[seat] = popcount64(of_colour(balls, self.colours[seat]))
        return self.players

    def rewards(self, state, out):
        """Two players share 1. Three and four get 1, 0.4, 0.1 and 0 by rank; who ties gets the mean of the
        ranks the tie covers."""
        count: cython.int[MOST_PLAYERS]
        n: cython.int = self.counts(cython.cast(cython.pointer(Balls), state), count)
        share_out(n, count, self.table, out)

    def playout(self, state, rng):
        balls: cython.pointer(Balls) = cython.cast(cython.pointer(Balls), state)
        while ~balls.occupied:
            step(balls, self.colours[balls.mover], rng)
            balls.mover = self.after(balls.mover)

    def playouts(self, state, count, rng, total):
        """A ply waits for the one before it: LANES boards side by side keep the processor busy. All games
        last equally long, so the lanes stay in step."""
        start: cython.pointer(Balls) = cython.cast(cython.pointer(Balls), state)
        lanes: Balls[LANES]
        one: cython.float[MOST_PLAYERS]
        done: cython.int = 0
        wide: cython.int
        lane: cython.int
        seat: cython.int
        while done < count:
            wide = LANES if count - done >= LANES else 1
            for lane in range(wide):
                lanes[lane] = start[0]
            if wide == LANES:
                self.fill(lanes, rng)
            else:
                self.playout(lanes, rng)
            for lane in range(wide):
                self.rewards(cython.address(lanes[lane]), one)
                for seat in range(self.players):
                    total[seat] += one[seat]
            done += wide
        return count

    def fill(self, lanes, rng):
        """Play LANES boards with the same seat to move and as many empty squares to their ends."""
        dice: Rng = rng[0]
        seat: cython.int = lanes[0].mover
        lane: cython.int
        while ~lanes[0].occupied:
            for lane in range(LANES):
                step(cython.address(lanes[lane]), self.colours[seat], cython.address(dice))
            seat = self.after(seat)
        for lane in range(LANES):
            lanes[lane].mover = seat
        rng[0] = dice

    def margin(self, state):
        """Between two players the difference in balls."""
        balls: cython.pointer(Balls) = cython.cast(cython.pointer(Balls), state)
        return popcount64(of_colour(balls, self.colours[0])) - popcount64(of_colour(balls, self.colours[1]))

    def perft(self, state, depth):
        balls: cython.pointer(Balls) = cython.cast(cython.pointer(Balls), state)
        colour: cython.int = self.colours[balls.mover]
        own: uint64_t = of_colour(balls, colour)
        squares: uint64_t = placements(own, balls.occupied)
        leaves: uint64_t = 0
        child: Balls
        if depth == 0 or squares == 0:
            return 1
        if depth == 1:
            return popcount64(squares)
        while squares:
            child = balls[0]
            put(cython.address(child), colour, lowest_bit(squares), own)
            child.mover = self.after(balls.mover)
            leaves += self.perft(cython.address(child), depth - 1)
            squares &= squares - 1
        return leaves

    def scores(self, position: Position) -> tuple:
        """Each player's number of balls."""
        count: cython.int[MOST_PLAYERS]
        n: cython.int = self.counts(cython.cast(cython.pointer(Balls), self.view(position)), count)
        return tuple([count[i] for i in range(n)])

    def move_text(self, move: cython.int) -> str:
        """`D3`."""
        if not 0 <= move < 64:
            raise ValueError(f"move {move} is not one of 0 to 63")
        return square_text(move % 8, move // 8)

    def find_move(self, text: str) -> int:
        """The square a text in any case names."""
        column, row = find_square(text, 8, 8)
        return 8 * row + column

    def diagram(self, position: Position) -> str:
        """The board with its coordinates, neutral balls in lower case; below it who has how many balls and
        who is to move."""
        balls: cython.pointer(Balls) = cython.cast(cython.pointer(Balls), self.view(position))
        seats = _SEATS[self.players]
        shown = {letter: letter if i in seats else letter.lower() for i, letter in enumerate(_LETTERS)}
        cells = [shown.get(cell, cell) for cell in self.cells_text(position)]
        lines = ["  " + " ".join(COLUMNS[:8])]
        for row in range(8):
            lines.append(f"{row + 1} " + " ".join(cells[8 * row : 8 * row + 8]))
        counts = ", ".join([f"{_NAMES[seats[i]]} {n}" for i, n in enumerate(self.scores(position))])
        turn = "the board is full" if self.over(balls) else f"{_NAMES[seats[balls.mover]]} to move"
        lines.append(f"{counts}, {turn}")
        return "\n".join(lines)

    def cells_text(self, position: Position) -> str:
        """The 64 squares row by row: `R`, `Y`, `G`, `B` or `.`."""
        balls: cython.pointer(Balls) = cython.cast(cython.pointer(Balls), self.view(position))
        cells = ["."] * 64
        for colour, letter in enumerate(_LETTERS):
            held = of_colour(balls, colour)
            for square in range(64):
                if held >> square & 1:
                    cells[square] = letter
        return "".join(cells)

    def cell_of(self, move: cython.int) -> int:
        return move

    def position_text(self, position: Position) -> str:
        """The cells and the letter of the side to move."""
        balls: cython.pointer(Balls) = cython.cast(cython.pointer(Balls), self.view(position))
        return self.cells_text(position) + " " + _LETTERS[self.colours[balls.mover]]

    def parse_position(self, text: str):
        """The position of a line as `position_text` writes it, in any case. The centre is never empty, and a
        neutral ball lies only where it lay at the start."""
        words = text.upper().split()
        if len(words) != 2:
            raise ValueError(f"{text!r} is not squares and side to move")
        cells, side = words
        if len(cells) != 64 or set(cells) - set(_LETTERS + "."):
            raise ValueError(f"{cells!r} is not 64 squares of R, Y, G, B and .")
        letters = [_LETTERS[colour] for colour in _SEATS[self.players]]
        if side not in letters:
            raise ValueError(f"side to move {side!r} is none of {', '.join(letters)}")
        for square, cell in enumerate(cells):
            if cell == "." and square in _CENTRE:
                raise ValueError(f"{self.move_text(square)} is empty: the centre never is")
            if cell not in letters and cell != "." and _CENTRE.get(square) != _LETTERS.index(cell):
                raise ValueError(f"neutral ball {cell} on {self.move_text(square)}, where none comes to lie")
        position: Position = Position(self)
        balls: cython.pointer(Balls) = cython.cast(cython.pointer(Balls), self.view(position))
        for square, cell in enumerate(cells):
            if cell != ".":
                set_ball(balls, square, _LETTERS.index(cell))
        balls.mover = letters.index(side)
        return position


def set_ball(balls, square, colour):
    """Lay a ball on an empty square and roll nothing."""
    balls.occupied |= bit(square)
    balls.low |= cython.cast(uint64_t, colour & 1) << square
    balls.high |= cython.cast(uint64_t, colour >> 1) << square
