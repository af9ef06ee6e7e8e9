# cython: language_level=3, cdivision=True
"""Expansion: a new node with its moves, the likeliest first, and what is proven of it at once.

Where transpositions are shared a position that is in the tree already gets no second node, so that the tree
becomes a graph (Childs, Brodeur & Kocsis 2008); keys take in whatever would close a cycle. Priors order the
edges once and for all. A finished game, and an ending that the leaf solver solves, is proven from the start.

Several workers may grow nodes at once; a node is its worker's own until it is inserted.
"""

import cython
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import expand`")


def grow(tree, state, chunk, scratch):
    """The node for a state: a known one, where transpositions are shared, else a new one. None of a new one's
    edges are taken; 0 without room."""
    moves: uint16_t[MOST_MOVES]
    key: uint64_t = tree.rules.key(state)
    index: uint32_t
    node: cython.pointer(Node)
    edges: cython.pointer(Edge)
    n: cython.int
    i: cython.int
    prefetch(tree.pool.buckets + (key & tree.pool.mask))
    n = tree.rules.moves(state, moves)
    index = tree.pool.find(key, 0) if tree.params.transpositions else 0
    if index and has_moves(tree, node_at(tree.pool, index), state, moves, n):
        return index
    index = tree.pool.take(chunk, n)
    if index == 0:
        return 0
    node = node_at(tree.pool, index)
    node.key = key
    node.mover = tree.rules.mover(state)
    reset_proof(node)
    edges = edges_of(node)
    for i in range(n):
        reset_edge(edges + i, moves[i], PRIOR_ONE // n)
    if tree.params.amaf:
        memset(amaf_of(node), 0, n * cython.sizeof(uint64_t))
    if n == 0:
        prove_end(tree, node, state)
    else:
        if tree.params.priors:
            order_edges(tree, node, state, moves, scratch)
        if tree.params.minimax > 0:
            set_static_value(tree, node, state, scratch)
        if tree.params.solve_at and tree.leaf_solver is not None:
            solve_ending(tree, node, state)
    tree.pool.insert(index)
    return index


def suits(tree, node, state):
    """Tell whether a node is one of this state: it has its key and its very moves, in any order."""
    moves: uint16_t[MOST_MOVES]
    if node.key != tree.rules.key(state):
        return False
    return has_moves(tree, node, state, moves, tree.rules.moves(state, moves))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def solve_ending(
    tree: Tree, node: cython.pointer(Node), state: cython.pointer(cython.const[cython.void])
) -> cython.void:
    """Prove a node, or bound its margin, where the leaf solver solves an ending that is short enough."""
    low: cython.int = -UNBOUNDED
    high: cython.int = UNBOUNDED
    exact: cython.bint = tree.params.prove == PROVE_SCORE
    if tree.leaf_solver.solve(state, tree.params.solve_at, exact, cython.address(low), cython.address(high)):
        tighten_bounds(tree, node, low, high)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def has_moves(
    tree: Tree,
    node: cython.pointer(Node),
    state: cython.pointer(cython.const[cython.void]),
    moves: cython.pointer(uint16_t),
    n: cython.int,
) -> cython.bint:
    """Tell whether these moves, all of a state, are a node's, in any order, and its mover is the state's."""
    legal: uint8_t[MOVE_CODES]
    edges: cython.pointer(Edge) = edges_of(node)
    i: cython.int
    if n != node.edges or n > 0 and node.mover != tree.rules.mover(state):
        return False
    for i in range(n):
        legal[move_of(edges + i) & MOVE_MASK] = False
    for i in range(n):
        legal[moves[i]] = True
    for i in range(n):
        if not legal[move_of(edges + i) & MOVE_MASK]:
            return False
        legal[move_of(edges + i) & MOVE_MASK] = False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def order_edges(
    tree: Tree,
    node: cython.pointer(Node),
    state: cython.pointer(cython.const[cython.void]),
    moves: cython.pointer(uint16_t),
    scratch: Scratch,
) -> cython.void:
    """Give the edges the evaluator's priors, the highest first."""
    priors: cython.float[MOST_MOVES]
    places: uint16_t[MOST_MOVES]
    edges: cython.pointer(Edge) = edges_of(node)
    n: cython.int = node.edges
    i: cython.int
    if not tree.evaluator.priors(state, moves, n, scratch, priors):
        return
    rank(priors, n, places)
    for i in range(n):
        edges[places[i]].move = moves[i]
        edges[places[i]].prior = max(1, cython.cast(cython.int, priors[i] * PRIOR_ONE))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def rank(
    values: cython.pointer(cython.const[cython.float]), n: cython.int, places: cython.pointer(uint16_t)
) -> cython.void:
    """Write the place of each value when the highest comes first, of equal ones the first. Counting higher
    ones needs no branch, and a compiler counts eight at a time."""
    place: cython.int
    i: cython.int
    j: cython.int
    for i in range(n):
        place = 0
        for j in range(i):
            place += values[j] >= values[i]
        for j in range(i + 1, n):
            place += values[j] > values[i]
        places[i] = place
