# cython: language_level=3, cdivision=True
"""Heuristic of PolyClash: captures, chains in atari, own eyes, and the area that stones hold.

The kernels stand in `threats`. Playouts that capture and fill no eye are those of early Monte-Carlo Go
(Bruegmann, Monte Carlo Go, 1993). It knows nothing of ladders, life and death, or influence.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.polyclash import heuristic`")


class PolyClashHeuristic(Heuristic):
    """Rules of thumb by captures and area."""

    def __init__(self, rules: PolyClash):
        Heuristic.__init__(self, rules)
        self.game = rules

    def pick(self, state, moves, n, rng):
        """A random move, with a probability of 0.8 one that captures if there is one. All chains in atari are
        equally likely then; else any move that fills no own eye, or a pass."""
        return pick_move(cython.cast(cython.pointer(Stones), state), self.game.graph, moves, n, rng)

    def playout(self, state, rng):
        self.partial_playout(state, rng, MOST_PLIES, cython.NULL, 0)

    def partial_playout(self, state, rng, plies, log, room):
        """Without a look at longer repetitions, like a random playout."""
        return self.game.play_on(cython.cast(cython.pointer(Stones), state), rng, True, plies, log, room)

    def priors(self, state, moves, n, scratch, out):
        """Weights: the area around the point (1 on average), stones captured, saved and put in atari. They
        count 6 for each stone captured, 3 for each own one saved, 0.7 for each put in atari; a tenth of it
        for a self-atari; next to nothing for an own eye, and for a pass unless all else is one of these."""
        s: cython.pointer(Stones) = cython.cast(cython.pointer(Stones), state)
        weigh(s, self.game.graph, self.game.share, moves, n, out)
        return True

    def judge(self, state, scratch, value):
        """The logistic function of the lead in area, komi counted, over the change still possible. That is
        0.02 and 0.12 times the part of the points that are empty. An ended game has its rewards."""
        s: cython.pointer(Stones) = cython.cast(cython.pointer(Stones), state)
        if ended(s):
            self.game.rewards(state, value)
            return True
        value[0] = logistic(self.game.lead(s) / (0.02 + 0.12 * s.empties / POINTS))
        value[1] = 1 - value[0]
        return True
