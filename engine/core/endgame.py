# cython: language_level=3, cdivision=True
"""Exact endgames of Othello 8x8: what the mover gets with best play of both, and how.

The score is closed in on from both sides: each step proves that it is above some number or that it is not
(engine/core/narrow), until what was asked for is certain. What one step learns stays in a table, so asking
again, or asking about a position of the line, goes on where the last question ended.
"""

import threading
from collections import namedtuple

import cython
from cython.cimports.cpython.exc import PyErr_CheckSignals
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("engine.core is compiled; write `from engine.core import endgame`")

SLICE = 0.01
"""Seconds that a search keeps its caller: what takes longer is done by a thread, and signals are served."""
LONG = 1e9
UNLIMITED = 1 << 62


class Answer(namedtuple("Answer", ("low", "high", "move", "line", "nodes"))):
    """What is proven of a position: the mover's final lead lies between `low` and `high`, equal when it is
    exact. `move` reaches `low`, or looks best where nothing is proven of any; None when the game is over.
    `line` are best moves of both, that one first, as far as they were found."""

    __slots__ = ()

    @property
    def exact(self):
        return self.low == self.high


class Stopped(Exception):
    """A limit was reached or the bell rang."""


class Root:
    """A position whose moves are compared: the best of `moves`, the likeliest first, leads by `low` to
    `high`."""

    __slots__ = ("high", "low", "moves", "o", "p")

    def __init__(self, p, o, moves):
        self.p = p
        self.o = o
        self.moves = moves
        self.low = -MOST if moves else final_score(p, o)
        self.high = MOST if moves else self.low


