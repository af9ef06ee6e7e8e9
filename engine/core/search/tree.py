# cython: language_level=3, cdivision=True
"""A search tree as plain data: the game, its evaluator, the nodes, the parameters, the workers and the root.

Nothing is computed here. The modules beside this one are functions that act on a tree: select, expand, prove
and simulate make one simulation, roots says where simulations begin, inspect and leads read the result.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import tree`")

SEEDS_APART = 7919
"""Between the seeds of two workers: a prime, so that those of searches with nearby seeds do not meet soon."""


class Worker(Hand):
    """One thread's own memory: a state, a path, checkpoints, scratch of the evaluator, room for new nodes."""

    def __init__(self, evaluator: Evaluator, seed: uint64_t):
        rules: Rules = evaluator.rules
        self.state = Position(rules)
        self.scratch = evaluator.new_scratch(seed)
        self.saved = [Position(rules) for _ in range(RANKS)]
        for i in range(RANKS):
            saved: Position = self.saved[i]
            self.checkpoints[i].state = saved.state


class Tree:
    """All that a search knows, and what it works with.

    `options` are all of engine/options.py. The pool belongs to this tree alone. Endings are solved while
    nodes are grown where there is a leaf solver for them.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        pool: Pool,
        options: dict,
        seed: int = 1,
        threads: int = 1,
        leaf_solver: LeafSolver = None,
    ):
        if not 1 <= threads <= MOST_WORKERS:
            raise ValueError(f"a search has 1 to {MOST_WORKERS} threads, not {threads}")
        if evaluator.rules.players > TREE_PLAYERS:
            raise ValueError(f"a tree has room for {TREE_PLAYERS} players")
        self.rules = evaluator.rules
        self.evaluator = evaluator
        self.leaf_solver = leaf_solver
        self.pool = pool
        self.params = SearchParams(options)
        pool.hold_amaf(self.params.amaf)
        self.workers = [Worker(evaluator, (seed + SEEDS_APART * i) & ((1 << 64) - 1)) for i in range(threads)]
        self.scratch = evaluator.new_scratch(0)
        self.alone = threads == 1
        self.in_order = self.params.by_prior_alone
        if self.params.noise > 0:
            from random import Random

            self.noise = Random(seed)
