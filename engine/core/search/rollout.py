# cython: language_level=3, cdivision=True
"""Evaluation of leaves by playouts: the mean result of games played to their end, mixed with a static value.

Monte Carlo evaluation as in Coulom, Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search
(2006). A playout may be cut short and a static value mixed in, as in Lorentz, Amazons Discover Monte-Carlo
(2008). Nothing is learned from one playout for the next.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import rollout`")


class Playouts(Evaluator):
    """Evaluation by playouts, with the static values and priors of a heuristic.

    `samples` playouts are played and averaged, by the heuristic's moves when `policy` is set and at random
    otherwise, for at most `cut` plies each unless that is 0. `static_weight` is the share of the static value
    in the result; at 1 nothing is played, and where there is none, playouts alone count.
    """

    def __init__(
        self,
        heuristic: Heuristic,
        samples: cython.int = 1,
        policy: cython.bint = False,
        cut: cython.int = 0,
        static_weight: cython.float = 0,
    ):
        Evaluator.__init__(self, heuristic.rules)
        self.heuristic = heuristic
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
        self.plays_out = cut == 0 and static_weight == 0

    def judge(self, state, scratch, value):
        return self.heuristic.judge(state, scratch, value)

    def priors(self, state, moves, n, scratch, out):
        return self.heuristic.priors(state, moves, n, scratch, out)

    def evaluate(self, state, scratch, value, log):
        judged: cython.float[MOST_PLAYERS]
        total: cython.double[MOST_PLAYERS]
        known: cython.bint = False
        logged: cython.int = 0
        played: cython.int = 1
        weight: cython.float = self.static_weight
        rest: cython.float = 1
        p: cython.int
        for p in range(MOST_PLAYERS):
            total[p] = 0
        if weight > 0:
            known = self.judge(state, scratch, judged)
        if known:
            rest = 1 - weight
            if scratch.tells_outcome:
                add_outcome(self.rules, state, weight, cython.address(scratch.outcome))
        if known and weight == 1:
            for p in range(self.rules.players):
                value[p] = judged[p]
            return 0
        if log != cython.NULL:
            logged = self.play_some(state, cython.address(scratch.rng), log, LOG_ROOM)
            self.rules.rewards(state, value)
        elif self.samples == 1:
            self.play_out(state, cython.address(scratch.rng))
            self.rules.rewards(state, value)
        else:
            played = self.play_many(state, scratch, total, rest)
            for p in range(self.rules.players):
                value[p] = total[p] / played
        if scratch.tells_outcome and played == 1:
            add_outcome(self.rules, state, rest, cython.address(scratch.outcome))
        if known:
            for p in range(self.rules.players):
                value[p] += weight * (judged[p] - value[p])
        return logged

    def play_out(self, state, rng):
        """One playout in place."""
        if self.cut:
            self.play_some(state, rng, cython.NULL, 0)
        elif self.policy:
            self.heuristic.playout(state, rng)
        else:
            self.rules.playout(state, rng)

    def play_some(self, state, rng, log, room):
        """One playout in place, by moves that can be counted and logged; returns how many were logged."""
        plies: cython.int = self.cut if self.cut else UNCUT
        if self.policy:
            return self.heuristic.partial_playout(state, rng, plies, log, room)
        return self.rules.partial_playout(state, rng, plies, log, room)

    def play_many(self, state, scratch, total, weight):
        """Add the rewards of the playouts to `total`; returns their number, at least one. Where the scratch
        tells outcomes, theirs are added with this weight in all."""
        spare: cython.p_void = scratch.spare.state
        rng: cython.pointer(Rng) = cython.address(scratch.rng)
        one: cython.float[MOST_PLAYERS]
        played: cython.int = 0
        p: cython.int
        if not self.policy and self.cut == 0 and not scratch.tells_outcome:
            played = self.rules.playouts(state, self.samples, rng, total)
        while played < self.samples:
            self.rules.copy(spare, state)
            self.play_out(spare, rng)
            self.rules.rewards(spare, one)
            for p in range(self.rules.players):
                total[p] += one[p]
            if scratch.tells_outcome:
                add_outcome(self.rules, spare, weight / self.samples, cython.address(scratch.outcome))
            played += 1
        return played
