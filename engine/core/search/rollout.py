# cython: language_level=3, cdivision=True
"""What a leaf is worth: each player's expected reward, from playouts, from a static judgement, or from
both."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import rollout`")


class Leaf:
    """How leaves are valued.

    `playouts` are played and averaged, by the game's own `pick` when `policy` is set and at random otherwise,
    for at most `cut` plies each unless that is 0. `static_weight` is the share of the game's static value in
    the result; at 1 nothing is played, and a game without one is valued by playouts alone. Where a learned
    judgement is asked for and the game has it, it is all that counts.
    """

    def __init__(
        self,
        playouts: cython.int = 1,
        policy: cython.bint = False,
        cut: cython.int = 0,
        static_weight: cython.float = 0,
    ):
        if playouts < 1:
            raise ValueError(f"a leaf needs at least one playout, not {playouts}")
        if cut < 0:
            raise ValueError(f"a playout cannot be cut after {cut} plies")
        if not 0 <= static_weight <= 1:
            raise ValueError(f"the share of the static value lies between 0 and 1, not at {static_weight}")
        self.playouts = playouts
        self.policy = policy
        self.cut = cut
        self.static_weight = static_weight

    def worth(self, rules, state, spare, eye, rng, out, log):
        """Write each player's expected reward to `out`. The two states are the worker's own and are spent.
        Where `log` is given one playout is played and its moves are written there (see Rules.traced_playout);
        returns their number."""
        judged: cython.float[MOST_PLAYERS]
        total: cython.double[MOST_PLAYERS]
        known: cython.bint = False
        logged: cython.int = 0
        played: cython.int = 1
        p: cython.int
        for p in range(MOST_PLAYERS):
            total[p] = 0
        weight: cython.float = 1 if eye.learned else self.static_weight
        if weight > 0:
            known = rules.value(state, eye, judged)
        if known and weight == 1:
            for p in range(rules.players):
                out[p] = judged[p]
            return 0
        if log != cython.NULL:
            logged = rules.traced_playout(
                state, rng, self.policy, self.cut if self.cut else UNCUT, log, LOG_ROOM
            )
            rules.rewards(state, out)
        elif self.playouts == 1:
            self.play_out(rules, state, rng)
            rules.rewards(state, out)
        else:
            played = self.play_many(rules, state, spare, rng, total)
            for p in range(rules.players):
                out[p] = total[p] / played
        if known:
            for p in range(rules.players):
                out[p] += weight * (judged[p] - out[p])
        return logged

    def play_out(self, rules, state, rng):
        """One playout in place."""
        if self.cut:
            rules.cut_playout(state, rng, self.policy, self.cut)
        elif self.policy:
            rules.policy_playout(state, rng)
        else:
            rules.playout(state, rng)

    def play_many(self, rules, state, spare, rng, total):
        """Add the rewards of the playouts to `total`; returns how many there were, at least one."""
        one: cython.float[MOST_PLAYERS]
        played: cython.int = 0
        p: cython.int
        if not self.policy and self.cut == 0:
            played = rules.playouts(state, self.playouts, rng, total)
        while played < self.playouts:
            rules.copy(spare, state)
            self.play_out(rules, spare, rng)
            rules.rewards(spare, one)
            for p in range(rules.players):
                total[p] += one[p]
            played += 1
        return played
