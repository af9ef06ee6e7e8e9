# cython: language_level=3, cdivision=True
"""Monte Carlo tree search: select, expand, evaluate, back up.

What is computed: after N simulations every edge below the root holds how often it was taken and the sum of
the rewards that followed for the player who took it. Each node chooses the edge with the highest

    value / visits + C * sqrt(ln N / visits)        (UCB1; an edge never taken comes first)

for its own mover. Rewards are one per player, so games that alternate, games in which a player may move
again and games for more than two are searched by the same rule (max^n), and a forced pass is an edge like any
other.

An edge gets a node of its own when it is taken for the second time; before that it is a leaf. When the pool
is full leaves stay leaves and the statistics above them go on.
"""

import cython
from cython.cimports.libc.math import logf, sqrtf

if not cython.compiled:
    raise ImportError("engine.core is compiled; write `from engine.core import search`")


class Bell:
    """One flag that any thread may set and a running search polls."""

    def __init__(self):
        self.rung = False

    def ring(self):
        self.rung = True

    def clear(self):
        self.rung = False


class Search:
    """One worker on one tree. The same seed and the same calls give the same tree."""

    def __init__(
        self, rules: Rules, pool: Pool, leaf: Leaf, seed: uint64_t, exploration: cython.double = 1.414
    ):
        self.rules = rules
        self.pool = pool
        self.leaf = leaf
        self.exploration = exploration
        self.root_position = None
        self.work = Position(rules)
        self.root = 0
        seed_rng(cython.address(self.rng), seed)

    def look_at(self, position: Position) -> int:
        """Make a position that is not over the root. What the tree knows of it is kept if it lies at most
        three plies below the old root and the pool is not more than half full; else the pool is cleared.
        Returns the simulations the root already has."""
        root: uint32_t = 0
        if position.rules is not self.rules:
            raise ValueError("a position of other rules")
        if position.over:
            raise ValueError("nothing to search: the game is over")
        if self.root and self.pool.fill < 0.5:
            root = self.find(self.root, position.key, 3)
        if root == 0:
            self.root = 0
            self.pool.clear()
            root = self.grow(position.state)
        if root == 0:
            raise MemoryError("the pool is too small for one node")
        self.root_position = position.copy()
        self.root = root
        return node_at(self.pool, root).visits

    def run(self, visits: cython.longlong, seconds: cython.double, bell: Bell) -> int:
        """Simulate until `visits` more are done, the time is over or the bell rings; at least once.
        Returns the number done."""
        done: cython.longlong = 0
        end: cython.double = seconds_now() + seconds
        if self.root == 0:
            raise ValueError("no position to search")
        with cython.nogil:
            while True:
                self.simulate()
                done += 1
                if done >= visits or bell.rung:
                    break
                if done % CHECK_EVERY == 0 and seconds_now() >= end:
                    break
        return done

    def rows(self) -> list:
        """(move, visits, mean reward of the mover) of every move at the root, in the game's own order."""
        if self.root == 0:
            return []
        node: cython.pointer(Node) = node_at(self.pool, self.root)
        edges: cython.pointer(Edge) = edges_of(node)
        return [
            (edges[i].move, edges[i].visits, edges[i].value / edges[i].visits if edges[i].visits else 0.0)
            for i in range(node.edges)
        ]

    def simulate(self):
        path: cython.pointer(Edge)[LONGEST_PATH]
        movers: cython.int[LONGEST_PATH]
        rewards: cython.float[MOST_PLAYERS]
        state: cython.p_void = self.work.state
        node: cython.pointer(Node) = node_at(self.pool, self.root)
        edge: cython.pointer(Edge)
        length: cython.int = 0
        i: cython.int
        self.rules.copy(state, self.root_position.state)
        while True:
            node.visits += 1
            if node.edges == 0:
                self.rules.rewards(state, rewards)
                break
            edge = self.choose(node)
            path[length] = edge
            movers[length] = node.mover
            length += 1
            self.rules.play(state, edge.move)
            if edge.child == 0 and edge.visits > 0:
                edge.child = self.grow(state)
            if edge.child == 0 or length == LONGEST_PATH:
                self.leaf.worth(self.rules, state, cython.address(self.rng), rewards)
                break
            node = node_at(self.pool, edge.child)
        for i in range(length):
            path[i].visits += 1
            path[i].value += rewards[movers[i]]

    def choose(self, node):
        """The edge UCB1 prefers; the first one never taken, if any."""
        edges: cython.pointer(Edge) = edges_of(node)
        best: cython.pointer(Edge) = edges
        log_visits: cython.float = logf(node.visits)
        exploration: cython.float = self.exploration
        best_score: cython.float = -1
        score: cython.float
        visits: cython.float
        i: cython.int
        for i in range(node.edges):
            if edges[i].visits == 0:
                return cython.address(edges[i])
            visits = edges[i].visits
            score = cython.cast(cython.float, edges[i].value) / visits + exploration * sqrtf(
                log_visits / visits
            )
            if score > best_score:
                best_score = score
                best = cython.address(edges[i])
        return best

    def grow(self, state):
        """A new node for the state, none of its edges taken; 0 when there is no room."""
        moves: uint16_t[MOST_MOVES]
        n: cython.int = self.rules.moves(state, moves)
        index: uint32_t = self.pool.take(n)
        node: cython.pointer(Node)
        edges: cython.pointer(Edge)
        i: cython.int
        if index == 0:
            return 0
        node = node_at(self.pool, index)
        node.key = self.rules.key(state)
        node.visits = 0
        node.edges = n
        node.mover = self.rules.mover(state)
        edges = edges_of(node)
        for i in range(n):
            edges[i].value = 0
            edges[i].visits = 0
            edges[i].child = 0
            edges[i].move = moves[i]
        return index

    def find(self, index, key, depth):
        """The node with that key at most `depth` plies below; 0 when there is none."""
        node: cython.pointer(Node) = node_at(self.pool, index)
        edges: cython.pointer(Edge) = edges_of(node)
        found: uint32_t
        i: cython.int
        if node.key == key:
            return index
        if depth > 0:
            for i in range(node.edges):
                if edges[i].child:
                    found = self.find(edges[i].child, key, depth - 1)
                    if found:
                        return found
        return 0
