# cython: language_level=3, cdivision=True
"""What a leaf is worth: each player's expected reward."""

import cython

if not cython.compiled:
    raise ImportError("engine.core is compiled; write `from engine.core import leaf`")


class Leaf:
    """The mean of a number of random playouts."""

    def __init__(self, playouts: cython.int = 1):
        if playouts < 1:
            raise ValueError(f"a leaf needs at least one playout, not {playouts}")
        self.playouts = playouts

    def worth(self, rules, state, rng, out):
        """Write each player's expected reward to `out`. The state is the worker's own and may be spent."""
        total: cython.double[MOST_PLAYERS]
        p: cython.int
        played: cython.int = 0
        if self.playouts > 1:
            for p in range(MOST_PLAYERS):
                total[p] = 0
            played = rules.playouts(state, self.playouts, rng, total)
        if played:
            for p in range(rules.players):
                out[p] = total[p] / played
        else:
            rules.playout(state, rng)
            rules.rewards(state, out)
