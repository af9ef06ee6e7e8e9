# cython: language_level=3, cdivision=True
"""Evaluation of leaves by playouts: the mean result of games played to their end, mixed with a static value.

Monte Carlo evaluation as in Coulom, Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search
(2006). The mixture with a static judgement is Lorentz's early playout termination with an evaluation (2008)
in its general form: a playout may be cut short, and counts with a weight.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import rollout`")


class Playouts(Evaluator):
    """Playouts and rules of thumb.

    `samples` playouts are played and averaged, by the game's own `pick` when `policy` is set and at random
    otherwise, for at most `cut` plies each unless that is 0. `static_weight` is the share of the static value
    in the result; at 1 nothing is played, and a game without one is valued by playouts alone.
    """

    def __init__(
        self,
        rules: Rules,
        samples: cython.int = 1,
        policy: cython.bint = False,
        cut: cython.int = 0,
        static_weight: cython.float = 0,
    ):
        Evaluator.__init__(self, rules)
        if samples < 1:
            raise ValueError(f"a leaf needs at least one playout, not {samples}")
        if cut < 0:
            raise ValueError(f"a playout cannot be cut after {cut} plies")
        if not 0 <= static_weight <= 1:
            raise ValueError(f"the share of the static value lies between 0 and 1, not at {static_weight}")
        self.samples = samples
        self.policy = policy
        self.cut = cut
        self.static_weight = static_weight
        self.eye.learned = False

    def judge(self, state, scratch, value):
        return self.rules.value(state, cython.address(self.eye), value)

    def priors(self, state, moves, n, scratch, out):
        return self.rules.priors(state, moves, n, cython.address(self.eye), out)

    def evaluate(self, state, scratch, value, log):
        judged: cython.float[MOST_PLAYERS]
        total: cython.double[MOST_PLAYERS]
        known: cython.bint = False
        logged: cython.int = 0
        played: cython.int = 1
        weight: cython.float = self.static_weight
        p: cython.int
        for p in range(MOST_PLAYERS):
            total[p] = 0
        if weight > 0:
            known = self.judge(state, scratch, judged)
        if known and weight == 1:
            for p in range(self.rules.players):
                value[p] = judged[p]
            return 0
        if log != cython.NULL:
            plies: cython.int = self.cut if self.cut else UNCUT
            logged = self.rules.traced_playout(
                state, cython.address(scratch.rng), self.policy, plies, log, LOG_ROOM
            )
            self.rules.rewards(state, value)
        elif self.samples == 1:
            self.play_out(state, cython.address(scratch.rng))
            self.rules.rewards(state, value)
        else:
            played = self.play_many(state, scratch, total)
            for p in range(self.rules.players):
                value[p] = total[p] / played
        if known:
            for p in range(self.rules.players):
                value[p] += weight * (judged[p] - value[p])
        return logged

    def play_out(self, state, rng):
        """One playout in place."""
        if self.cut:
            self.rules.cut_playout(state, rng, self.policy, self.cut)
        elif self.policy:
            self.rules.policy_playout(state, rng)
        else:
            self.rules.playout(state, rng)

    def play_many(self, state, scratch, total):
        """Add the rewards of the playouts to `total`; returns their number, at least one."""
        spare: cython.p_void = scratch.spare.state
        rng: cython.pointer(Rng) = cython.address(scratch.rng)
        one: cython.float[MOST_PLAYERS]
        played: cython.int = 0
        p: cython.int
        if not self.policy and self.cut == 0:
            played = self.rules.playouts(state, self.samples, rng, total)
        while played < self.samples:
            self.rules.copy(spare, state)
            self.play_out(spare, rng)
            self.rules.rewards(spare, one)
            for p in range(self.rules.players):
                total[p] += one[p]
            played += 1
        return played
