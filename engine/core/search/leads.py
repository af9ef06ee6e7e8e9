# cython: language_level=3, cdivision=True
"""Leads: the margin at the end that a tree expects of each move, where the evaluator tells leads.

Three estimates are averaged, as their errors differ: best play by the evaluator's leads among the nodes with
the FINE_PART-th of all visits, the same with the COARSE_PART-th, and twice, where the outcome is open, the
lead that goes with the odds. Proven bounds hold. It is a report beside the search, which does not use it;
`outflank bench values` measures its error.
"""

import cython
from cython.cimports.libc.math import logf

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import leads`")


def leads(tree: Tree, start: Position) -> dict:
    """The mover's expected lead at the end by each visited move of the root, {move: lead}. Empty where the
    evaluator tells none, or the root is not that position."""
    found = {}
    if tree.root == 0 or not tree.evaluator.has_lead or tree.rules.state_size > 8 * LEAD_WORDS:
        return found
    node: cython.pointer(Node) = node_at(tree.pool, tree.root)
    if start.rules is not tree.rules or node.key != tree.rules.key(start.state):
        return found
    legal = set(start.moves())
    edges: cython.pointer(Edge) = edges_of(node)
    position: Position = Position(tree.rules)
    lead: cython.float = 0
    total: cython.float = 0
    told: cython.bint
    move: cython.int
    stat: uint64_t
    child: uint32_t
    for i in range(node.edges):
        total += visits_of(shared_load64(cython.address(edges[i].stat)))
    for i in range(node.edges):
        stat = shared_load64(cython.address(edges[i].stat))
        child = shared_load32(cython.address(edges[i].child))
        move = move_of(cython.address(edges[i]))
        if visits_of(stat) == 0 or (move & MOVE_MASK) not in legal:
            continue
        tree.rules.copy(position.state, start.state)
        tree.rules.play(position.state, move & MOVE_MASK)
        if move & UNCHECKED_EDGE and not suits(tree, node_at(tree.pool, child), position.state):
            child = 0
        with cython.nogil:
            told = move_lead(tree, child, position.state, stat, node.mover, total, cython.address(lead))
        if told:
            found[move & MOVE_MASK] = -lead if node.mover else lead
    return found


def move_lead(tree, index, state, stat, mover, total, out):
    """Write the expected lead of player 0 after a root move of that statistic, made by `mover`. False without
    any knowledge of it. `total` are the visits of the root."""
    node: cython.pointer(Node) = node_at(tree.pool, index)
    guess: cython.float[2]
    fine: cython.float = 0
    coarse: cython.float = 0
    visits: cython.float = visits_of(stat)
    weight: cython.float
    if not lead_of(tree, index, state, visits, max(FINE_VISITS, FINE_PART * total), cython.address(fine)):
        return False
    out[0] = fine
    if index and low_of(node) == high_of(node):
        return True
    lead_of(tree, index, state, visits, max(COARSE_VISITS, COARSE_PART * total), cython.address(coarse))
    tree.evaluator.lead(state, tree.scratch, guess)
    weight = 2 * odds_weight(value_of(stat), visits)
    out[0] = fine + coarse
    if weight > 0:
        out[0] += weight * (-1 if mover else 1) * odds_lead(value_of(stat) / visits, guess[1])
    out[0] /= 2 + weight
    if index:
        out[0] = min(max(out[0], low_of(node)), high_of(node))
    return True


def lead_of(tree, index, state, visits, least, out):
    """Write the expected lead of player 0 in a state with `visits` and that node, if any. False without any
    knowledge of it. A proven result bounds the lead."""
    room: uint64_t[LEAD_WORDS]
    below: cython.p_void = cython.cast(cython.p_void, room)
    node: cython.pointer(Node) = node_at(tree.pool, index)
    edges: cython.pointer(Edge) = edges_of(node)
    total: cython.float = 0
    won: cython.float = 0
    lead: cython.float = 0
    share: cython.float
    stat: uint64_t
    child: uint32_t
    move: cython.int
    found: cython.bint = False
    low: cython.int = low_of(node)
    high: cython.int = high_of(node)
    i: cython.int
    if index and low == high:
        out[0] = low
        return True
    n: cython.int = node.edges if index else 0
    for i in range(n):
        stat = shared_load64(cython.address(edges[i].stat))
        total += visits_of(stat)
        won += value_of(stat)
    for i in range(n):
        share = visits * visits_of(shared_load64(cython.address(edges[i].stat))) / max(total, 1)
        child = shared_load32(cython.address(edges[i].child))
        if share < least or child == 0:
            continue
        tree.rules.copy(below, state)
        move = move_of(edges + i)
        tree.rules.play(below, move & MOVE_MASK)
        # As in `descend`: a child from a file may be another position's.
        if move & UNCHECKED_EDGE and not suits(tree, node_at(tree.pool, child), below):
            continue
        if not lead_of(tree, child, below, share, least, cython.address(lead)):
            continue
        if not found or (lead < out[0] if node.mover else lead > out[0]):
            out[0] = lead
        found = True
    if not found and not frontier_lead(tree, state, won, total, out):
        return False
    if index and out[0] < low:
        out[0] = low
    elif index and out[0] > high:
        out[0] = high
    return True


def frontier_lead(tree, state, won, visits, out):
    """Write the expected lead of player 0 in a state from its evaluation and its odds alone. The latter is
    the lead that goes with the mover's odds, which rest on `visits`. False without any knowledge."""
    guess: cython.float[2]
    weight: cython.float = odds_weight(won, visits)
    if not tree.evaluator.lead(state, tree.scratch, guess):
        return False
    out[0] = guess[0]
    if weight > 0:
        out[0] += weight * (odds_lead(won / visits, guess[1]) - guess[0])
    if tree.rules.mover(state):
        out[0] = -out[0]
    return True


def odds_weight(won, visits):
    """The weight, 0 to 1, of a sum of rewards over some visits in a lead. It is the less the surer the
    outcome is, and the fewer they are."""
    share: cython.float = won / visits if visits > 0 else 0
    return 4 * share * (1 - share) * visits / (visits + ODDS_VISITS) if 0 < share < 1 else 0


def odds_lead(share, slope):
    """The lead that goes with a mean reward, where a disc changes the logarithm of the odds by `slope`."""
    share = min(max(share, LEAST_SHARE), 1 - LEAST_SHARE)
    return logf(share / (1 - share)) / slope
