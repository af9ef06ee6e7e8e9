# cython: language_level=3
"""The tree of an information-set search as plain data: game, evaluator, arms, parameters, workers, root.

Nothing is computed here. The modules beside this one are functions that act on a tree: worlds, select and
simulate make one simulation, roots says where simulations begin, inspect reads the result.
"""

import cython

from ..search.tree import SEEDS_APART

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.infoset import tree`")


class Worker(Hand):
    """One thread's own memory: a world, a path, scratch of the evaluator."""

    def __init__(self, evaluator: Evaluator, seed: uint64_t, number: cython.int):
        self.state = Position(evaluator.rules)
        self.scratch = evaluator.new_scratch(seed)
        self.number = number


class InfosetTree:
    """All that a search knows, and what it works with.

    `options` are all of engine/options.py. The table belongs to this tree alone.
    """

    def __init__(self, evaluator: Evaluator, table: ArmTable, options: dict, seed: int = 1, threads: int = 1):
        if not 1 <= threads <= MOST_WORKERS:
            raise ValueError(f"a search has 1 to {MOST_WORKERS} threads, not {threads}")
        self.rules = evaluator.rules
        self.evaluator = evaluator
        self.table = table
        self.params = InfosetParams(options)
        self.seed = seed & ((1 << 64) - 1)
        self.workers = [
            Worker(evaluator, (seed + SEEDS_APART * i) & ((1 << 64) - 1), i) for i in range(threads)
        ]
        self.scratch = evaluator.new_scratch(0)
        self.alone = threads == 1
        self.observed = {}
        self.tells = self.rules.has_scores
        self.tally = Tally(self.rules.players, self.rules.actions) if self.tells else None
        self.tallied = {}
        worker: Worker
        for worker in self.workers:
            worker.scratch.tells_outcome = self.tells
