# cython: language_level=3, cdivision=True
"""Judges of Othello 8x8: evaluations in whole numbers for alpha-beta and the endgame solver.

A score is the mover's expected lead at the end in units of 1 / UNIT disc. Results of finished games have
OUTCOME_LEAD on top, so that no judgement reaches them. Several threads may ask at once, without a scratch: an
evaluation that needs one is an Evaluator (engine/core/game/evaluator).
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.othello import judge`")


class Judge:
    """The contract. By itself it counts the discs as they stand; a judge may give `judge` alone."""

    def judge(self, p, o):
        """The mover's score; that of a game that is over is its lead and OUTCOME_LEAD."""
        return outcome(p, o)

    def judge_moves(self, p, o, moves, n, out):
        """Write the value to the mover of each of the mover's `n` moves, none of them a pass."""
        board: Board
        board.p = p
        board.o = o
        i: cython.int
        for i in range(n):
            then: Board = after(board, moves[i], flips(p, o, moves[i]))
            out[i] = -self.judge(then.p, then.o)
