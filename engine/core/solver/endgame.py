# cython: language_level=3, cdivision=True
"""Exact endgames of Othello 8x8: what the mover gets with best play of both, and how.

The score is closed in on from both sides: each step proves that it is above some number or that it is not
(engine/core/solver/null_window), until what was asked for is certain. What one step learns stays in a table,
so asking again, or asking about a position of the line, goes on where the last question ended."""

import threading
from collections import namedtuple
from time import thread_time

import cython
from cython.cimports.cpython.exc import PyErr_CheckSignals
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset

from ..base.workers import CROWDED, SHORT, start_threads

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import endgame`")

SLICE = 0.01
"""Seconds that a question keeps its caller: longer ones are left to threads, so that signals are served."""
LONG = 1e9
UNLIMITED = 1 << 62
WIDTHS = (2, 3)
"""Without patterns the score is guessed by searching the best two, then three moves of each position. The
guesses also find moves to try first."""
FIRST_GUESS = (1, 3)
"""With patterns it is guessed by searches that believe forecasts, of these levels
(engine/core/solver/probcut)."""


class Answer(
    namedtuple("Answer", ("low", "high", "move", "line", "nodes", "likely", "level"), defaults=(None, -1)),
):
    """What is proven of a position: the mover's final lead lies between `low` and `high`, equal when it is
    exact. `move` reaches `low`, or looks best where nothing is proven of any; None when the game is over.
    `line` are best moves of both, that one first, as far as they were found. `likely` is the lead that the
    surest search found which takes what is likely for certain, within what was asked about, and `level` its
    level (engine/core/solver/probcut): None and -1 where no such search came to its end."""

    __slots__ = ()

    @property
    def exact(self):
        return self.low == self.high


class Stopped(Exception):
    """A limit was reached or the bell rang."""


class Root:
    """A position whose moves are compared: the best of `moves`, the likeliest first, leads by `low` to
    `high`, and `line` begins with one that reaches `low`. So many searches for a `guess` are `done`."""

    __slots__ = ("done", "guess", "high", "line", "low", "moves", "o", "p")

    def __init__(self, p, o, moves, high=MOST):
        self.p = p
        self.o = o
        self.moves = moves
        self.low = -MOST if moves else final_score(p, o)
        self.high = high if moves else self.low
        self.line = moves[:1]
        self.guess = 0 if moves else self.low
        self.done = 0


class Endgame:
    """A solver with a table of so many megabytes. It answers one question at a time, with so many threads.
    With learned `patterns` it finds the same scores sooner."""

    def __cinit__(self, memory_mb: cython.double = 64, threads: cython.int = 1, patterns: Patterns = None):
        if not 1 <= threads <= MOST_WORKERS:
            raise ValueError(f"a solver has 1 to {MOST_WORKERS} threads, not {threads}")
        self.share = 1.0
        self.bounds = Bounds(memory_mb)
        self.threads = threads
        self.patterns = patterns
        self.workers = cython.cast(cython.pointer(Worker), calloc(threads, cython.sizeof(Worker)))
        if self.workers == cython.NULL:
            raise MemoryError("no memory to solve endgames")
        for i in range(threads):
            self.workers[i].slots = self.bounds.slots
            self.workers[i].mask = self.bounds.mask
            if patterns is not None:
                self.workers[i].patterns = cython.cast(cython.p_void, patterns)
            self.workers[i].crew = cython.address(self.crew)

    def __dealloc__(self):
        free(self.workers)

    def clear(self):
        """Forget everything that was found."""
        self.bounds.clear()
        for i in range(self.threads):
            memset(self.workers[i].recent, 0, cython.sizeof(self.workers[i].recent))

    @property
    def nodes(self) -> int:
        """The positions that were looked at for the last question."""
        return sum([self.workers[i].nodes for i in range(self.threads)])

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
        return self.answer(Root(p, o, self.ordered_moves(p, o)), low, high)

    def estimate(
        self,
        position: Position,
        levels,
        first=None,
        low: cython.int = -MOST,
        high: cython.int = MOST,
        seconds=None,
        nodes=None,
        bell: Bell = None,
    ) -> Answer:
        """What the mover gets, from `low` to `high`, and by which move, for likely only: nothing is proven.
        Searches of these levels, from 0 to LEVELS - 1, follow each other as far as there is time, each surer
        than the one before. A legal move `first` is tried first. ValueError without learned patterns."""
        if self.patterns is None:
            raise ValueError("nothing is likely without learned patterns")
        p, o = discs_of(position)
        self.begin(seconds, nodes, bell)
        moves = self.ordered_moves(p, o)
        if first is not None:
            moves.sort(key=first.__ne__)
        root = Root(p, o, moves)
        answer = self.answer(root, low, high, levels, False)
        if moves and root.done == 0:
            return answer
        return answer._replace(likely=min(max(root.guess, low), high), level=levels[root.done - 1])

    def scores(self, position: Position, moves=None, seconds=None, nodes=None, bell: Bell = None):
        """An exact Answer for each legal move, or each of `moves`, the best first. The limits are for all of
        them together; where they end the search, the last Answer is not exact."""
        p, o = discs_of(position)
        self.begin(seconds, nodes, bell)
        left = self.ordered_moves(p, o)
        if moves is not None:
            if not set(moves) <= set(left):
                raise ValueError("these are not all legal moves")
            left = [move for move in left if move in moves]
        best = MOST
        while left:
            root = Root(p, o, left, best)
            answer = self.answer(root, -MOST, MOST)
            yield answer
            if not answer.exact:
                return
            best = answer.low
            left = [move for move in root.moves if move != answer.move]

    def begin(self, seconds, nodes, bell):
        """Set the limits of a question."""
        self.bell = Bell() if bell is None else bell
        self.end = seconds_now() + (LONG if seconds is None else seconds)
        self.most_nodes = UNLIMITED if nodes is None else nodes // self.threads + 1
        self.bounds.grow_old()
        for i in range(self.threads):
            self.workers[i].nodes = 0
            self.workers[i].most_nodes = self.most_nodes
            self.workers[i].age = self.bounds.age
            self.workers[i].bell = cython.address(self.bell.rung)

    def answer(self, root, low, high, levels=FIRST_GUESS, proven=True):
        """What is found of a root in time. A question that needs more than a moment is left to threads, and
        the caller waits for them where a signal can reach him."""
        terms = root, low, high, levels, proven
        began, used = seconds_now(), thread_time()
        self.open_until(min(self.end, began + SLICE))
        self.close_in(*terms)
        self.note_share(seconds_now() - began, thread_time() - used)
        halted: cython.bint = shared_load32(cython.address(self.crew.halt)) and not self.exhausted()
        if halted and self.share < CROWDED and self.end - seconds_now() < SHORT:
            self.open_until(self.end)
            self.close_in(*terms)
        elif halted:
            self.open_until(self.end)
            crew = [threading.Thread(target=self.close_in, args=terms, daemon=True)]
            crew += [
                threading.Thread(target=self.help_out, args=(i,), daemon=True) for i in range(1, self.threads)
            ]
            try:
                if start_threads(crew) == 0:
                    self.close_in_steps(terms)
                while crew[0].is_alive():
                    crew[0].join(SLICE)
            finally:
                shared_store32(cython.address(self.crew.halt), 1)
                shared_store32(cython.address(self.crew.closed), 1)
                for thread in crew:
                    if thread.ident is not None:
                        thread.join()
        move = root.line[0] if root.line else None
        return Answer(root.low, root.high, move, tuple(root.line), self.nodes)

    def close_in_steps(self, terms):
        """Do without a thread: go on for longer and longer moments, with what was found in the table, and
        serve signals in between."""
        step: cython.double = SLICE
        while True:
            step *= 2
            self.open_until(min(self.end, seconds_now() + step))
            self.close_in(*terms)
            PyErr_CheckSignals()
            if not shared_load32(cython.address(self.crew.halt)) or self.exhausted():
                return

    def note_share(self, seconds: cython.double, used: cython.double):
        """Note what share of a core the caller was given in so many seconds."""
        self.share = share_after(self.share, seconds, used)

    def open_until(self, end: cython.double):
        """Let the workers search up to a moment."""
        shared_store32(cython.address(self.crew.halt), 0)
        shared_store32(cython.address(self.crew.closed), 0)
        for i in range(self.threads):
            self.workers[i].end = end

    def exhausted(self):
        """Whether a limit is reached or the bell has rung."""
        worn = any(self.workers[i].nodes >= self.most_nodes for i in range(self.threads))
        return worn or shared_is_set(cython.address(self.bell.rung)) or seconds_now() >= self.end

    def help_out(self, i: cython.int):
        with cython.nogil:
            serve(cython.address(self.workers[i]))

    def close_in(self, root, low, high, levels, proven):
        """Guess the score of a root. Then, if that is wanted, prove bounds until they meet or one of them is
        beyond `low` or `high`, and find a line of best moves if they meet. Less when there is no time."""
        try:
            self.guess(root, low, high, levels)
            if not proven:
                return
            self.prove(root, low, high)
            if root.low == root.high:
                self.follow(root)
        except Stopped:
            return

    def guess(self, root, low, high, levels):
        """Find about the score of a root, between `low` and `high`, by what is left of the searches of these
        levels, and bring the moves in a better order."""
        if root.moves and 64 - (root.p | root.o).bit_count() >= GUESS_FROM:
            widths = WIDTHS if self.patterns is None else [LIKELY + level for level in levels]
            for width in widths[root.done :]:
                self.set_width(width)
                root.guess = self.compare(root, low, high)
                root.done += 1
        self.set_width(ALL)

    def set_width(self, width: cython.int):
        for i in range(self.threads):
            self.workers[i].width = width

    def compare(self, root, low, high):
        """The score of a root by a search of the present width, and its best move to the front."""
        best = -MOST - 1
        for move in list(root.moves):
            p, o = after(root.p, root.o, move)
            floor = max(low, best)
            # Others than the first have to show that they are better.
            score = floor + 1 if best < -MOST else -self.test(p, o, -floor - 1, -floor)
            if best < -MOST or floor < score < high:
                score = -self.test(p, o, -high, -max(floor, score - 1))
            # What is not above it may be a bound that is worth nothing.
            if best < -MOST or score > floor:
                self.lead(root, move, False)
            best = max(best, score)
            if best >= high:
                break
        return best

    def lead(self, root, move, proven):
        """Let a move be the first one to be tried at a root, and of its line if that has no better reason for
        its own."""
        root.moves.remove(move)
        root.moves.insert(0, move)
        if proven or root.low == -MOST:
            root.line = [move]

    def prove(self, root, low, high):
        """Prove bounds of a root by null windows, which begin at a guess and go on in growing steps."""
        # A good guess deserves a small first step.
        step: cython.int = 0 if self.patterns is None else -1
        above: cython.bint = False
        alpha: cython.int = root.guess - 1
        while root.low < root.high and root.low < high and root.high > low:
            alpha = min(max(alpha, low, root.low), high - 1, root.high - 1)
            score = self.test_root(root, alpha)
            step = 2 * step + 2 if above == (score > alpha) else 0
            above = score > alpha
            alpha = score + 1 + step if above else score - 1 - step

    def test_root(self, root, alpha):
        """The score of a null window at a root, whose bounds it narrows. A move above alpha takes the lead,
        or the best one while nothing is proven of any."""
        best = -MOST - 1
        for move in root.moves:
            p, o = after(root.p, root.o, move)
            score = -self.test(p, o, -alpha - 1, -alpha)
            if score > best:
                best, leader = score, move
            if score > alpha:
                break
        if best > alpha or root.low == -MOST:
            self.lead(root, leader, best > alpha)
        if best > alpha:
            root.low = max(root.low, best)
        else:
            root.high = min(root.high, best)
        return best

    def follow(self, root):
        """Find best moves of both sides from a root whose score is known to the end of the game."""
        p, o, score = root.p, root.o, root.low
        moves = root.line[:1]
        root.line = []
        while moves:
            known = self.known_move(p, o)
            if root.line and known in moves:
                moves.remove(known)
                moves.insert(0, known)
            for move in moves:
                pp, oo = after(p, o, move)
                if not root.line or -self.test(pp, oo, -score, 1 - score) >= score:
                    break
            root.line.append(move)
            p, o, score = pp, oo, -score
            moves = self.ordered_moves(p, o)

    def known_move(self, p: uint64_t, o: uint64_t):
        """The move of a position that the table has."""
        known: Known
        spot: Spot = spot_of(self.bounds.slots, self.bounds.mask, p, o)
        return known.move if look_up(cython.address(spot), cython.address(known)) else NOWHERE

    def ordered_moves(self, p: uint64_t, o: uint64_t) -> list:
        """The legal moves, PASS where there is no other, the likeliest first; none when the game is over."""
        listed: Move[MOST_LISTED]
        moves: uint64_t = legal(p, o)
        if moves == 0:
            return [PASS] if legal(o, p) else []
        n: cython.int = list_moves(p, o, moves, listed)
        order_moves(self.workers, p, o, -MOST, 64 - popcount64(p | o), listed, n)
        values = [(-listed[i].value, listed[i].square) for i in range(n)]
        return [square for _, square in sorted(values)]

    def test(self, p: uint64_t, o: uint64_t, alpha: cython.int, beta: cython.int):
        """The score of a position, exact where it lies between `alpha` and `beta`. Stopped when there is no
        time for it."""
        score: cython.int
        empty: cython.int = 64 - popcount64(p | o)
        with cython.nogil:
            if beta - alpha == 1:
                score = better(self.workers, p, o, legal(p, o), alpha, empty)
            else:
                score = between(self.workers, p, o, alpha, beta, empty)
        if shared_load32(cython.address(self.crew.halt)):
            raise Stopped
        return score


def discs_of(position: Position) -> tuple:
    """The mover's discs and the opponent's; ValueError for a position of anything but Othello 8x8."""
    if not isinstance(position.rules, Othello) or position.rules.size != 8:
        raise ValueError("only positions of Othello 8x8 are solved here")
    discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), position.state)
    return discs.p, discs.o


def after(p: uint64_t, o: uint64_t, move: cython.int) -> tuple:
    """The discs of both sides after a move, the new mover's first."""
    if move == PASS:
        return o, p
    turned: uint64_t = flips(p, o, move)
    return o ^ turned, p ^ turned ^ bit(move)
