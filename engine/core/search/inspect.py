# cython: language_level=3, cdivision=True
"""Reading a tree for people: the moves of a node with their statistics, expected lines, what is proven.

Nothing here changes a tree, and all of it may be called while workers run: numbers are then of about the same
moment, not of one.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import inspect`")


def count_nodes(tree: Tree) -> int:
    """The number of nodes the tree has ever been given."""
    total = shared_load64(cython.address(tree.pool.nodes))
    worker: Worker
    for worker in tree.workers:
        total += shared_load32(cython.address(worker.chunk.nodes))
    return total


def mover(tree: Tree) -> int:
    """The player to move at the root."""
    return node_at(tree.pool, tree.root).mover if tree.root else 0


def proven(tree: Tree) -> bool:
    """Tell whether the result at the root is proven."""
    return tree.root != 0 and is_proven(node_at(tree.pool, tree.root))


def bounds(tree: Tree) -> tuple:
    """Bounds of player 0's margin at the root, None for no bound."""
    if tree.root == 0 or not tree.rules.has_margin:
        return (None, None)
    node: cython.pointer(Node) = node_at(tree.pool, tree.root)
    low: cython.int = low_of(node)
    high: cython.int = high_of(node)
    return (low if low > -UNBOUNDED else None, high if high < UNBOUNDED else None)


def outcome(tree: Tree) -> tuple | None:
    """Each player's reward at the root where it is proven, else None."""
    if not proven(tree):
        return None
    node: cython.pointer(Node) = node_at(tree.pool, tree.root)
    return tuple([backed_of(node, p) / float(PRIOR_ONE) for p in range(tree.rules.players)])


def rows(tree: Tree) -> list:
    """The moves at the root as (move, visits, mean, prior, proven reward or None, proven margin or None).
    Mean, reward and margin are the mover's; the trees of workers that have their own are added up."""
    if tree.root == 0:
        return []
    total = {}
    for root in all_roots(tree):
        for move, visits, value, prior, reward, margin in rows_at(tree, root):
            row = total.setdefault(move, [0, 0.0, prior, None, None])
            row[0] += visits
            row[1] += value
            row[3] = reward if reward is not None else row[3]
            row[4] = margin if margin is not None else row[4]
    return [
        (move, visits, mean_of(value, visits), prior, reward, margin)
        for move, (visits, value, prior, reward, margin) in total.items()
    ]


def rows_at(tree: Tree, index: uint32_t) -> list:
    """The moves at any node, as `rows`, with the sum of rewards."""
    node: cython.pointer(Node) = node_at(tree.pool, index)
    edges: cython.pointer(Edge) = edges_of(node)
    child: cython.pointer(Node)
    found = []
    for i in range(node.edges):
        reward = margin = None
        below: uint32_t = shared_load32(cython.address(edges[i].child))
        if below and is_proven(node_at(tree.pool, below)):
            child = node_at(tree.pool, below)
            reward = backed_of(child, node.mover) / float(PRIOR_ONE)
            low: cython.int = low_of(child)
            if low == high_of(child):
                margin = -low if node.mover else low
        stat: uint64_t = shared_load64(cython.address(edges[i].stat))
        move: cython.int = move_of(cython.address(edges[i])) & MOVE_MASK
        prior = edges[i].prior / float(PRIOR_ONE)
        found.append((move, visits_of(stat), value_of(stat), prior, reward, margin))
    return found


def all_roots(tree: Tree) -> list:
    """The nodes that workers begin at: one, or as many as there are trees."""
    worker: Worker
    found = set()
    for worker in tree.workers:
        found.add(worker.root)
    return sorted(found)


def visits_at(tree: Tree, index: uint32_t) -> int:
    """The simulations that went on from a node."""
    return sum([row[1] for row in rows_at(tree, index)])


def line(tree: Tree, move: cython.int, longest: cython.int = 20) -> list:
    """The moves the tree expects, beginning with this one at the root."""
    moves = []
    index: uint32_t = tree.root
    while index and len(moves) < longest:
        node: cython.pointer(Node) = node_at(tree.pool, index)
        edges: cython.pointer(Edge) = edges_of(node)
        best: cython.int = -1
        most: uint32_t = 0
        for i in range(node.edges):
            visits = visits_of(shared_load64(cython.address(edges[i].stat)))
            wanted = moves or move_of(cython.address(edges[i])) & MOVE_MASK == move
            if wanted and visits > most:
                best = i
                most = visits
        if best < 0:
            break
        moves.append(move_of(cython.address(edges[best])) & MOVE_MASK)
        index = shared_load32(cython.address(edges[best].child))
    return moves


def subtree(tree: Tree, depth: cython.int, least: cython.int, most: cython.int) -> list:
    """The most visited nodes and leaves below the root, as (moves from the root, mover, visits, mean,
    proven). They lie down to a depth and have `least` visits; each is followed by those below it, the most
    visited first; `most` of them."""
    listed = []
    waiting = [((), tree.root, None)]
    while waiting and len(listed) < most:
        path, index, row = waiting.pop()
        if row is not None:
            listed.append((path, *row))
        if not index or len(path) >= depth:
            continue
        node: cython.pointer(Node) = node_at(tree.pool, index)
        edges: cython.pointer(Edge) = edges_of(node)
        below = []
        for i in range(node.edges):
            stat: uint64_t = shared_load64(cython.address(edges[i].stat))
            child: uint32_t = shared_load32(cython.address(edges[i].child))
            visits = visits_of(stat)
            if visits >= least:
                step = (*path, move_of(cython.address(edges[i])) & MOVE_MASK)
                mean = mean_of(value_of(stat), visits)
                exact = child != 0 and is_proven(node_at(tree.pool, child))
                below.append((step, child, (node.mover, visits, mean, exact)))
        waiting += sorted(below, key=lambda entry: entry[2][1])
    return listed


def find_node(tree: Tree, position: Position, some=None) -> int:
    """The node of a position, the most visited of several; 0 without one. It must offer the position's own
    moves, or those that are named: two positions might share a key."""
    moves = sorted(position.moves() if some is None else some)
    key: uint64_t = position.key
    best: uint32_t = 0
    most = -1
    index: uint32_t = tree.pool.find(key, 0)
    while index:
        found = rows_at(tree, index)
        visits = sum([row[1] for row in found])
        if visits > most and sorted([row[0] for row in found]) == moves:
            best = index
            most = visits
        index = tree.pool.find(key, index)
    return best


@cython.cfunc
def mean_of(value: cython.double, visits: cython.double) -> cython.double:
    """The mean of rewards. Their sum is rounded where visits are many, and may be above them."""
    return min(1.0, value / visits) if visits else 0.0
