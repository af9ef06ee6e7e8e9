# cython: language_level=3, cdivision=True
"""Endgame solver of Othello 8x8: the mover's score with best play of both, and its line.

It sets limits, asks engine/core/solver/root_search, and leaves all that takes more than a moment to threads,
so that signals are served. Results stay in the transposition table: a question that was stopped goes on where
it ended when it is asked again."""

import threading
from collections import namedtuple
from time import thread_time

import cython
from cython.cimports.cpython.exc import PyErr_CheckSignals

from ..base.workers import CROWDED, SHORT, start_threads

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import endgame`")

SLICE = 0.01
"""Seconds that a question keeps its caller: longer ones are left to threads, so that signals are served."""
LONG = 1e9
UNLIMITED = 1 << 62
FIRST_GUESS = (1, 3)
"""With learned evaluation the score is guessed by searches of these levels of selectivity before it is
proven: a judgement."""


class Answer(
    namedtuple("Answer", ("low", "high", "move", "line", "nodes", "likely", "level"), defaults=(None, -1)),
):
    """The proof of a position: the mover's final lead lies between `low` and `high`, equal when it is exact.
    `move` reaches `low`, or looks best where nothing is proven of any; None when the game is over. `line` are
    best moves of both, that one first, as far as they were found. `likely` is the lead that the surest
    selective search found, within the window asked about, and `level` its level
    (engine/core/solver/selectivity): None and -1 where no such search came to its end."""

    __slots__ = ()

    @property
    def exact(self):
        return self.low == self.high


class Endgame:
    """A solver with a table of at most that many megabytes. It answers one question at a time, with a number
    of threads. With a learned `judge` it finds the same scores sooner."""

    def __cinit__(self, memory_mb: cython.double = 64, threads: cython.int = 1, judge: Judge = None):
        if not 1 <= threads <= MOST_WORKERS:
            raise ValueError(f"a solver has 1 to {MOST_WORKERS} threads, not {threads}")
        self.share = 1.0
        self.threads = threads
        self.judge = judge
        self.search = RootSearch(memory_mb, threads, judge)

    def clear(self):
        """Forget everything that was found."""
        self.search.clear()

    @property
    def nodes(self) -> int:
        """The positions that were looked at for the last question."""
        return self.search.nodes

    def solve(
        self,
        position: Position,
        low: cython.int = -MAX_SCORE,
        high: cython.int = MAX_SCORE,
        seconds=None,
        nodes=None,
        bell: Bell = None,
    ) -> Answer:
        """The mover's score, exact if it lies between `low` and `high`, else a bound. (-1, 1) asks for the
        winner. After `seconds` or `nodes`, or when the bell rings, the answer is as far as it is proven by
        then."""
        if low >= high:
            raise ValueError(f"there is nothing between {low} and {high}")
        p, o = discs_of(position)
        self.begin(seconds, nodes, bell)
        return self.answer(Root(p, o, self.search.ordered_moves(p, o)), low, high)

    def estimate(
        self,
        position: Position,
        levels,
        first=None,
        low: cython.int = -MAX_SCORE,
        high: cython.int = MAX_SCORE,
        seconds=None,
        nodes=None,
        bell: Bell = None,
    ) -> Answer:
        """The mover's likely score from `low` to `high`, and its move: nothing is proven. Searches of these
        levels, from 0 to LEVELS - 1, follow each other as far as there is time, each surer than the one
        before. A legal move `first` is tried first. ValueError without a judge."""
        if self.judge is None:
            raise ValueError("nothing is likely without a judge")
        p, o = discs_of(position)
        self.begin(seconds, nodes, bell)
        moves = self.search.ordered_moves(p, o)
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
        left = self.search.ordered_moves(p, o)
        if moves is not None:
            if not set(moves) <= set(left):
                raise ValueError("these are not all legal moves")
            left = [move for move in left if move in moves]
        best = MAX_SCORE
        while left:
            root = Root(p, o, left, best)
            answer = self.answer(root, -MAX_SCORE, MAX_SCORE)
            yield answer
            if not answer.exact:
                return
            best = answer.low
            left = [move for move in root.moves if move != answer.move]

    def begin(self, seconds, nodes, bell):
        """Set the limits of a question."""
        self.bell = Bell() if bell is None else bell
        self.end = seconds_now() + (LONG if seconds is None else seconds)
        self.search.begin(self.bell, UNLIMITED if nodes is None else nodes // self.threads + 1)

    def answer(self, root: Root, low, high, levels=FIRST_GUESS, proven=True):
        """Answer a question about a root in time. One that needs more than a moment is left to threads, and
        the caller waits for them where a signal can reach it."""
        terms = root, low, high, levels, proven
        began, used = seconds_now(), thread_time()
        self.search.open_until(min(self.end, began + SLICE))
        self.search.close_in(*terms)
        self.share = share_after(self.share, seconds_now() - began, thread_time() - used)
        halted: cython.bint = self.search.halted and not self.exhausted()
        if halted and self.share < CROWDED and self.end - seconds_now() < SHORT:
            self.search.open_until(self.end)
            self.search.close_in(*terms)
        elif halted:
            self.answer_by_threads(terms)
        move = root.line[0] if root.line else None
        return Answer(root.low, root.high, move, tuple(root.line), self.nodes)

    def answer_by_threads(self, terms):
        """Search until the end with all threads, or with those that the system has left."""
        search = self.search
        search.open_until(self.end)
        crew = [threading.Thread(target=search.close_in, args=terms, daemon=True)]
        crew += [
            threading.Thread(target=search.help_out, args=(worker,), daemon=True)
            for worker in search.workers[1:]
        ]
        try:
            if start_threads(crew) == 0:
                self.answer_in_steps(terms)
            while crew[0].is_alive():
                crew[0].join(SLICE)
        finally:
            search.close()
            for thread in crew:
                if thread.ident is not None:
                    thread.join()

    def answer_in_steps(self, terms):
        """Do without a thread: go on for longer and longer moments, with the results in the table. Signals
        are served in between."""
        step: cython.double = SLICE
        while True:
            step *= 2
            self.search.open_until(min(self.end, seconds_now() + step))
            self.search.close_in(*terms)
            PyErr_CheckSignals()
            if not self.search.halted or self.exhausted():
                return

    def exhausted(self):
        """Tell whether a limit is reached or the bell has rung."""
        rung: cython.bint = shared_is_set(cython.address(self.bell.rung))
        return rung or self.search.worn or seconds_now() >= self.end


def discs_of(position: Position) -> tuple:
    """The mover's discs and the opponent's; ValueError for a position of anything but Othello 8x8."""
    if not isinstance(position.rules, Othello) or position.rules.size != 8:
        raise ValueError("only positions of Othello 8x8 are solved here")
    discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), position.state)
    return discs.p, discs.o
