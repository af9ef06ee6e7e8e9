# cython: language_level=3, cdivision=True
"""Heuristic of Acquire: playouts by the easy bot, and the ranks that net worth promises."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.acquire import heuristic`")


SPREAD = cython.declare(cython.float, 10)
"""Points of the hard bot by which a move's prior falls to 1/e: a judgement."""


class AcquireHeuristic(Heuristic):
    """Rules of thumb. Positions must see all, as determinizations do: nobody plays unknown tiles well."""

    def pick(self, state, moves, n, rng):
        """The easy bot's move."""
        move: cython.int = easy_move(cython.cast(cython.pointer(Table), state), rng)
        i: cython.int
        for i in range(n):
            if moves[i] == move:
                return i
        return 0

    def playout(self, state, rng):
        play_moves(cython.cast(cython.pointer(Table), state), rng, True, UNCUT, cython.NULL, 0)

    def partial_playout(self, state, rng, plies, log, room):
        return play_moves(cython.cast(cython.pointer(Table), state), rng, True, plies, log, room)

    def priors(self, state, moves, n, scratch, out):
        """The hard bot's scores, by a softmax."""
        i: cython.int
        score_moves(cython.cast(cython.pointer(Table), state), moves, n, out)
        for i in range(n):
            out[i] /= SPREAD
        softmax(out, n)
        return True

    def judge(self, state, scratch, value):
        """The rewards by net worth: cash, shares at their price, and the bonuses as they stand."""
        self.rules.rewards(state, value)
        return True
