# cython: language_level=3, cdivision=True
"""The bots of Acquire: easy plays at random, hard by fixed scores, medium among what hard likes best.

They are those of another program (linanqiu/acquire-game, backend/game/bot.py). Two faults of that are mended:
they can tell which tiles can be placed, and count what the bank has while they buy. They call the end as soon
as they may. Money is in hundreds here.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.acquire import bots`")


class Bot:
    """A bot of Acquire: one move for a position. A purchase is planned at its first share."""

    def __init__(self, rules: Acquire, seed: uint64_t = 1):
        self.rules = rules
        seed_rng(cython.address(self.rng), seed)

    def choose(self, position: Position) -> int:
        """The move to make; the hand of the mover must be known."""
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), self.rules.view(position))
        if t.kind != BUYS or can_end(t):
            return self.move(t)
        if t.picks == 0:
            self.planned = self.shop(t)
            self.made = 0
        self.made += 1
        return BUY_MOVE + self.plan[self.made - 1] if self.made <= self.planned else NO_MORE

    def move(self, t):
        """The bot's move in every decision except purchases."""
        return easy_move(t, cython.address(self.rng))

    def shop(self, t):
        """Write the shares that it buys, in the order of the chains, to `plan`, and return their number."""
        return plan_purchase(t, cython.address(self.rng), self.plan)


class EasyBot(Bot):
    """The easy bot."""


class MediumBot(Bot):
    """The medium bot: as hard, but one of the three best tiles and shares, and it sells more."""

    def move(self, t):
        if can_end(t) or t.kind == ORDERS:
            return hard_move(t)
        if t.kind == PLACES:
            return self.tile(t)
        if t.kind == FOUNDS:
            return self.founding(t)
        return self.survivor(t) if t.kind == SURVIVES else self.disposition(t)

    def shop(self, t):
        return plan_by_scores(t, self.plan, BEST, cython.address(self.rng))

    def tile(self, t):
        """One of the three best tiles."""
        moves: cython.int[HAND]
        scores: cython.int[HAND]
        n: cython.int = 0
        slot: cython.int
        for slot in range(t.held[t.mover]):
            if can_place(t, t.hands[t.mover][slot]):
                moves[n] = t.hands[t.mover][slot]
                scores[n] = tile_score(t, moves[n])
                n += 1
        return one_of_best(moves, scores, n, BEST, cython.address(self.rng))

    def founding(self, t):
        """Any chain of the kind that hard would take one of."""
        same: cython.int = 0
        tier: cython.int = TIER_OF[best_founding(t)]
        chain: cython.int
        for chain in range(CHAINS):
            if TIER_OF[chain] == tier and not t.active >> chain & 1:
                same |= 1 << chain
        return FOUND_MOVE + kth_bit(same, below(cython.address(self.rng), popcount64(same)))

    def survivor(self, t):
        """A chain whose score is at most 5 below the best one's."""
        best: cython.int = survivor_score(t, best_survivor(t))
        near: cython.int = 0
        chain: cython.int
        for chain in range(CHAINS):
            if t.ties >> chain & 1 and survivor_score(t, chain) >= best - 5:
                near |= 1 << chain
        return SURVIVE_MOVE + kth_bit(near, below(cython.address(self.rng), popcount64(near)))

    def disposition(self, t):
        """With little cash it sells half and trades what it can of the rest; else it trades what it can, and
        sells half of what is left."""
        shares: cython.int = t.shares[t.mover][t.queue[t.at]]
        sold: cython.int = shares // 2 if t.cash[t.mover] < 20 else 0
        pairs: cython.int = min((shares - sold) // 2, t.bank[t.survivor])
        if t.cash[t.mover] >= 20:
            sold = (shares - 2 * pairs) // 2
        return GIVE_MOVE + GIVE_ROW * sold + pairs


class HardBot(Bot):
    """The hard bot, which leaves nothing to chance."""

    def move(self, t):
        return hard_move(t)

    def shop(self, t):
        return plan_hard_purchase(t, self.plan)
