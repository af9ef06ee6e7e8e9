# cython: language_level=3, cdivision=True
"""What is known of squares where lines of discs turn, draws by weight, and a window for Python on what any
game knows.

A C-square is the edge square beside a corner, an X-square the one diagonally inside it: both offer the
corner to the opponent. Weights that moves are drawn by are whole thousandths, so that every CPU level draws
alike.
"""

import cython
from cython.cimports.libc.math import expf
from cython.cimports.libc.stdlib import free, malloc

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.game import heuristics`")

KINDS = ("inner", "edge", "C", "X", "corner")
"""The names of the kinds of squares by number."""
URGE = {INNER: 0, EDGE: 300, C_SQUARE: -5000 - 200, X_SQUARE: -5000, CORNER: 10_000 + 300}
"""Ten times the corner term (1 on a corner, -0.5 beside one) and the stability term (0.3 on an edge, -0.2 on
a C-square)."""


class Squares(Rules):
    """Rules of a game for two that turns discs on a square board, and what is known of its squares.

    `kind` and `corner`, the nearest one, are by square. A `quarter` is a corner, its two C-squares and its
    X-square. A game gives `holder` and `outlook` and calls `survey` once.
    """

    def survey(self, size: cython.int, first: cython.int, stride: cython.int):
        """Learn the board: `size` squares a side, from row and column `first`, rows `stride` apart."""
        last: cython.int = size - 1
        seen = [0] * 4
        self.cells = size * size
        for row in range(size):
            for column in range(size):
                square = stride * (row + first) + column + first
                number = 2 * (2 * row >= size) + (2 * column >= size)
                kind = kind_of(column, row, size)
                self.kind[square] = kind
                self.urge[square] = URGE[kind]
                self.corner[square] = stride * (first + last * (number >> 1)) + first + last * (number & 1)
                if kind > EDGE:
                    at = 0 if kind == CORNER else 3 if kind == X_SQUARE else 1 + seen[number]
                    seen[number] += kind == C_SQUARE
                    self.quarter[number][at] = square

    def holder(self, state, square):
        """1 when the mover holds the square, -1 when his opponent does, 0 when it is empty."""
        return 0

    def outlook(self, state, move, out):
        """Write what both will have after the mover's move, which may be a pass, to `out`: him first."""

    def pick(self, state, moves, n, rng):
        """A move drawn by its weight: ten times the corner term, twice the mobility, the stability term; at
        least 0.01. Mobility is what the mover's replies are more than his opponent's, as a share of all."""
        weight: uint32_t[MOST_MOVES]
        after: Outlook
        all_replies: cython.int
        one: cython.int
        i: cython.int
        if n == 1:
            return 0
        for i in range(n):
            one = self.urge[moves[i]]
            weight[i] = LEAST
            # Beside a corner no mobility makes good for it.
            if one > LEAST - MOBILITY:
                self.outlook(state, moves[i], cython.address(after))
                all_replies = after.replies[0] + after.replies[1]
                if all_replies:
                    one += MOBILITY * (after.replies[0] - after.replies[1]) / all_replies
                weight[i] = max(one, LEAST)
        return draw(weight, n, rng)

    def priors(self, state, moves, n, eye, out):
        """A soft maximum over: the kind of the square (what lies beside a corner counts only while that is
        empty), the share of replies as in `pick`, the corners opened to either side."""
        after: Outlook
        i: cython.int
        kind: cython.int
        score: cython.float
        if n == 1:
            out[0] = 1
            return True
        for i in range(n):
            self.outlook(state, moves[i], cython.address(after))
            kind = self.kind[moves[i]]
            score = 2.5 if kind == CORNER else 0.3 if kind == EDGE else 0.0
            if kind in (C_SQUARE, X_SQUARE) and self.holder(state, self.corner[moves[i]]) == 0:
                score = -0.8 if kind == C_SQUARE else -1.6
            score += 2.0 * lead_of(after.replies[0], after.replies[1])
            out[i] = score - 1.5 * (after.corners[1] > 0) + 0.2 * (after.corners[0] > 0)
        soften(out, n)
        return True

    def value(self, state, eye, out):
        """For the mover a squashed sum of the shares of replies and of discs, which count for nothing at the
        start and for most at the end, and of the footing at the corners; an ended game's rewards."""
        now: Outlook
        mover: cython.int = self.mover(state)
        left: cython.float
        score: cython.float
        self.outlook(state, self.pass_move, cython.address(now))
        if now.replies[0] + now.replies[1] == 0:
            self.rewards(state, out)
            return True
        left = 1 - cython.cast(cython.float, now.discs[0] + now.discs[1]) / self.cells
        score = 1.6 * lead_of(now.replies[0], now.replies[1]) + 0.6 * self.footing(state)
        score += (4 - 6 * left) * lead_of(now.discs[0], now.discs[1])
        out[mover] = squash(score)
        out[1 - mover] = 1 - out[mover]
        return True

    def footing(self, state):
        """The mover's corners less his opponent's, and half as much off for a disc on the X-square, a quarter
        for one on a C-square, of an empty corner."""
        total: cython.float = 0
        i: cython.int
        corner: cython.int
        for i in range(4):
            corner = self.holder(state, self.quarter[i][0])
            total += corner
            if corner == 0:
                total -= 0.5 * self.holder(state, self.quarter[i][3])
                total -= 0.25 * self.holder(state, self.quarter[i][1])
                total -= 0.25 * self.holder(state, self.quarter[i][2])
        return total


def kind_of(column, row, size):
    """The kind of a square of a square board."""
    across: cython.int = min(column, size - 1 - column)
    down: cython.int = min(row, size - 1 - row)
    if across + down == 0:
        return CORNER
    if across + down == 1:
        return C_SQUARE
    if across == 1 and down == 1:
        return X_SQUARE
    return INNER if across and down else EDGE


def worth_of(kind):
    """What a square is worth to one who plays there, by experience with Rolit."""
    if kind == CORNER:
        return 30
    return 4 if kind == EDGE else -6 if kind == C_SQUARE else -12 if kind == X_SQUARE else 0


def prefer(kinds, squares, rng):
    """A random one of some squares, drawn by weight: 16 for a corner, 2 for a C-square, 1 for an X-square,
    else 4. `kinds` are the sets of squares of each kind."""
    corners: uint64_t = squares & kinds[CORNER]
    plain: uint64_t = squares & (kinds[EDGE] | kinds[INNER])
    beside: uint64_t = squares & kinds[C_SQUARE]
    inside: uint64_t = squares & kinds[X_SQUARE]
    a: cython.int = 16 * popcount64(corners)
    b: cython.int = a + 4 * popcount64(plain)
    c: cython.int = b + 2 * popcount64(beside)
    at: cython.int = below(rng, c + popcount64(inside))
    if at < a:
        return kth_bit(corners, at >> 4)
    if at < b:
        return kth_bit(plain, (at - a) >> 2)
    return kth_bit(beside, (at - b) >> 1) if at < c else kth_bit(inside, at - c)


def squash(x):
    """The logistic function."""
    return 1 / (1 + expf(-x))


def soften(out, n):
    """Turn scores into priors: proportional to their exponentials."""
    highest: cython.float = out[0]
    i: cython.int
    for i in range(n):
        highest = max(highest, out[i])
    for i in range(n):
        out[i] = expf(max(out[i] - highest, -8))
    normalise(out, n)


def expected(n, standing, seat, table):
    """The mean reward of a seat, `table` by rank, if each other one ends above it with the squashed
    difference of their standings, independently."""
    above: cython.float[MOST_PLAYERS]
    chance: cython.float
    mean: cython.float = 0
    other: cython.int
    k: cython.int
    for k in range(n):
        above[k] = k == 0
    for other in range(n):
        if other != seat:
            chance = squash(standing[other] - standing[seat])
            for k in range(n - 1, 0, -1):
                above[k] += chance * (above[k - 1] - above[k])
            above[0] *= 1 - chance
    for k in range(n):
        mean += above[k] * table[k]
    return mean


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lead_of(mine: cython.int, theirs: cython.int) -> cython.float:
    """How much more mine is than theirs, as a share of both; cautious where there is little of either."""
    return cython.cast(cython.float, mine - theirs) / (mine + theirs + 2)


# What a game knows, for people and tests. None of this is used by the search.


@cython.cfunc
def eye_of(learned: cython.bint, steep: cython.float, spread: cython.float) -> Eye:
    """That way to judge."""
    eye: Eye
    eye.learned = learned
    eye.steep = steep
    eye.spread = spread
    return eye


def priors(
    position: Position,
):
    """The priors of the position's moves in their order; None when the game has none."""
    eye: Eye = eye_of(False, 1, 1)
    moves: uint16_t[MOST_MOVES]
    out: cython.float[MOST_MOVES]
    n: cython.int = position.rules.moves(position.state, moves)
    known = n and position.rules.priors(position.state, moves, n, cython.address(eye), out)
    return [out[i] for i in range(n)] if known else None


def value(position: Position):
    """Each player's expected reward by the game's static judgement; None when it has none."""
    eye: Eye = eye_of(False, 1, 1)
    out: cython.float[MOST_PLAYERS]
    known = position.rules.value(position.state, cython.address(eye), out)
    return tuple([out[i] for i in range(position.rules.players)]) if known else None


def margin(position: Position):
    """The lead of player 0 over player 1; None when the game has no margin."""
    return position.rules.margin(position.state) if position.rules.has_margin else None


def picks(position: Position, count: cython.int, seed: uint64_t) -> dict:
    """How often each move of the position comes up when the game picks `count` times."""
    moves: uint16_t[MOST_MOVES]
    rng: Rng
    n: cython.int = position.rules.moves(position.state, moves)
    made = dict.fromkeys([moves[i] for i in range(n)], 0)
    seed_rng(cython.address(rng), seed)
    for _ in range(count):
        made[moves[position.rules.pick(position.state, moves, n, cython.address(rng))]] += 1
    return made


def policy_playout(position: Position, seed: uint64_t):
    """The final position of one playout by the game's picks."""
    rng: Rng
    end: Position = position.copy()
    seed_rng(cython.address(rng), seed)
    with cython.nogil:
        end.rules.policy_playout(end.state, cython.address(rng))
    return end


def policy_playouts(position: Position, count: cython.int, seed: uint64_t) -> tuple:
    """Each player's reward summed over `count` playouts by the game's picks."""
    rng: Rng
    total: cython.double[MOST_PLAYERS]
    one: cython.float[MOST_PLAYERS]
    work: Position = position.copy()
    i: cython.int
    seed_rng(cython.address(rng), seed)
    for i in range(MOST_PLAYERS):
        total[i] = 0
    with cython.nogil:
        for _ in range(count):
            work.rules.copy(work.state, position.state)
            work.rules.policy_playout(work.state, cython.address(rng))
            work.rules.rewards(work.state, one)
            for i in range(work.rules.players):
                total[i] += one[i]
    return tuple([total[i] for i in range(position.rules.players)])


def cut_playout(position: Position, seed: uint64_t, policy: cython.bint, plies: cython.int):
    """The position after at most `plies` moves of a playout, by picks or at random."""
    rng: Rng
    end: Position = position.copy()
    seed_rng(cython.address(rng), seed)
    end.rules.cut_playout(end.state, cython.address(rng), policy, plies)
    return end


def traced_playout(
    position: Position, seed: uint64_t, policy: cython.bint, room: cython.int, plies: cython.int = 1 << 30
) -> tuple:
    """The position after at most `plies` moves of a playout, and its first `room` moves as (player, move)."""
    rng: Rng
    end: Position = position.copy()
    log: cython.pointer(uint16_t) = cython.cast(
        cython.pointer(uint16_t), malloc(max(room, 1) * cython.sizeof(uint16_t))
    )
    if log == cython.NULL:
        raise MemoryError(f"no room for {room} moves")
    seed_rng(cython.address(rng), seed)
    made: cython.int = end.rules.traced_playout(end.state, cython.address(rng), policy, plies, log, room)
    line = [(log[i] >> MOVER_SHIFT, log[i] & (1 << MOVER_SHIFT) - 1) for i in range(made)]
    free(log)
    return end, line
