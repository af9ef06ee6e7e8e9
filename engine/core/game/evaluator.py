# cython: language_level=3, cdivision=True
"""Evaluators and leaf solvers: what a search may ask about the worth of a position.

An evaluator gives a leaf its value (each player's expected reward), a new node its priors (how likely each
move is to be the best), and, where it can, the lead to expect at the end. The search holds one and knows
nothing else about good play, so that playouts, rules of thumb, tables of patterns or a network can take each
other's place. A leaf solver proves endings that are short enough to be solved while a node is grown.

Whole evaluations cross this seam; a virtual call costs about 2 ns and is noise beside them. Evaluations write
only to a worker's own scratch, so that several workers share one evaluator.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.game import evaluator`")


class Scratch:
    """One worker's memory for evaluations: a generator of random numbers and a spare state.

    An evaluator that needs more, such as the accumulators of a network, derives from it."""

    def __init__(self, rules: Rules, seed: uint64_t):
        self.spare = Position(rules)
        seed_rng(cython.address(self.rng), seed)


class Evaluator:
    """The contract. Only `evaluate` must be given; every other default knows nothing.

    `samples` is the number of independent playouts that make up a value: with all-moves-as-first statistics
    the search asks for each of them alone. `has_lead` says whether `lead` ever tells one, `plays_out` whether
    every value rests on games that were played to their end.
    """

    def __cinit__(self):
        self.samples = 1

    def __init__(self, rules: Rules):
        self.rules = rules

    def new_scratch(self, seed):
        """Memory for one worker, whose random numbers follow from the seed."""
        return Scratch(self.rules, seed)

    def evaluate(self, state, scratch, value, log):
        """Write the value of a leaf, whose state is spent; its rewards by default.

        With a `log` (room for LOG_ROOM moves) a single playout is played where the value rests on playouts.
        Its moves are written there, each with its player above MOVER_SHIFT; returns their number. Where
        `scratch.tells_outcome`, the outcomes that make up the value are added to the scratch's."""
        self.rules.rewards(state, value)
        if scratch.tells_outcome:
            add_outcome(self.rules, state, 1, cython.address(scratch.outcome))
        return 0

    def judge(self, state, scratch, value):
        """Write a static value, which costs no playout; false when there is none."""
        return False

    def priors(self, state, moves, n, scratch, out):
        """Write how likely each of the `n` legal moves is to be the best, positive and summing to 1. False,
        and nothing written, without an idea."""
        return False

    def lead(self, state, scratch, out):
        """Write the lead that the mover can expect at the end, and its slope. The slope is how much a unit of
        it changes the logarithm of the odds. False where that is not known."""
        return False


class LeafSolver:
    """A solver of endings that are fast enough to be solved while a node is grown; this one solves none."""

    def solve(self, state, most, exact, low, high):
        """Write the bounds of player 0's margin with best play of both, where at most `most` cells are empty.
        They are equal if they are to be `exact`, else tight enough to tell the winner. False, and nothing
        written, where more are empty or there is not a fast way."""
        return False
