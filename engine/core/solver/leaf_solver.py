# cython: language_level=3, cdivision=True
"""Leaf solver of Othello 8x8: null-window searches of endings that a few thousand nodes solve.

The first window tells the winner; where the margin is asked for, further ones close in on it as MTD(f) does
(Plaat et al., 1996).
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import leaf_solver`")


class OthelloLeafSolver(LeafSolver):
    """Solves endings of Othello 8x8; the caller sees to it that the states are of that board."""

    def solve(self, state, most, exact, low, high):
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        board: Board = board_of(discs)
        empty: cython.int = popcount64(empties(board))
        least: cython.int
        most_of_all: cython.int
        nodes: uint64_t = 0
        if not FEWEST <= empty <= most:
            return False
        # First the winner; then, if that is asked, in steps towards the margin.
        edge: cython.int = MAX_SCORE if exact else 1
        mtd: Mtd = begin_mtd(-MAX_SCORE, MAX_SCORE, -edge, edge, 1, 0, 0)
        while is_open(cython.address(mtd)):
            narrow(cython.address(mtd), solve_leaf(board, mtd.alpha, empty, cython.address(nodes)))
        least = mtd.low
        most_of_all = mtd.high
        if not exact:
            # How far a bound reaches depends on what this thread solved before; trees are to be the same.
            least = 0 if least == 0 else CLOSEST if least > 0 else -MAX_SCORE
            most_of_all = 0 if most_of_all == 0 else -CLOSEST if most_of_all < 0 else MAX_SCORE
        low[0] = -most_of_all if discs.mover else least
        high[0] = -least if discs.mover else most_of_all
        return True
