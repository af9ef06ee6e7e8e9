# cython: language_level=3, cdivision=True
"""Pattern evaluation of Othello positions: learned numbers for small pieces of the board.

A shape is a few squares of the 8x8 board; its instances are its images under the board's symmetries. Read in
base 3 (empty, the mover's, the opponent's) the squares of an instance are a code, and the value of the code
stands in the shape's table, one for all instances. Codes that are each other's mirror image share one number.
A score is the sum over all instances and of two numbers for how many moves both sides have. There is a set of
tables for each phase of the game.

All codes of a position are computed side by side (lanes.h); those after a move differ from those before by
the contributions of the placed and the turned discs.
"""

import cython

from ..base.squares import find_square

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.othello import patterns`")

SHAPES = (
    "b2 a1 b1 a2 c1 a3 c2 b3 c3",
    "a1 b2 b1 a2 a3 c1 d1 e1 a4 a5",
    "b2 g2 a1 h1 b1 g1 c1 f1 d1 e1",
    "f1 h1 a1 c1 d1 e1 e2 d2 c2 f2",
    "a2 g2 b2 h2 c2 f2 d2 e2",
    "d3 e3 h3 a3 f3 g3 b3 c3 e2 d2",
    "e4 c4 a4 h4 d4 d3 f4 e3 g4 b4",
    "h8 a1 b2 g7 c3 e5 f6 d4",
    "h7 h8 b1 a1 e4 d3 f5 g6 c2",
    "h8 h7 a1 b1 c1 h6 d2 f4 e3 g5",
    "d1 e2 f3 g4 h5",
    "e1 f2 g3 h4",
    "b2 b1 a1 a2 c2 c1 d1 e1 d2 e2",
    "e4 d4 e3 d3 c3 c2 d2 f3 e2 f2",
    "d4 b2 c4 c3 d3 b3 c2 b4 d2",
)
"""The squares of one instance each, in the order of the digits, the highest first. Those that change most in
a search are the last ones, so that the entries it looks up lie together."""


def squares_of(shape):
    """The squares of a shape's first instance as (column, row)."""
    return [find_square(text, 8, 8) for text in shape.split()]


def images(squares):
    """A list of squares as the eight symmetries of the board show it."""
    for turn in range(8):
        image = []
        for column, row in squares:
            x, y = (row, column) if turn & 4 else (column, row)
            image.append((7 - x if turn & 1 else x, 7 - y if turn & 2 else y))
        yield image


def instances(shape):
    """The instances of a shape, each a list of squares (a1 = 0, b1 = 1) in digit order."""
    seen, found = set(), []
    for image in images(squares_of(shape)):
        squares = [column + 8 * row for column, row in image]
        if frozenset(squares) not in seen:
            seen.add(frozenset(squares))
            found.append(squares)
    return found


def mirrors(shape):
    """The orders in which the symmetries of a shape read its own squares, as places of its digits."""
    squares = squares_of(shape)
    return {
        tuple([squares.index(square) for square in image])
        for image in images(squares)
        if set(image) == set(squares)
    }


def _lay_out():
    """Each lane's start in a set of tables with each square's contribution, and the length of a set."""
    starts, steps, lane, start = [], {}, 0, 0
    for shape in SHAPES:
        length = len(shape.split())
        for squares in instances(shape):
            starts.append(start)
            for place, square in enumerate(squares):
                steps[square, lane] = 3 ** (length - 1 - place)
            lane += 1
        start += 3**length
    return starts, steps, start


STARTS, STEPS, CODES = _lay_out()
COLUMNS = len(STARTS) + 2
"""The number of entries that make up a score."""
ENTRIES = CODES + 2 * REPLIES
"""The length of a set of tables."""
used = cython.declare(cython.int, len(STARTS))
set_size = cython.declare(cython.int, ENTRIES)
replies_at = cython.declare(cython.int, CODES)
start_of = cython.declare(uint32_t[LANES])
by_square = cython.declare(Lanes[64])
lanes_of = cython.declare(uint64_t[64])

if len(STARTS) > LANES:
    raise ImportError(f"{len(STARTS)} instances do not fit into {LANES} lanes")
for _lane, _start in enumerate(STARTS):
    start_of[_lane] = _start
for (_square, _lane), _step in STEPS.items():
    by_square[_square].lane[_lane] = _step
    lanes_of[_square] |= cython.cast(uint64_t, 1) << _lane


class Patterns(Judge):
    """Judge by tables of numbers, in units of 1 / UNIT disc.

    `phase` has for each number of discs, 0 to 64, which set of tables is meant; `steep` how much a disc of
    the score changes the logarithm of the odds to win. `tables` are the sets as 16-bit numbers: each
    shape's, then by the mover's number of moves, then by the opponent's.
    """

    def __cinit__(self, phase: bytes, steep: list, tables: bytes):
        i: cython.int
        if len(phase) != 65 or len(steep) != 65:
            raise ValueError("a phase and a slope belong to each number of discs, 0 to 64")
        self.phases = max(phase) + 1
        size: cython.size_t = self.phases * set_size * cython.sizeof(int16_t)
        if len(tables) != size:
            raise ValueError(f"{self.phases} sets of tables have {size} bytes, not {len(tables)}")
        self.kept = tables
        self.tables = cython.cast(cython.pointer(int16_t), cython.cast(cython.p_char, tables))
        for i in range(65):
            self.phase[i] = phase[i]
            self.steep[i] = steep[i]

    def judge(self, p, o):
        """The mover's score; that of a game that is over is its lead and OUTCOME_LEAD."""
        at: Lanes
        other: Lanes
        own: uint64_t = legal(p, o)
        replies: uint64_t = legal(o, p)
        if own == 0:
            return -self.judge(o, p) if replies else outcome(p, o)
        sum_lanes(cython.address(at), by_square, p)
        sum_lanes(cython.address(other), by_square, o)
        add_lanes(cython.address(at), cython.address(other))
        add_lanes(cython.address(at), cython.address(other))
        return self.judge_mover(p, o, cython.address(at), popcount64(own), popcount64(replies))

    def judge_mover(self, p, o, at, own, other):
        """The score by the codes of a mover with `own` moves against an opponent with `other`."""
        table: cython.pointer(int16_t) = self.tables + set_size * self.phase[popcount64(p | o)]
        score: cython.int = sum_entries(table, start_of, at, used)
        score += table[replies_at + min(own, REPLIES - 1)]
        score += table[replies_at + REPLIES + min(other, REPLIES - 1)]
        return min(max(score, 1 - OUTCOME_LEAD), OUTCOME_LEAD - 1)

    def judge_moves(self, p, o, moves, n, out):
        """Write the value to the mover of each of the mover's `n` moves, none of them a pass."""
        board: Board
        base: Lanes
        at: Lanes
        entry: cython.int[LANES]
        total: cython.int = 0
        score: cython.int
        turned: uint64_t
        changed: uint64_t
        table: cython.pointer(int16_t)
        i: cython.int
        k: cython.int
        if n == 0:
            return
        board.p = p
        board.o = o
        # The codes of who moves next, as if he moved now: his discs are 1, the mover's 2.
        sum_lanes(cython.address(base), by_square, o)
        sum_lanes(cython.address(at), by_square, p)
        add_lanes(cython.address(base), cython.address(at))
        add_lanes(cython.address(base), cython.address(at))
        table = self.tables + set_size * self.phase[popcount64(p | o) + 1]
        for k in range(used):
            entry[k] = table[start_of[k] + base.lane[k]]
            total += entry[k]
        for i in range(n):
            turned = flips(p, o, moves[i])
            then: Board = after(board, moves[i], turned)
            own: uint64_t = legal(then.p, then.o)
            other: uint64_t = legal(then.o, then.p)
            if own == 0:
                out[i] = self.judge(then.o, then.p) if other else -outcome(then.p, then.o)
                continue
            move_lanes(cython.address(at), cython.address(base), by_square, moves[i], turned)
            changed = lanes_of[moves[i]]
            while turned:
                changed |= lanes_of[lowest_bit(turned)]
                turned &= turned - 1
            score = total
            while changed:
                k = lowest_bit(changed)
                changed &= changed - 1
                score += table[start_of[k] + at.lane[k]] - entry[k]
            score += table[replies_at + min(popcount64(own), REPLIES - 1)]
            score += table[replies_at + REPLIES + min(popcount64(other), REPLIES - 1)]
            out[i] = -min(max(score, 1 - OUTCOME_LEAD), OUTCOME_LEAD - 1)

    def score_moves(self, p, o, moves, scores):
        """Write the mover's moves, passes left out, with their values to the mover; returns their number."""
        left: uint64_t = legal(p, o)
        n: cython.int = 0
        while left:
            moves[n] = lowest_bit(left)
            left &= left - 1
            n += 1
        self.judge_moves(p, o, moves, n, scores)
        return n

    def best_move(self, p, o, score):
        """The square of the move that looks best for the mover, NO_SQUARE for a pass, and its score."""
        moves: uint16_t[64]
        scores: cython.int[64]
        best: cython.int = 0
        i: cython.int
        n: cython.int = self.score_moves(p, o, moves, scores)
        if n == 0:
            if legal(o, p):
                self.best_move(o, p, score)
                score[0] = -score[0]
            else:
                score[0] = outcome(p, o)
            return NO_SQUARE
        for i in range(1, n):
            if scores[i] > scores[best]:
                best = i
        score[0] = scores[best]
        return moves[best]

    def score(self, p: uint64_t, o: uint64_t) -> int:
        """`judge` for Python."""
        return self.judge(p, o)

    def judge_all(self, data: bytes) -> int:
        """Judge every move of the positions in `data`, as `features` has them; returns how many they were."""
        boards: cython.pointer(uint64_t) = cython.cast(
            cython.pointer(uint64_t), cython.cast(cython.p_char, data)
        )
        judged: cython.longlong = 0
        score: cython.int
        n: cython.Py_ssize_t = len(data) // 16
        i: cython.Py_ssize_t
        with cython.nogil:
            for i in range(n):
                self.best_move(boards[2 * i], boards[2 * i + 1], cython.address(score))
                judged += popcount64(legal(boards[2 * i], boards[2 * i + 1]))
        return judged


def features(data: bytes) -> bytearray:
    """The entries that make up the score of each position in `data`, COLUMNS 32-bit numbers each. `data` are
    pairs of 64-bit sets (the mover's discs, the opponent's); the numbers are its codes' places in a set of
    tables, then those of the two numbers of moves."""
    boards: cython.pointer(uint64_t) = cython.cast(cython.pointer(uint64_t), cython.cast(cython.p_char, data))
    at: Lanes
    other: Lanes
    p: uint64_t
    o: uint64_t
    n: cython.Py_ssize_t = len(data) // 16
    i: cython.Py_ssize_t
    k: cython.int
    out = bytearray(n * (used + 2) * cython.sizeof(uint32_t))
    row: cython.pointer(uint32_t) = cython.cast(cython.pointer(uint32_t), cython.cast(cython.p_char, out))
    with cython.nogil:
        for i in range(n):
            p = boards[2 * i]
            o = boards[2 * i + 1]
            sum_lanes(cython.address(at), by_square, p)
            sum_lanes(cython.address(other), by_square, o)
            add_lanes(cython.address(at), cython.address(other))
            add_lanes(cython.address(at), cython.address(other))
            for k in range(used):
                row[k] = start_of[k] + at.lane[k]
            row[used] = replies_at + min(popcount64(legal(p, o)), REPLIES - 1)
            row[used + 1] = replies_at + REPLIES + min(popcount64(legal(o, p)), REPLIES - 1)
            row += used + 2
    return out
