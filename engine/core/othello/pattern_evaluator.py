# cython: language_level=3, cdivision=True
"""Learned evaluation of Othello 8x8: values, priors and leads from tables of patterns, a ply deep.

The value of a leaf is the odds to win by the best move's score: the logistic function of the score times a
slope that was fitted for each number of discs (Buro, Improving heuristic mini-max search by supervised
learning, 2002). Priors are a softmax of all moves' scores. Nothing is played out.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.othello import pattern_evaluator`")


CACHE_BITS = 17
"""The usual size of the cache. Twice as many entries take 2 % of the visits that a tenth of a second has, and
bring 2 % to a second."""


class PatternEvaluator(Evaluator):
    """Evaluation by pattern tables.

    `value_slope` is a factor on the fitted slope of the odds; `prior_temperature` is the difference in discs
    by which a move's prior falls to 1/e. The `cache` keeps what a leaf's value has worked out for its node's
    priors; it is made here unless evaluators by the same tables share one.
    """

    def __init__(
        self,
        rules: Othello,
        tables: Patterns,
        value_slope: cython.float,
        prior_temperature: cython.float,
        cache: EvalCache = None,
    ):
        if rules.size != 8:
            raise ValueError(f"the tables are for 8x8, not for {rules.size}x{rules.size}")
        Evaluator.__init__(self, rules)
        self.tables = tables
        self.cache = EvalCache(CACHE_BITS) if cache is None else cache
        self.value_slope = value_slope
        self.prior_temperature = prior_temperature
        self.has_lead = True

    def evaluate(self, state, scratch, value, log):
        self.judge(state, scratch, value)
        return 0

    def judge(self, state, scratch, value):
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        score: cython.int = self.best_score(discs.p, discs.o)
        value[discs.mover] = logistic(
            score * self.value_slope * self.tables.steep[popcount64(discs.p | discs.o)] / UNIT
        )
        value[1 - discs.mover] = 1 - value[discs.mover]
        return True

    def best_score(self, p, o):
        """The score of the mover's best move; those of all moves are cached."""
        moves: uint16_t[64]
        scores: cython.int[64]
        best: cython.int
        i: cython.int
        n: cython.int = self.tables.score_moves(p, o, moves, scores)
        if n == 0:
            return -self.best_score(o, p) if legal(o, p) else outcome(p, o)
        self.cache.store(p, o, scores, n)
        best = scores[0]
        for i in range(1, n):
            best = max(best, scores[i])
        return best

    def priors(self, state, moves, n, scratch, out):
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        scores: cython.int[64]
        i: cython.int
        if n == 1:
            out[0] = 1
            return True
        if not self.cache.probe(discs.p, discs.o, scores, n):
            self.tables.judge_moves(discs.p, discs.o, moves, n, scores)
        for i in range(n):
            out[i] = scores[i] / (UNIT * self.prior_temperature)
        softmax(out, n)
        return True

    def lead(self, state, scratch, out):
        """Write the lead after the best move, with the slope there."""
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), state)
        score: cython.int
        self.tables.best_move(discs.p, discs.o, cython.address(score))
        if score >= OUTCOME_LEAD or score <= -OUTCOME_LEAD:
            score -= OUTCOME_LEAD if score > 0 else -OUTCOME_LEAD
        out[0] = score / cython.cast(cython.float, UNIT)
        out[1] = self.value_slope * self.tables.steep[min(64, popcount64(discs.p | discs.o) + 1)]
        return True
