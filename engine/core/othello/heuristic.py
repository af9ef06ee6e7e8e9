# cython: language_level=3, cdivision=True
"""Heuristic of Othello on any board: mobility, corners and the squares beside them, discs late in the game.

The terms are the classic ones of Othello programs (Rosenbloom, A World-Championship-Level Othello Program,
1982); their weights are judgements. It knows nothing of edges as a whole, of parity or of stable discs.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.othello import heuristic`")

WEIGHT = {INNER: 0, EDGE: 300, C_SQUARE: -5000 - 200, X_SQUARE: -5000, CORNER: 10_000 + 300}
"""Weights by kind of square, in thousandths. They are ten times the corner term (1 on a corner, -0.5 beside
one) and the stability term (0.3 on an edge, -0.2 on a C-square)."""


class OthelloHeuristic(Heuristic):
    """Rules of thumb by squares and mobility.

    `kind`, `weight` and `corner`, the nearest one, are by square. A `quarter` is a corner, its two C-squares
    and its X-square.
    """

    def __init__(self, rules: DiscBoard):
        Heuristic.__init__(self, rules)
        self.board = rules
        size: cython.int = rules.size
        first: cython.int = rules.first
        stride: cython.int = rules.stride
        last: cython.int = size - 1
        seen = [0] * 4
        for row in range(size):
            for column in range(size):
                square = stride * (row + first) + column + first
                number = 2 * (2 * row >= size) + (2 * column >= size)
                kind = kind_of(column, row, size)
                self.kind[square] = kind
                self.weight[square] = WEIGHT[kind]
                self.corner[square] = stride * (first + last * (number >> 1)) + first + last * (number & 1)
                if kind > EDGE:
                    at = 0 if kind == CORNER else 3 if kind == X_SQUARE else 1 + seen[number]
                    seen[number] += kind == C_SQUARE
                    self.quarter[number][at] = square

    def pick(self, state, moves, n, rng):
        """A move drawn by its weight: ten times the corner term, twice the mobility, the stability term; at
        least 0.01. Mobility is the excess of the mover's replies over the opponent's, as a share of all."""
        weight: uint32_t[MOST_MOVES]
        after: Mobility
        all_replies: cython.int
        one: cython.int
        i: cython.int
        if n == 1:
            return 0
        for i in range(n):
            one = self.weight[moves[i]]
            weight[i] = LEAST
            # Beside a corner no mobility makes good for it.
            if one > LEAST - MOBILITY:
                self.board.mobility(state, moves[i], cython.address(after))
                all_replies = after.replies[0] + after.replies[1]
                if all_replies:
                    one += MOBILITY * (after.replies[0] - after.replies[1]) / all_replies
                weight[i] = max(one, LEAST)
        return draw(weight, n, rng)

    def priors(self, state, moves, n, scratch, out):
        """A softmax over the kind of the square, the share of replies, and the corners opened. A square
        beside a corner counts only while that is empty; replies are as in `pick`; corners count for either
        side."""
        after: Mobility
        i: cython.int
        kind: cython.int
        score: cython.float
        if n == 1:
            out[0] = 1
            return True
        for i in range(n):
            self.board.mobility(state, moves[i], cython.address(after))
            kind = self.kind[moves[i]]
            score = 2.5 if kind == CORNER else 0.3 if kind == EDGE else 0.0
            if kind in (C_SQUARE, X_SQUARE) and self.board.disc_at(state, self.corner[moves[i]]) == 0:
                score = -0.8 if kind == C_SQUARE else -1.6
            score += 2.0 * lead_share(after.replies[0], after.replies[1])
            out[i] = score - 1.5 * (after.corners[1] > 0) + 0.2 * (after.corners[0] > 0)
        softmax(out, n)
        return True

    def judge(self, state, scratch, value):
        """For the mover the logistic function of a sum; the rewards of an ended game.

        The sum is of the shares of replies, of the control of the corners, and of the shares of discs, which
        count against their owner at the start and for most at the end."""
        now: Mobility
        mover: cython.int = self.board.mover(state)
        left: cython.float
        score: cython.float
        self.board.mobility(state, self.board.pass_move, cython.address(now))
        if now.replies[0] + now.replies[1] == 0:
            self.board.rewards(state, value)
            return True
        left = 1 - cython.cast(cython.float, now.discs[0] + now.discs[1]) / self.board.cells
        score = 1.6 * lead_share(now.replies[0], now.replies[1]) + 0.6 * self.corner_control(state)
        score += (4 - 6 * left) * lead_share(now.discs[0], now.discs[1])
        value[mover] = logistic(score)
        value[1 - mover] = 1 - value[mover]
        return True

    def corner_control(self, state):
        """The mover's corners less the opponent's, with deductions beside empty corners. A disc on the
        X-square takes off half, one on a C-square a quarter."""
        total: cython.float = 0
        i: cython.int
        corner: cython.int
        for i in range(4):
            corner = self.board.disc_at(state, self.quarter[i][0])
            total += corner
            if corner == 0:
                total -= 0.5 * self.board.disc_at(state, self.quarter[i][3])
                total -= 0.25 * self.board.disc_at(state, self.quarter[i][1])
                total -= 0.25 * self.board.disc_at(state, self.quarter[i][2])
        return total


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lead_share(mine: cython.int, theirs: cython.int) -> cython.float:
    """The excess of mine over theirs, as a share of both; cautious where there is little of either."""
    return cython.cast(cython.float, mine - theirs) / (mine + theirs + 2)
