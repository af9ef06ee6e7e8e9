# cython: language_level=3, cdivision=True
"""Heuristic of Rolit: kinds of squares, balls rolled, and the ranks that the balls on the board promise.

The value is each player's expected reward, as max^n needs it (Luckhart and Irani, An Algorithmic Solution of
N-Person Games, 1986), by a model in which players end above each other independently. It knows nothing of
lines, of who may roll what next, or of alliances.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.rolit import heuristic`")


class RolitHeuristic(Heuristic):
    """Rules of thumb by kinds of squares and counts of balls."""

    def __init__(self, rules: Rolit):
        Heuristic.__init__(self, rules)
        self.rolit = rules
        for kind in range(CORNER + 1):
            self.kinds[kind] = 0
        for square in range(64):
            kind = kind_of(square % 8, square // 8, 8)
            self.kind[square] = kind
            self.kinds[kind] |= bit(square)

    def pick(self, state, moves, n, rng):
        """A square drawn by the weight of its kind. At equal time searches with such playouts beat those with
        uniform ones between two players, and are about as strong among more. The easy bot, uniformly random,
        plays `playout`."""
        squares: uint64_t = 0
        i: cython.int
        for i in range(n):
            squares |= bit(moves[i])
        return popcount64(squares & (bit(draw_square(self.kinds, squares, rng)) - 1))

    def playout(self, state, rng):
        balls: cython.pointer(Balls) = cython.cast(cython.pointer(Balls), state)
        own: uint64_t
        colour: cython.int
        while ~balls.occupied:
            colour = self.rolit.colours[balls.mover]
            own = of_colour(balls, colour)
            put(balls, colour, draw_square(self.kinds, placements(own, balls.occupied), rng), own)
            balls.mover = self.rolit.after(balls.mover)

    def priors(self, state, moves, n, scratch, out):
        """A softmax over the points of the square and 0.3 for each ball rolled, in units of 12. Squares
        beside a taken corner have no points; a ball is 1.5 when at most 24 squares are empty."""
        balls: cython.pointer(Balls) = cython.cast(cython.pointer(Balls), state)
        own: uint64_t = of_colour(balls, self.rolit.colours[balls.mover])
        each: cython.float = 1.5 if popcount64(balls.occupied) >= 40 else 0.3
        kind: cython.int
        square: cython.int
        i: cython.int
        for i in range(n):
            square = moves[i]
            kind = self.kind[square]
            if balls.occupied & self.kinds[CORNER] & around(bit(square)):
                kind = INNER
            out[i] = points_of(kind) + each * popcount64(flips(own, balls.occupied ^ own, square))
            out[i] /= 12
        softmax(out, n)
        return True

    def judge(self, state, scratch, value):
        """The expected reward by rank, from independent odds to end above each other player. The odds are the
        logistic function of the difference of their standings; a full board has its rewards.

        A standing is the share of the balls on the board and 0.06 for each corner while squares are left,
        over 0.1 and 1.2 times the part of the board that is empty; less 0.3 for each player whose last turn
        comes before."""
        balls: cython.pointer(Balls) = cython.cast(cython.pointer(Balls), state)
        standing: cython.float[MOST_PLAYERS]
        total: cython.float = 0
        prize: cython.float = 0
        full: cython.float = popcount64(balls.occupied)
        left: cython.float = 1 - full / 64
        last: cython.int = (balls.mover + popcount64(~balls.occupied) - 1) % self.rolit.players
        held: uint64_t
        seat: cython.int
        if ~balls.occupied == 0:
            self.rolit.rewards(state, value)
            return True
        for seat in range(self.rolit.players):
            held = of_colour(balls, self.rolit.colours[seat])
            standing[seat] = popcount64(held) / full + 0.06 * left * popcount64(held & self.kinds[CORNER])
            standing[seat] /= 0.1 + 1.2 * left
            standing[seat] -= 0.3 * ((last - seat + self.rolit.players) % self.rolit.players)
            prize += self.rolit.table[seat]
        for seat in range(self.rolit.players):
            value[seat] = expected_reward(self.rolit.players, standing, seat, self.rolit.table)
            total += value[seat]
        for seat in range(self.rolit.players):
            value[seat] = min(value[seat] * prize / total, self.rolit.table[0])
        return True


def points_of(kind):
    """The points of a square for the player who moves there, by its kind: a judgement from games of Rolit."""
    if kind == CORNER:
        return 30
    return 4 if kind == EDGE else -6 if kind == C_SQUARE else -12 if kind == X_SQUARE else 0


def draw_square(kinds, squares, rng):
    """A random square of a set, drawn by weight: 16 for a corner, 2 or 1 beside one. A C-square has 2, an
    X-square 1, all others 4. `kinds` are the sets of squares of each kind."""
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


def expected_reward(n, standing, seat, table):
    """The mean reward of a seat, `table` by rank, from independent odds to end above each other one. The odds
    are the logistic function of the difference of their standings."""
    above: cython.float[MOST_PLAYERS]
    chance: cython.float
    mean: cython.float = 0
    other: cython.int
    k: cython.int
    for k in range(n):
        above[k] = k == 0
    for other in range(n):
        if other != seat:
            chance = logistic(standing[other] - standing[seat])
            for k in range(n - 1, 0, -1):
                above[k] += chance * (above[k - 1] - above[k])
            above[0] *= 1 - chance
    for k in range(n):
        mean += above[k] * table[k]
    return mean
