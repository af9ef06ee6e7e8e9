# cython: language_level=3, cdivision=True
"""Proven values through the tree, and the minimax of static values.

A node is proven when its rewards are exact: a finished game, a solved ending, or what follows from proven
children. In games of two players with a margin bounds are kept besides, as in score-bounded MCTS (Cazenave &
Saffidine 2010), of which the MCTS-Solver (Winands, Bjornsson & Saito 2008) is the case of wins and losses; in
others a child that gives the mover everything proves its parent, and so do children that are all proven
(max^n, Luckhardt & Irani 1986). Implicit minimax (Lanctot et al. 2014) backs up static values beside the
playouts. What selection makes of either is not decided here.

Every function here may run in several workers at once on the same node. It is written under the node's lock
and read without: bounds only ever tighten, and rewards do not change any more once they are marked proven.
Before that they may be read while they change, of one player's the old and of another's the new; a parent
that took them over is put right by the next simulation that passes.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import prove`")


def prove_end(tree, node, state):
    """Make a node without edges, the end of a game, proven."""
    rewards: cython.float[TREE_PLAYERS]
    p: cython.int
    tree.rules.rewards(state, rewards)
    for p in range(tree.rules.players):
        node.backed[p] = cython.cast(uint16_t, rewards[p] * PRIOR_ONE + 0.5)
    if tree.rules.has_margin:
        node.low = node.high = tree.rules.margin(state)
    node.flags = PROVEN


def set_static_value(tree, node, state, scratch):
    """Give a new node the evaluator's static value for implicit minimax."""
    rewards: cython.float[TREE_PLAYERS]
    p: cython.int
    if not tree.evaluator.judge(state, scratch, rewards):
        for p in range(TREE_PLAYERS):
            rewards[p] = 0.5
    for p in range(tree.rules.players):
        node.backed[p] = cython.cast(uint16_t, rewards[p] * PRIOR_ONE + 0.5)


def prove_from_children(tree, node):
    """Take over the children's proof of a node; true when its parents should know of it."""
    if is_proven(node):
        return True
    return prove_margin(tree, node) if tree.rules.has_margin else prove_rewards(tree, node)


def prove_margin(tree, node):
    """Back up margins for two players: player 0 takes the highest, player 1 the lowest. A child not grown yet
    may hold any."""
    edges: cython.pointer(Edge) = edges_of(node)
    child: cython.pointer(Node)
    low: cython.int = -UNBOUNDED
    high: cython.int = -UNBOUNDED
    sign: cython.int = -1 if node.mover else 1
    index: uint32_t
    i: cython.int
    for i in range(node.edges):
        index = shared_load32(cython.address(edges[i].child))
        if index:
            child = node_at(tree.pool, index)
            low = max(low, sign * (high_of(child) if node.mover else low_of(child)))
            high = max(high, sign * (low_of(child) if node.mover else high_of(child)))
        else:
            high = UNBOUNDED
    return tighten_bounds(tree, node, -high, -low) if node.mover else tighten_bounds(tree, node, low, high)


def tighten_bounds(tree, node, low, high):
    """Tighten the bounds of a node's margin; true when it is proven or a bound is new."""
    changed: cython.bint
    won: cython.float
    tree.pool.lock(node)
    changed = low > low_of(node) or high < high_of(node) or is_proven(node)
    low = max(low, low_of(node))
    high = min(high, high_of(node))
    shared_storei16(cython.address(node.low), low)
    shared_storei16(cython.address(node.high), high)
    if not is_proven(node) and (low == high or tree.params.prove == PROVE_RESULT and (low > 0 or high < 0)):
        won = 1.0 if low > 0 else 0.0 if high < 0 else tree.rules.draw
        # Rounded as `prove_end` does it.
        shared_store16(cython.address(node.backed[0]), cython.cast(uint16_t, won * PRIOR_ONE + 0.5))
        shared_store16(cython.address(node.backed[1]), cython.cast(uint16_t, (1 - won) * PRIOR_ONE + 0.5))
        shared_set32(cython.address(node.flags), 0, PROVEN)
        changed = True
    tree.pool.unlock(node)
    return changed


def prove_rewards(tree, node):
    """Back up results for any number of players: a child that gives the mover everything proves the node.
    When all are proven it is the first of those best for the mover."""
    edges: cython.pointer(Edge) = edges_of(node)
    best: cython.pointer(Node) = cython.NULL
    child: cython.pointer(Node)
    every: cython.bint = True
    top: cython.int = -1
    index: uint32_t
    i: cython.int
    for i in range(node.edges):
        index = shared_load32(cython.address(edges[i].child))
        child = node_at(tree.pool, index)
        if index == 0 or not is_proven(child):
            every = False
        elif backed_of(child, node.mover) > top:
            best = child
            top = backed_of(child, node.mover)
    if best == cython.NULL or not (every or top == PRIOR_ONE):
        return False
    tree.pool.lock(node)
    if not is_proven(node):
        for i in range(TREE_PLAYERS):
            shared_store16(cython.address(node.backed[i]), backed_of(best, i))
        shared_set32(cython.address(node.flags), 0, PROVEN)
    tree.pool.unlock(node)
    return True


def back_up_minimax(tree, node):
    """Take over the static value of the best child, unless the node is proven; false when nothing changed."""
    edges: cython.pointer(Edge) = edges_of(node)
    best: cython.pointer(Node) = cython.NULL
    child: cython.pointer(Node)
    changed: cython.bint = False
    top: cython.int = -1
    value: cython.int
    index: uint32_t
    i: cython.int
    for i in range(node.edges):
        index = shared_load32(cython.address(edges[i].child))
        if index:
            child = node_at(tree.pool, index)
            value = backed_of(child, node.mover)
            if value > top:
                best = child
                top = value
    if best == cython.NULL:
        return False
    tree.pool.lock(node)
    if is_proven(node):
        changed = True
    else:
        for i in range(TREE_PLAYERS):
            value = backed_of(best, i)
            changed = changed or backed_of(node, i) != value
            shared_store16(cython.address(node.backed[i]), value)
    tree.pool.unlock(node)
    return changed
