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

    def __init__(self, rules: Rules, pool: Pool, options: dict):
        Proof.__init__(self, rules, pool, options)
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

    def choose(self, node, at_root):
        """The number of the edge to take. Edges that are certain to lose, and with `prove` at score all
        certain ones, are taken only when there is no other; among equal ones the first is taken."""
        c: cython.pointer(Choice) = cython.address(self.choice)
        i: cython.int
        if c.in_order and c.widening == 0:
            i = self.choose_in_order(node)
            if i >= 0:
                return i
        edges: cython.pointer(Edge) = edges_of(node)
        visits: cython.float[MOST_MOVES]
        value: cython.float[MOST_MOVES]
        prior: cython.float[MOST_MOVES]
        score: cython.float[MOST_MOVES]
        made: cython.ulonglong = 0
        won: cython.longlong = 0
        width: cython.int = node.edges
        sure: cython.int = 0
        stat: uint64_t
        block: cython.int
        for i in range(width):
            stat = shared_load64(cython.address(edges[i].stat))
            visits[i] = cython.cast(cython.int, visits_of(stat))
            value[i] = value_of(stat)
            prior[i] = edges[i].prior * PRIOR_UNIT
            sure |= move_of(edges + i)
            made += visits_of(stat)
            won += units_of_value(stat)
            if c.in_order and visits[i] == 0 and not sure & SURE_EDGE:
                # Edges with lower priors that were never taken either come after it, and no others.
                width = i + 1
                break
        total: cython.float = made
        gain: cython.float = won * VALUE_UNIT
        if c.widening > 0:
            width = min(width, max(1, cython.cast(cython.int, c.widening * powf(total, c.widening_power))))
        if c.first:
            for i in range(width):
                if visits[i] == 0 and not move_of(edges + i) & SURE_EDGE:
                    return i
        if at_root and self.noisy:
            for i in range(width):
                prior[i] = self.root_priors[i]
        # The loops below are plain arithmetic over arrays, which the compiler turns into vector code: eight
        # edges at a time, those beyond the last one for nothing.
        eights: cython.int = (width + 7) // 8
        one: cython.float = 1
        for i in range(width, 8 * eights):
            visits[i] = value[i] = prior[i] = 0
        unseen: cython.float = (gain / total if total > 0 else 0.5) - c.first_loss
        if c.select == PUCT:
            weight: cython.float = c.exploration * sqrtf(total)
            for block in range(eights):
                for i in range(8 * block, 8 * block + 8):
                    value[i] = value[i] / visits[i] if visits[i] > 0 else unseen
                    score[i] = value[i] + weight * prior[i] / (one + visits[i])
        else:
            weight = c.exploration * sqrtf(logf(max(total, 1)) * (2 if c.select == UCB1_2LN else 1))
            for i in range(width):
                value[i] = value[i] / visits[i] if visits[i] > 0 else unseen
                score[i] = value[i] + weight / sqrtf(visits[i] if visits[i] > 0 else 1)
        if c.bias > 0:
            for i in range(width):
                score[i] += c.bias * prior[i] / (one + visits[i])
        if self.amaf or c.minimax > 0:
            for i in range(width):
                score[i] += self.blend(node, i, value[i], visits[i])
        if sure & SURE_EDGE:
            return self.choose_unsure(node, score, width)
        return highest(score, width)

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
        value: cython.float
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
        gain: cython.float = won * VALUE_UNIT
        unseen: cython.float = (gain / total if total > 0 else 0.5) - self.choice.first_loss
        weight: cython.float = self.choice.exploration * sqrtf(total)
        one: cython.float = 1
        # Read again rather than written down: eight at a time would wait for what was written one by one.
        for i in range(width):
            stat = shared_load64(cython.address(edges[i].stat))
            visits = cython.cast(cython.int, visits_of(stat))
            value = value_of(stat) / visits if visits > 0 else unseen
            score = value + weight * (edges[i].prior * PRIOR_UNIT) / (one + visits)
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

    def choose_permitted(self, node, ply):
        """As `choose` where some moves are banned: the edge of the highest PUCT score among the permitted, a
        certain one for its reward alone. Where all are banned the bans are off."""
        edges: cython.pointer(Edge) = edges_of(node)
        banned: cython.pointer(uint8_t) = self.banned[node.mover]
        best: cython.int = -1
        highest: cython.float = 0
        total: cython.float = 0
        score: cython.float
        stat: uint64_t
        child: uint32_t
        i: cython.int
        for i in range(node.edges):
            if banned[move_of(edges + i) & MOVE_MASK] <= ply:
                total += visits_of(shared_load64(cython.address(edges[i].stat)))
        for i in range(node.edges):
            if banned[move_of(edges + i) & MOVE_MASK] > ply:
                continue
            stat = shared_load64(cython.address(edges[i].stat))
            child = shared_load32(cython.address(edges[i].child))
            if move_of(edges + i) & SURE_EDGE and child and is_sure(node_at(self.pool, child)):
                score = backed_of(node_at(self.pool, child), node.mover) * PRIOR_UNIT
            else:
                score = value_of(stat) / visits_of(stat) if visits_of(stat) else 1
                score += (
                    self.choice.exploration
                    * edges[i].prior
                    * PRIOR_UNIT
                    * sqrtf(total)
                    / (1 + visits_of(stat))
                )
            if best < 0 or score > highest:
                best = i
                highest = score
        return best if best >= 0 else self.choose(node, ply == 0)

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

    def choose_unsure(self, node, score, width):
        """The best edge where some are certain: one that does not lose for certain, else the best of those
        that are certain. A certain one counts as its reward alone, as there is nothing to learn."""
        edges: cython.pointer(Edge) = edges_of(node)
        best: cython.int = -1
        refuge: cython.int = 0
        refuge_reward: cython.float = -1
        reward: cython.float
        child: uint32_t
        i: cython.int
        for i in range(node.edges):
            child = shared_load32(cython.address(edges[i].child))
            if move_of(edges + i) & SURE_EDGE and child and is_sure(node_at(self.pool, child)):
                reward = backed_of(node_at(self.pool, child), node.mover) * PRIOR_UNIT
                if reward > refuge_reward:
                    refuge_reward = reward
                    refuge = i
                if self.prove == PROVE_SCORE or reward == 0 or i >= width:
                    continue
                score[i] = reward
            elif i >= width:
                # Beyond the width, but better than a certain loss.
                return best if best >= 0 else i
            if best < 0 or score[i] > score[best]:
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
