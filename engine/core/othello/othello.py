# cython: language_level=3, cdivision=True
"""Othello on 8x8, 6x6 and 4x4. (10x10 does not fit into 64 bits: othello10 has its kernels.)

A state is the mover's discs, the opponent's discs and who the mover is. A smaller board is the middle of the
8x8 one, so all begin with the same bits. Moves are squares of the 8x8 board (a1 = 0, b1 = 1, a2 = 8) and
PASS.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.othello import othello`")

BOARDS = {
    8: cython.cast(uint64_t, 0xFFFFFFFFFFFFFFFF),
    6: cython.cast(uint64_t, 0x007E7E7E7E7E7E00),
    4: cython.cast(uint64_t, 0x00003C3C3C3C0000),
}


class Othello(DiscBoard):
    """The rules on boards whose sets of squares fit into 64 bits."""

    def __init__(self, size: cython.int = 8):
        if size not in BOARDS:
            raise ValueError(f"no Othello board of {size}x{size} here, only {sorted(BOARDS)}")
        last: cython.int = size - 1
        self.set_size(size, (8 - size) // 2, 8, PASS)
        self.state_size = cython.sizeof(Discs)
        self.board = BOARDS[size]
        self.corners = 0
        for row in (self.first, self.first + last):
            for column in (self.first, self.first + last):
                self.corners |= bit(8 * row + column)

    def start(self, state):
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        discs.p = bit(28) | bit(35)
        discs.o = bit(27) | bit(36)
        discs.mover = 0

    def mover(self, state):
        return cython.cast(cython.pointer(Discs), state).mover

    def moves(self, state, out):
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        squares: uint64_t = legal(discs.p, discs.o) & self.board
        n: cython.int = 0
        if squares == 0:
            if legal(discs.o, discs.p) & self.board == 0:
                return 0
            out[0] = PASS
            return 1
        while squares:
            out[n] = lowest_bit(squares)
            squares &= squares - 1
            n += 1
        return n

    def play(self, state, move):
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        before: Board = board_of(discs)
        then: Board = passed(before)
        if move != PASS:
            then = after(before, move, flips(before.p, before.o, move))
        discs.p = then.p
        discs.o = then.o
        discs.mover ^= 1

    def over(self, state):
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        return (legal(discs.p, discs.o) | legal(discs.o, discs.p)) & self.board == 0

    def rewards(self, state, out):
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        out[0] = reward(discs, self.draw)
        out[1] = 1 - out[0]

    def key(self, state):
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        return scatter(discs.p ^ scatter(discs.o ^ scatter(discs.mover + 1)))

    def playout(self, state, rng):
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        discs.mover ^= play_out(
            cython.address(discs.p), cython.address(discs.o), self.board, cython.address(rng.a)
        )

    def playouts(self, state, count, rng, total):
        """Play several playouts side by side. One playout is a chain in which each step waits for the last;
        LANES of them keep the processor busy. A lane that ends takes the next playout."""
        start: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        board: uint64_t = self.board
        lanes: Discs[LANES]
        busy: cython.int = min(count, LANES)
        left: cython.int = count - busy
        black: cython.double = 0
        own: Rng = rng[0]
        i: cython.int
        for i in range(busy):
            lanes[i] = start[0]
        while left >= LANES:
            for i in range(LANES):
                if not step(cython.address(lanes[i]), board, cython.address(own)):
                    black += reward(cython.address(lanes[i]), self.draw)
                    lanes[i] = start[0]
                    left -= 1
        for i in range(busy + left):
            if i >= busy:
                lanes[i % LANES] = start[0]
            self.playout(cython.address(lanes[i % LANES]), cython.address(own))
            black += reward(cython.address(lanes[i % LANES]), self.draw)
        rng[0] = own
        total[0] += black
        total[1] += count - black
        return count

    def margin(self, state):
        """Black's discs less white's, the empty squares counted for the winner."""
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        lead: cython.int = counted_lead(popcount64(discs.p), popcount64(discs.o), self.cells)
        return -lead if discs.mover else lead

    def disc_at(self, state, square):
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        return cython.cast(cython.int, discs.p >> square & 1) - cython.cast(cython.int, discs.o >> square & 1)

    def mobility(self, state, move, out):
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        p: uint64_t = discs.p
        o: uint64_t = discs.o
        turned: uint64_t
        if move != PASS:
            turned = flips(p, o, move)
            p ^= turned | bit(move)
            o ^= turned
        mine: uint64_t = legal(p, o) & self.board
        theirs: uint64_t = legal(o, p) & self.board
        out.replies[0] = popcount64(mine)
        out.replies[1] = popcount64(theirs)
        out.corners[0] = popcount64(mine & self.corners)
        out.corners[1] = popcount64(theirs & self.corners)
        out.discs[0] = popcount64(p)
        out.discs[1] = popcount64(o)

    def perft(self, state, depth):
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        return leaves(board_of(discs), self.board, depth, COUNT_FINISHED)

    def count_leaves(
        self, position: Position, depth: cython.int, free_passes: cython.bint, finished: cython.bint
    ) -> int:
        """Leaves by perft in each of the conventions in use. They differ in whether a pass costs no depth,
        and whether a game that ends above the depth counts as one leaf or none."""
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), self.view(position))
        rule: cython.int = (FREE_PASSES if free_passes else 0) + (COUNT_FINISHED if finished else 0)
        n: uint64_t
        with cython.nogil:
            n = leaves(board_of(discs), self.board, depth, rule)
        return n

    def discs(self, position: Position) -> tuple:
        """The sets of black and white discs, as bits of the whole board."""
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), self.view(position))
        return (discs.o, discs.p) if discs.mover else (discs.p, discs.o)

    def place(self, black: object, white: object, mover: cython.int) -> Position:
        """The position with these sets of discs."""
        position: Position = Position(self)
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), self.view(position))
        discs.p, discs.o = (white, black) if mover else (black, white)
        discs.mover = mover
        return position


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def step(discs: cython.pointer(Discs), area: uint64_t, rng: cython.pointer(Rng)) -> cython.bint:
    """Play one random move, forced passes first; false when the game is over."""
    before: Board = board_of(discs)
    squares: uint64_t = legal(before.p, before.o) & area
    if squares == 0:
        before = passed(before)
        squares = legal(before.p, before.o) & area
        if squares == 0:
            return False
        discs.mover ^= 1
    square: cython.int = random_bit(squares, rng)
    then: Board = after(before, square, flips(before.p, before.o, square))
    discs.p = then.p
    discs.o = then.o
    discs.mover ^= 1
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def reward(discs: cython.pointer(Discs), draw: cython.float) -> cython.float:
    """Black's reward, `draw` without a leader: the empty squares go to the winner and change nothing."""
    mine: cython.int = popcount64(discs.p)
    theirs: cython.int = popcount64(discs.o)
    if mine == theirs:
        return draw
    return (mine > theirs) ^ (discs.mover != 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def leaves(board: Board, area: uint64_t, depth: cython.int, rule: cython.int) -> uint64_t:
    """Leaves `depth` plies below, bulk counted: the last ply is a count of moves. `rule` is a sum of
    FREE_PASSES and COUNT_FINISHED."""
    squares: uint64_t = legal(board.p, board.o) & area
    total: uint64_t = 0
    square: cython.int
    if depth == 0:
        return 1
    if squares == 0:
        if legal(board.o, board.p) & area == 0:
            return (rule & COUNT_FINISHED) != 0
        return leaves(passed(board), area, depth if rule & FREE_PASSES else depth - 1, rule)
    if depth == 1:
        return popcount64(squares)
    while squares:
        square = lowest_bit(squares)
        squares &= squares - 1
        total += leaves(after(board, square, flips(board.p, board.o, square)), area, depth - 1, rule)
    return total
