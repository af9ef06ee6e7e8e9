# cython: language_level=3, cdivision=True
"""Windows on search trees: selection at a node made by hand, a whole tree's consistency, blocks of a pool."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.testing import trees`")


def choice_among(tree: Tree, rows: list, mover: cython.int = 0) -> int:
    """The edge that selection takes below the root at a node made up of rows. A row is (visits, sum of
    rewards, prior, all-moves-as-first visits, their sum of rewards, reward of the child's static minimax or
    None, proven reward or None). The node is given up again."""
    pool: Pool = tree.pool
    chunk: Chunk
    child: uint32_t
    node: cython.pointer(Node)
    edges: cython.pointer(Edge)
    chunk.at = chunk.end = chunk.nodes = 0
    index: uint32_t = pool.take(cython.address(chunk), len(rows))
    if index == 0:
        raise MemoryError("no room for a node")
    count: cython.int = len(rows)
    i: cython.int
    for i in range(count):
        edges = edges_of(node_at(pool, index)) + i
        visits, value, prior, amaf_visits, amaf_value, judged, proven = rows[i]
        reset_edge(edges, i, int(prior * PRIOR_ONE + 0.5))
        edges.stat = packed(visits, value)
        if tree.params.amaf:
            amaf_of(node_at(pool, index))[i] = packed(amaf_visits, amaf_value)
        if judged is not None or proven is not None:
            child = pool.take(cython.address(chunk), 0)
            edges.child = child
            node_at(pool, child).flags = 0 if proven is None else PROVEN
            node_at(pool, child).backed[mover] = int((proven if judged is None else judged) * PRIOR_ONE)
        if proven is not None:
            edges.move |= PROVEN_EDGE
    node = node_at(pool, index)
    node.mover = mover
    reset_proof(node)
    chosen: cython.int = select_edge(tree, node, 1)
    pool.close(cython.address(chunk))
    return chosen


def check(search: Search) -> dict:
    """Check a tree that grew from this root alone, without transpositions, collections or running workers.
    The visits on the edge to a node that is not proven must be those of the node's own edges and the ones
    that made it, and proven edges lead to proven nodes. Returns the number of `nodes` looked at, of `wrong`
    ones among them, and of visits at the `root`."""
    tree: Tree = search.tree
    nodes = wrong = 0
    seen = set()
    waiting = [(tree.root, None)]
    while waiting:
        index, visits = waiting.pop()
        if index in seen:
            continue
        seen.add(index)
        nodes += 1
        node: cython.pointer(Node) = node_at(tree.pool, index)
        edges: cython.pointer(Edge) = edges_of(node)
        total = 0
        for i in range(node.edges):
            stat: uint64_t = edges[i].stat
            total += visits_of(stat)
            wrong += value_of(stat) > visits_of(stat) + 0.5
            if edges[i].child:
                waiting.append((edges[i].child, visits_of(stat)))
                proven: cython.bint = is_proven(node_at(tree.pool, edges[i].child))
                wrong += bool(edges[i].move & PROVEN_EDGE) and not proven
        if not is_proven(node) and visits is not None:
            late = len(tree.workers)
            wrong += not total <= visits <= total + tree.params.expand_at - 1 + late
    return {"nodes": nodes, "wrong": wrong, "root": sum([row[1] for row in search.rows()])}


def take_block(pool: Pool, edges: cython.int) -> int:
    """The index of a fresh block of a pool, taken with a chunk of its own; 0 without room."""
    chunk: Chunk
    index: uint32_t
    chunk.at = chunk.end = chunk.nodes = 0
    index = pool.take(cython.address(chunk), edges)
    pool.close(cython.address(chunk))
    return index


@cython.cfunc
def packed(visits: cython.int, value: cython.double) -> uint64_t:
    """A statistic as an edge holds it."""
    return (cython.cast(uint64_t, visits) << VALUE_BITS) + cython.cast(uint64_t, value * VALUE_ONE + 0.5)
