# cython: language_level=3, cdivision=True
"""Selection: which edge a simulation takes at a node on its way down.

The edge with the highest score is taken, by the node's own mover for itself. Q is the mean reward of the
edge, n its visits, P its prior, N the visits of all edges of the node:

    Q + C sqrt(ln N / n)            UCB1 (Auer et al. 2002; UCT: Kocsis & Szepesvari 2006), or with 2 ln N
    Q + C P sqrt(N) / (1 + n)       PUCT (Rosin 2011; in this form Silver et al. 2017)

An edge never taken comes first, or counts as the mean of all less a loss (first-play urgency, Gelly & Wang
2006). Options change the score or the choice: progressive bias and widening (Chaslot et al. 2008; Coulom
2007), RAVE (Gelly & Silver 2007), implicit minimax (Lanctot et al. 2014). Proven edges count as their reward,
proven losses only where there is nothing else (Winands et al. 2008).

Every function here may run in several workers at once on the same node. Statistics may be a visit old, and be
another visit older where they are read twice.
"""

import cython
from cython.cimports.libc.math import logf, powf, sqrtf

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import select`")


def select_edge(tree, node, ply):
    """The number of the edge to take at a node `ply` plies below the root.

    Edges that are proven to lose, and where scores are to be proven all proven ones, are taken only when all
    are; among equal ones the first is taken. Where moves are banned the same rule chooses among the others,
    as if they were all; where all are banned the bans are off.
    """
    c: Candidates
    i: cython.int
    if tree.in_order and tree.params.widening == 0 and ply >= tree.ban_plies:
        i = select_in_order(tree, node)
        if i >= 0:
            return i
    list_candidates(tree, node, ply, cython.address(c))
    if tree.params.try_all_first:
        for i in range(c.width):
            if (
                c.visits[i] == 0
                and not move_of(edges_of(node) + place_of(cython.address(c), i)) & PROVEN_EDGE
            ):
                return place_of(cython.address(c), i)
    score_candidates(tree, node, cython.address(c))
    proven: cython.bint = c.marks & PROVEN_EDGE != 0
    i = best_unproven(tree, node, cython.address(c)) if proven else highest(c.score, c.width)
    return place_of(cython.address(c), i)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def place_of(c: cython.pointer(Candidates), i: cython.int) -> cython.int:
    """The number of a candidate's edge at the node."""
    return c.place[i] if c.struck else i


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def list_candidates(
    tree: Tree, node: cython.pointer(Node), ply: cython.int, c: cython.pointer(Candidates)
) -> cython.void:
    """Read the edges that may be taken, in their order, and how many of them are looked at."""
    edges: cython.pointer(Edge) = edges_of(node)
    in_order: cython.bint = tree.in_order
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
        if in_order and c.visits[i] == 0 and not marks & PROVEN_EDGE:
            # Edges with lower priors that were never taken either come after it, and no others.
            n = i + 1
            break
    c.n = n
    c.marks = marks
    c.struck = False
    c.total = made
    c.gain = won * VALUE_UNIT
    if ply == 0 and tree.noise is not None:
        for i in range(n):
            c.prior[i] = tree.root_priors[i]
    if ply < tree.ban_plies:
        strike_banned(tree, node, ply, c)
    c.width = c.n
    if tree.params.widening > 0:
        c.width = cython.cast(cython.int, tree.params.widening * powf(c.total, tree.params.widening_power))
        c.width = min(c.n, max(1, c.width))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def strike_banned(
    tree: Tree, node: cython.pointer(Node), ply: cython.int, c: cython.pointer(Candidates)
) -> cython.void:
    """Strike out the candidates that may not be taken so early, unless that is all of them."""
    banned: cython.pointer(uint8_t) = tree.banned[node.mover]
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
        c.struck = True
        c.n = n
        c.total = total
        c.gain = gain


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def score_candidates(tree: Tree, node: cython.pointer(Node), c: cython.pointer(Candidates)) -> cython.void:
    """Give each candidate in the width its score."""
    unseen: cython.float = first_play_value(c.gain, c.total, tree.params.first_play_loss)
    bias: cython.float = tree.params.bias
    weight: cython.float
    factor: cython.int
    one: cython.float = 1
    i: cython.int
    block: cython.int
    # The loops below are plain arithmetic over arrays, which the compiler turns into vector code: eight edges
    # at a time, those beyond the last one for nothing.
    eights: cython.int = (c.width + 7) // 8
    for i in range(c.n, 8 * eights):
        c.visits[i] = c.value[i] = c.prior[i] = 0
    if tree.params.select == PUCT:
        weight = tree.params.exploration * sqrtf(c.total)
        for block in range(eights):
            for i in range(8 * block, 8 * block + 8):
                c.value[i] = mean_or(c.value[i], c.visits[i], unseen)
                c.score[i] = puct_score(c.value[i], weight, c.prior[i], c.visits[i])
    else:
        factor = 2 if tree.params.select == UCB1_2LN else 1
        weight = tree.params.exploration * sqrtf(logf(max(c.total, 1)) * factor)
        for i in range(c.width):
            c.value[i] = mean_or(c.value[i], c.visits[i], unseen)
            c.score[i] = ucb1_score(c.value[i], weight, c.visits[i])
    if bias > 0:
        for i in range(c.width):
            c.score[i] += bias * c.prior[i] / (one + c.visits[i])
    if tree.params.amaf or tree.params.minimax > 0:
        for i in range(c.width):
            c.score[i] += blend(tree, node, place_of(c, i), c.value[i], c.visits[i])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def select_in_order(tree: Tree, node: cython.pointer(Node)) -> cython.int:
    """The edge of the highest PUCT score where edges were always taken in the order of priors. It is found
    without a list; -1 where an edge is proven."""
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
        if move_of(edges + i) & PROVEN_EDGE:
            return -1
        stat = shared_load64(cython.address(edges[i].stat))
        made += visits_of(stat)
        won += units_of_value(stat)
        if visits_of(stat) == 0:
            width = i + 1
            break
    total: cython.float = made
    unseen: cython.float = first_play_value(won * VALUE_UNIT, total, tree.params.first_play_loss)
    weight: cython.float = tree.params.exploration * sqrtf(total)
    # Read again rather than written down: eight at a time would wait for values written one by one.
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def blend(
    tree: Tree, node: cython.pointer(Node), i: cython.int, value: cython.float, visits: cython.float
) -> cython.float:
    """The change of edge `i`'s value by all-moves-as-first and the minimax of static values."""
    blended: cython.float = value
    amaf: uint64_t
    if tree.params.amaf:
        amaf = shared_load64(amaf_of(node) + i)
        if visits_of(amaf):
            blended += amaf_weight(tree, visits) * (value_of(amaf) / visits_of(amaf) - blended)
    child: uint32_t = shared_load32(cython.address(edges_of(node)[i].child))
    if tree.params.minimax > 0 and child:
        blended += tree.params.minimax * (
            backed_of(node_at(tree.pool, child), node.mover) * PRIOR_UNIT - blended
        )
    return blended - value


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def amaf_weight(tree: Tree, visits: cython.float) -> cython.float:
    """The weight of the all-moves-as-first value: constant, or fading with the visits."""
    if tree.params.rave_weight > 0:
        return tree.params.rave_weight
    return sqrtf(tree.params.rave / (3 * visits + tree.params.rave))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def best_unproven(tree: Tree, node: cython.pointer(Node), c: cython.pointer(Candidates)) -> cython.int:
    """The best candidate where some are proven: one not proven to lose, else the best proven one. A proven
    one counts as its reward alone, as there is nothing to learn."""
    edges: cython.pointer(Edge) = edges_of(node)
    edge: cython.pointer(Edge)
    best: cython.int = -1
    refuge: cython.int = 0
    refuge_reward: cython.float = -1
    reward: cython.float
    child: uint32_t
    i: cython.int
    for i in range(c.n):
        edge = edges + place_of(c, i)
        child = shared_load32(cython.address(edge.child))
        if move_of(edge) & PROVEN_EDGE and child and is_proven(node_at(tree.pool, child)):
            reward = backed_of(node_at(tree.pool, child), node.mover) * PRIOR_UNIT
            if reward > refuge_reward:
                refuge_reward = reward
                refuge = i
            if tree.params.prove == PROVE_SCORE or reward == 0 or i >= c.width:
                continue
            c.score[i] = reward
        elif i >= c.width:
            # Beyond the width, but better than a proven loss.
            return best if best >= 0 else i
        if best < 0 or c.score[i] > c.score[best]:
            best = i
    return best if best >= 0 else refuge


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mean_or(value: cython.float, visits: cython.float, unseen: cython.float) -> cython.float:
    """The mean of rewards, or the value of a move that was never tried."""
    return value / visits if visits > 0 else unseen


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def first_play_value(gain: cython.float, total: cython.float, loss: cython.float) -> cython.float:
    """The value of a move that was never tried: the mean of its siblings' rewards less a loss."""
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
