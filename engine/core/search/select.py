# cython: language_level=3, cdivision=True
"""Which edge is taken at a node on the way down.

Every function here may run in several workers at once on the same node. Statistics may be a visit old, and be
another visit older where they are read twice.
"""

import cython
from cython.cimports.libc.math import logf, powf, sqrtf
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import select`")

MOST_BANNED = 255
SELECT = {"ucb1": UCB1, "ucb1-2ln": UCB1_2LN, "puct": PUCT}


class Chooser(Proof):
    """Chooses edges by the options of the choice."""

    def __init__(self, evaluator: Evaluator, pool: Pool, options: dict):
        Proof.__init__(self, evaluator, pool, options)
        self.noisy = False
        self.choice.select = SELECT[options["select"]]
        self.choice.exploration = options["exploration"]
        self.choice.first = options["first_play"] == "first"
        self.choice.first_loss = options["first_play_loss"]
        self.choice.expand_at = options["expand_at"]
        self.choice.priors = options["priors"]
        self.choice.bias = options["bias"]
        self.choice.widening = options["widening"]
        self.choice.widening_power = options["widening_power"]
        self.choice.rave = options["rave"]
        self.choice.rave_weight = options["rave_weight"]
        self.amaf = options["rave"] > 0 or options["rave_weight"] > 0
        pool.hold_amaf(self.amaf)
        self.choice.minimax = options["minimax"]
        self.choice.share = options["share"]
        self.choice.virtual_loss = options["virtual_loss"]
        self.choice.solve_at = options["solve_at"]
        blended = any(options[name] for name in ("bias", "rave", "rave_weight", "minimax", "noise"))
        self.choice.in_order = options["select"] == "puct" and not self.choice.first and not blended

    def choose(self, node, ply):
        """The number of the edge to take, so many plies below the root. Edges that are certain to lose, and
        with `prove` at score all certain ones, are taken only when there is no other; among equal ones the
        first is taken. Where moves are banned the same rule chooses among the others, as if there were no
        more; where all are banned the bans are off."""
        c: Candidates
        i: cython.int
        if self.choice.in_order and self.choice.widening == 0 and ply >= self.ban_plies:
            i = self.choose_in_order(node)
            if i >= 0:
                return i
        self.list_candidates(node, ply, cython.address(c))
        if self.choice.first:
            for i in range(c.width):
                if c.visits[i] == 0 and not move_of(edges_of(node) + c.place[i]) & SURE_EDGE:
                    return c.place[i]
        self.score(node, cython.address(c))
        if c.marks & SURE_EDGE:
            return c.place[self.choose_unsure(node, cython.address(c))]
        return c.place[highest(c.score, c.width)]

    def list_candidates(self, node, ply, c):
        """Read the edges that may be taken, in their order, and how many of them are looked at."""
        edges: cython.pointer(Edge) = edges_of(node)
        made: cython.ulonglong = 0
        won: cython.longlong = 0
        n: cython.int = node.edges
        marks: cython.int = 0
        stat: uint64_t
        i: cython.int
        for i in range(n):
            stat = shared_load64(cython.address(edges[i].stat))
            c.visits[i] = cython.cast(cython.int, visits_of(stat))
            c.value[i] = value_of(stat)
            c.prior[i] = edges[i].prior * PRIOR_UNIT
            marks |= move_of(edges + i)
            made += visits_of(stat)
            won += units_of_value(stat)
            if self.choice.in_order and c.visits[i] == 0 and not marks & SURE_EDGE:
                # Edges with lower priors that were never taken either come after it, and no others.
                n = i + 1
                break
        c.n = n
        c.marks = marks
        c.total = made
        c.gain = won * VALUE_UNIT
        for i in range(n):
            c.place[i] = i
        if ply == 0 and self.noisy:
            for i in range(n):
                c.prior[i] = self.root_priors[i]
        if ply < self.ban_plies:
            self.leave_out_banned(node, ply, c)
        c.width = c.n
        if self.choice.widening > 0:
            c.width = cython.cast(
                cython.int, self.choice.widening * powf(c.total, self.choice.widening_power)
            )
            c.width = min(c.n, max(1, c.width))

    def leave_out_banned(self, node, ply, c):
        """Strike the candidates that may not be taken so early, unless that is all of them."""
        banned: cython.pointer(uint8_t) = self.banned[node.mover]
        edges: cython.pointer(Edge) = edges_of(node)
        n: cython.int = 0
        total: cython.float = 0
        gain: cython.float = 0
        i: cython.int
        for i in range(c.n):
            if banned[move_of(edges + i) & MOVE_MASK] > ply:
                continue
            c.place[n] = i
            c.visits[n] = c.visits[i]
            c.value[n] = c.value[i]
            c.prior[n] = c.prior[i]
            total += c.visits[i]
            gain += c.value[i]
            n += 1
        if n > 0:
            c.n = n
            c.total = total
            c.gain = gain

    def score(self, node, c):
        """Give each candidate in the width its score: mean value and what its few visits, its prior and the
        techniques in use add to that."""
        o: cython.pointer(Choice) = cython.address(self.choice)
        unseen: cython.float = first_play_value(c.gain, c.total, o.first_loss)
        weight: cython.float
        i: cython.int
        block: cython.int
        # The loops below are plain arithmetic over arrays, which the compiler turns into vector code: eight
        # edges at a time, those beyond the last one for nothing.
        eights: cython.int = (c.width + 7) // 8
        # Those beyond the width keep their visits, as they may be chosen where all others lose.
        for i in range(c.n, 8 * eights):
            c.visits[i] = c.value[i] = c.prior[i] = 0
        if o.select == PUCT:
            weight = o.exploration * sqrtf(c.total)
            for block in range(eights):
                for i in range(8 * block, 8 * block + 8):
                    c.value[i] = mean_or(c.value[i], c.visits[i], unseen)
                    c.score[i] = puct_score(c.value[i], weight, c.prior[i], c.visits[i])
        else:
            weight = o.exploration * sqrtf(logf(max(c.total, 1)) * (2 if o.select == UCB1_2LN else 1))
            for i in range(c.width):
                c.value[i] = mean_or(c.value[i], c.visits[i], unseen)
                c.score[i] = ucb1_score(c.value[i], weight, c.visits[i])
        if o.bias > 0:
            for i in range(c.width):
                c.score[i] += o.bias * c.prior[i] / (cython.cast(cython.float, 1) + c.visits[i])
        if self.amaf or o.minimax > 0:
            for i in range(c.width):
                c.score[i] += self.blend(node, c.place[i], c.value[i], c.visits[i])

    def choose_in_order(self, node):
        """What `choose` chooses by PUCT alone where edges were always taken in the order of their priors, but
        sooner; -1 where an edge is certain."""
        edges: cython.pointer(Edge) = edges_of(node)
        made: cython.ulonglong = 0
        won: cython.longlong = 0
        width: cython.int = node.edges
        best: cython.int = 0
        top: cython.float = 0
        visits: cython.float
        score: cython.float
        stat: uint64_t
        i: cython.int
        for i in range(width):
            if move_of(edges + i) & SURE_EDGE:
                return -1
            stat = shared_load64(cython.address(edges[i].stat))
            made += visits_of(stat)
            won += units_of_value(stat)
            if visits_of(stat) == 0:
                width = i + 1
                break
        total: cython.float = made
        unseen: cython.float = first_play_value(won * VALUE_UNIT, total, self.choice.first_loss)
        weight: cython.float = self.choice.exploration * sqrtf(total)
        # Read again rather than written down: eight at a time would wait for what was written one by one.
        for i in range(width):
            stat = shared_load64(cython.address(edges[i].stat))
            visits = cython.cast(cython.int, visits_of(stat))
            score = puct_score(
                mean_or(value_of(stat), visits, unseen), weight, edges[i].prior * PRIOR_UNIT, visits
            )
            if i == 0 or score > top:
                top = score
                best = i
        return best

    def ban(self, bans: dict):
        """Let no simulation make a move before a ply, counted from the root as 0: {(player, move): ply}. An
        empty dict lifts all bans."""
        if not all(0 <= p < MOST_PLAYERS and 0 <= move < self.rules.actions for p, move in bans):
            raise ValueError("a ban names a player and a move of the game")
        if not all(1 <= ply <= MOST_BANNED for ply in bans.values()):
            raise ValueError(f"a ban holds for 1 to {MOST_BANNED} plies")
        player: cython.int
        move: cython.int
        memset(self.banned, 0, cython.sizeof(self.banned))
        if bans:
            self.choice.in_order = False
        for (player, move), ply in bans.items():
            self.banned[player][move] = ply
        self.ban_plies = max(bans.values(), default=0)

    def blend(self, node, i, value, visits):
        """What all-moves-as-first and the minimax of static values change in the value of edge `i`."""
        blended: cython.float = value
        amaf: uint64_t
        if self.amaf:
            amaf = shared_load64(amaf_of(node) + i)
            if visits_of(amaf):
                blended += self.amaf_share(visits) * (value_of(amaf) / visits_of(amaf) - blended)
        child: uint32_t = shared_load32(cython.address(edges_of(node)[i].child))
        if self.choice.minimax > 0 and child:
            blended += self.choice.minimax * (
                backed_of(node_at(self.pool, child), node.mover) * PRIOR_UNIT - blended
            )
        return blended - value

    def choose_unsure(self, node, c):
        """The best candidate where some are certain: one that does not lose for certain, else the best of
        those that are certain. A certain one counts as its reward alone, as there is nothing to learn."""
        edges: cython.pointer(Edge) = edges_of(node)
        best: cython.int = -1
        refuge: cython.int = 0
        refuge_reward: cython.float = -1
        reward: cython.float
        child: uint32_t
        i: cython.int
        for i in range(c.n):
            child = shared_load32(cython.address(edges[c.place[i]].child))
            if move_of(edges + c.place[i]) & SURE_EDGE and child and is_sure(node_at(self.pool, child)):
                reward = backed_of(node_at(self.pool, child), node.mover) * PRIOR_UNIT
                if reward > refuge_reward:
                    refuge_reward = reward
                    refuge = i
                if self.prove == PROVE_SCORE or reward == 0 or i >= c.width:
                    continue
                c.score[i] = reward
            elif i >= c.width:
                # Beyond the width, but better than a certain loss.
                return best if best >= 0 else i
            if best < 0 or c.score[i] > c.score[best]:
                best = i
        return best if best >= 0 else refuge

    def amaf_share(self, visits):
        """The weight of the all-moves-as-first value: constant, or fading with the visits."""
        if self.choice.rave_weight > 0:
            return self.choice.rave_weight
        return sqrtf(self.choice.rave / (3 * visits + self.choice.rave))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mean_or(value: cython.float, visits: cython.float, unseen: cython.float) -> cython.float:
    """The mean of so many rewards, or what a move counts that was never tried."""
    return value / visits if visits > 0 else unseen


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def first_play_value(gain: cython.float, total: cython.float, loss: cython.float) -> cython.float:
    """What a move counts that was never tried: the mean of its siblings' rewards less a loss."""
    return (gain / total if total > 0 else 0.5) - loss


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def puct_score(
    value: cython.float, weight: cython.float, prior: cython.float, visits: cython.float
) -> cython.float:
    """PUCT (Rosin 2011, as Silver et al. 2017 have it); `weight` is C sqrt(N)."""
    one: cython.float = 1
    return value + weight * prior / (one + visits)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def ucb1_score(value: cython.float, weight: cython.float, visits: cython.float) -> cython.float:
    """UCB1 (Auer et al. 2002); `weight` is C sqrt(ln N), or C sqrt(2 ln N)."""
    return value + weight / sqrtf(visits if visits > 0 else 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def highest(score: cython.pointer(cython.const[cython.float]), width: cython.int) -> cython.int:
    """The place of the highest score, the first among equal ones."""
    best: cython.int = 0
    top: cython.float = score[0]
    i: cython.int
    for i in range(1, width):
        if score[i] > top:
            top = score[i]
            best = i
    return best
