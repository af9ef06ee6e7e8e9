# cython: language_level=3, cdivision=True
"""How a node comes into the tree: its moves, the likeliest first, and what is certain of it at once.

Several workers may grow nodes at once; a node is its worker's own until it is inserted.
"""

import cython
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import expand`")


class Tree(Chooser):
    """Chooses edges and grows nodes. Endings are solved while they are grown where there is a solver for
    them."""

    def __init__(self, evaluator: Evaluator, pool: Pool, options: dict, leaf_solver: LeafSolver = None):
        Chooser.__init__(self, evaluator, pool, options)
        self.leaf_solver = leaf_solver

    def grow(self, state, chunk, scratch):
        """The node for a state: with `share` one that is already known, else a new one, none of its edges
        taken; 0 when there is no room."""
        moves: uint16_t[MOST_MOVES]
        key: uint64_t = self.rules.key(state)
        index: uint32_t
        node: cython.pointer(Node)
        edges: cython.pointer(Edge)
        n: cython.int
        i: cython.int
        prefetch(self.pool.buckets + (key & self.pool.mask))
        n = self.rules.moves(state, moves)
        index = self.pool.find(key, 0) if self.choice.share else 0
        if index and self.has_moves(node_at(self.pool, index), state, moves, n):
            return index
        index = self.pool.take(chunk, n)
        if index == 0:
            return 0
        node = node_at(self.pool, index)
        node.key = key
        node.mover = self.rules.mover(state)
        node.flags = 0
        node.low = -UNBOUNDED
        node.high = UNBOUNDED
        edges = edges_of(node)
        for i in range(n):
            edges[i].stat = 0
            edges[i].child = 0
            edges[i].move = moves[i]
            edges[i].prior = PRIOR_ONE // n
        if self.amaf:
            memset(amaf_of(node), 0, n * cython.sizeof(uint64_t))
        if n == 0:
            self.finish(node, state)
        else:
            if self.choice.priors:
                self.order(node, state, moves, scratch)
            if self.choice.minimax > 0:
                self.judge(node, state, scratch)
            if self.leaf_solver is not None and self.choice.solve_at and self.prove != PROVE_OFF:
                self.solve_ending(node, state, self.choice.solve_at)
        self.pool.insert(index)
        return index

    def solve_ending(self, node, state, most):
        """Make a node certain where the game solves an ending of at most so many empty squares."""
        low: cython.int = -UNBOUNDED
        high: cython.int = UNBOUNDED
        exact: cython.bint = self.prove == PROVE_SCORE
        if self.leaf_solver.solve(state, most, exact, cython.address(low), cython.address(high)):
            self.narrow(node, low, high)

    def suits(self, node, state):
        """Whether a node is one of this state: it has its key and its very moves, in any order."""
        moves: uint16_t[MOST_MOVES]
        if node.key != self.rules.key(state):
            return False
        return self.has_moves(node, state, moves, self.rules.moves(state, moves))

    def has_moves(self, node, state, moves, n):
        """Whether these moves, all of a state, are a node's, in any order, and its mover is the state's."""
        legal: uint8_t[MOVE_CODES]
        edges: cython.pointer(Edge) = edges_of(node)
        i: cython.int
        if n != node.edges or n > 0 and node.mover != self.rules.mover(state):
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

    def order(self, node, state, moves, scratch):
        """Give the edges the evaluator's priors, the highest first."""
        priors: cython.float[MOST_MOVES]
        places: uint16_t[MOST_MOVES]
        edges: cython.pointer(Edge) = edges_of(node)
        n: cython.int = node.edges
        i: cython.int
        if not self.evaluator.priors(state, moves, n, scratch, priors):
            return
        rank(priors, n, places)
        for i in range(n):
            edges[places[i]].move = moves[i]
            edges[places[i]].prior = max(1, cython.cast(cython.int, priors[i] * PRIOR_ONE))

    def choice_among(self, rows: list, mover: cython.int = 0) -> int:
        """The edge that `choose` takes at a node made up of rows: (visits, sum of rewards, prior,
        all-moves-as-first visits, their sum of rewards, reward of the child's static minimax or None,
        certain reward or None). The node is given up again."""
        chunk: Chunk
        child: uint32_t
        node: cython.pointer(Node)
        edges: cython.pointer(Edge)
        chunk.at = chunk.end = chunk.nodes = 0
        index: uint32_t = self.pool.take(cython.address(chunk), len(rows))
        if index == 0:
            raise MemoryError("no room for a node")
        count: cython.int = len(rows)
        i: cython.int
        for i in range(count):
            edges = edges_of(node_at(self.pool, index)) + i
            visits, value, prior, amaf_visits, amaf_value, judged, sure = rows[i]
            edges.stat = packed(visits, value)
            if self.amaf:
                amaf_of(node_at(self.pool, index))[i] = packed(amaf_visits, amaf_value)
            edges.prior = int(prior * PRIOR_ONE + 0.5)
            edges.move = i
            edges.child = 0
            if judged is not None or sure is not None:
                child = self.pool.take(cython.address(chunk), 0)
                edges.child = child
                node_at(self.pool, child).flags = 0 if sure is None else SURE
                node_at(self.pool, child).backed[mover] = int(
                    (sure if judged is None else judged) * PRIOR_ONE
                )
            if sure is not None:
                edges.move |= SURE_EDGE
        node = node_at(self.pool, index)
        node.mover = mover
        node.flags = 0
        chosen: cython.int = self.choose(node, 1)
        self.pool.close(cython.address(chunk))
        return chosen


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


@cython.cfunc
def packed(visits: cython.int, value: cython.double) -> uint64_t:
    """A statistic as an edge holds it."""
    return (cython.cast(uint64_t, visits) << VALUE_BITS) + cython.cast(uint64_t, value * VALUE_ONE + 0.5)