class Endgame:
    """A solver with a table of so many megabytes. It answers one question at a time."""

    def __cinit__(self, memory_mb: cython.double = 64):
        self.bounds = Bounds(memory_mb)
        self.worker = cython.cast(cython.pointer(Worker), calloc(1, cython.sizeof(Worker)))
        if self.worker == cython.NULL:
            raise MemoryError("no memory to solve endgames")
        self.worker.slots = self.bounds.slots
        self.worker.mask = self.bounds.mask
        self.worker.halt = cython.address(self.halt)

    def __dealloc__(self):
        free(self.worker)

    def clear(self):
        """Forget everything that was found."""
        self.bounds.clear()
        memset(self.worker.recent, 0, cython.sizeof(self.worker.recent))

    def solve(
        self,
        position: Position,
        low: cython.int = -MOST,
        high: cython.int = MOST,
        seconds=None,
        nodes=None,
        bell: Bell = None,
    ) -> Answer:
        """What the mover gets: the exact score if that lies between `low` and `high`, else whether it is at
        most `low` or at least `high`; (-1, 1) asks who wins. After so many seconds or nodes, or when the bell
        rings, what is proven by then."""
        if low >= high:
            raise ValueError(f"there is nothing between {low} and {high}")
        p, o = discs_of(position)
        self.begin(seconds, nodes, bell)
        root = Root(p, o, ordered_moves(p, o))
        self.close_in(root, low, high, 0)
        return self.answer(root)

    def scores(self, position: Position, moves=None, seconds=None, nodes=None, bell: Bell = None):
        """An exact Answer for each legal move, or each of `moves`, the best first. The limits are for all of
        them together; where they end the search, the last Answer is not exact."""
        p, o = discs_of(position)
        self.begin(seconds, nodes, bell)
        left = ordered_moves(p, o)
        if moves is not None:
            if not set(moves) <= set(left):
                raise ValueError("these are not all legal moves")
            left = [move for move in left if move in moves]
        best = MOST
        while left:
            root = Root(p, o, left)
            root.high = best
            self.close_in(root, -MOST, MOST, min(best, 0))
            yield self.answer(root)
            if root.low != root.high:
                return
            best = root.low
            left = root.moves[1:]

    def begin(self, seconds, nodes, bell):
        """Set the limits of a question."""
        self.bell = Bell() if bell is None else bell
        self.end = seconds_now() + (LONG if seconds is None else seconds)
        self.bounds.grow_old()
        self.worker.age = self.bounds.age
        self.worker.nodes = 0
        self.worker.most_nodes = UNLIMITED if nodes is None else nodes
        self.worker.bell = cython.address(self.bell.rung)

    def close_in(self, root, low, high, guess):
        """Prove bounds of a root until they meet or one of them is beyond `low` or `high`; begin near a guess
        and go on in growing steps."""
        step: cython.int = 0
        above: cython.bint = False
        alpha: cython.int = guess - 1
        try:
            while root.low < root.high and root.low < high and root.high > low:
                alpha = min(max(alpha, low, root.low), high - 1, root.high - 1)
                score = self.test_root(root, alpha)
                step = 2 * step + 2 if above == (score > alpha) else 0
                above = score > alpha
                alpha = score + 1 + step if above else score - 1 - step
        except Stopped:
            return

    def test_root(self, root, alpha):
        """The score of a null window at a root, whose bounds it narrows. The move that is above alpha becomes
        the first, or the best while nothing is proven of any. Stopped when there is no time for all of it."""
        best = -MOST - 1
        for move in root.moves:
            p, o = after(root.p, root.o, move)
            score = -self.test(p, o, -alpha - 1)
            if score > best:
                best, leader = score, move
            if score > alpha:
                break
        if best > alpha or root.low == -MOST:
            root.moves.remove(leader)
            root.moves.insert(0, leader)
        if best > alpha:
            root.low = max(root.low, best)
        else:
            root.high = min(root.high, best)
        return best

    def answer(self, root):
        """What is known of a root."""
        line = root.moves[:1]
        if line and root.low == root.high:
            line += self.follow(*after(root.p, root.o, line[0]), -root.low)
        return Answer(root.low, root.high, line[0] if line else None, tuple(line), self.worker.nodes)

    def follow(self, p, o, score):
        """Best moves of both from a position whose score is known, as far as the limits allow."""
        line = []
        try:
            moves = ordered_moves(p, o)
            while moves:
                known = self.known_move(p, o)
                if known in moves:
                    moves.remove(known)
                    moves.insert(0, known)
                move = next(move for move in moves if -self.test(*after(p, o, move), -score) >= score)
                p, o = after(p, o, move)
                line.append(move)
                score = -score
                moves = ordered_moves(p, o)
        except Stopped:
            pass
        return line

    def known_move(self, p: uint64_t, o: uint64_t):
        """The move of a position that the table has."""
        known: Known
        spot: Spot = spot_of(self.bounds.slots, self.bounds.mask, p, o)
        return known.move if look_up(cython.address(spot), cython.address(known)) else NOWHERE

    def test(self, p: uint64_t, o: uint64_t, alpha: cython.int):
        """The score of a null window. Stopped when there is no time for it."""
        score: cython.int
        PyErr_CheckSignals()
        self.halt = 0
        self.worker.end = min(self.end, seconds_now() + SLICE)
        score = self.search(p, o, alpha)
        if self.halt == 0:
            return score
        if self.bell.rung or self.worker.nodes >= self.worker.most_nodes or seconds_now() >= self.end:
            raise Stopped
        self.halt = 0
        self.worker.end = self.end
        found = []
        helper = threading.Thread(target=lambda: found.append(self.search(p, o, alpha)), daemon=True)
        helper.start()
        try:
            while helper.is_alive():
                helper.join(SLICE)
        except BaseException:
            self.halt = 1
            helper.join()
            raise
        if self.halt:
            raise Stopped
        return found[0]

    def search(self, p: uint64_t, o: uint64_t, alpha: cython.int):
        """The score of a null window, of no meaning when `halt` is set."""
        score: cython.int
        empty: cython.int = 64 - popcount64(p | o)
        with cython.nogil:
            score = better(self.worker, p, o, alpha, empty)
        return score


def discs_of(position: Position) -> tuple:
    """The mover's discs and the opponent's; ValueError for a position of anything but Othello 8x8."""
    if not isinstance(position.rules, Othello) or position.rules.size != 8:
        raise ValueError("only positions of Othello 8x8 are solved here")
    discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), position.state)
    return discs.p, discs.o


def ordered_moves(p: uint64_t, o: uint64_t) -> list:
    """The legal moves, PASS where there is no other, the likeliest first; none when the game is over."""
    listed: Move[MOST_LISTED]
    moves: uint64_t = legal(p, o)
    if moves == 0:
        return [PASS] if legal(o, p) else []
    n: cython.int = list_moves(p, o, moves, True, listed)
    values = [(-listed[i].value, listed[i].square) for i in range(n)]
    return [square for _, square in sorted(values)]


def after(p: uint64_t, o: uint64_t, move: cython.int) -> tuple:
    """The discs of both sides after a move, the new mover's first."""
    if move == PASS:
        return o, p
    turned: uint64_t = flips(p, o, move)
    return o ^ turned, p ^ turned ^ bit(move)
