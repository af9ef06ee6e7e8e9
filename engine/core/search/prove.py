# cython: language_level=3, cdivision=True
"""What is known of a node beside its visits: certain results, and the minimax of static judgements.

Every function here may run in several workers at once on the same node. It is written under the node's lock
and read without: bounds only ever narrow, and rewards do not change any more once they are marked certain.
Before that they may be read while they change, of one player's the old and of another's the new; who backed
that up is put right by the next simulation that passes.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import prove`")

PROVE = {"off": PROVE_OFF, "result": PROVE_RESULT, "score": PROVE_SCORE}


class Proof:
    """A game's rules, how its positions are evaluated, the pool that holds the nodes, and what is to be
    proven."""

    def __init__(self, evaluator: Evaluator, pool: Pool, options: dict):
        self.rules = evaluator.rules
        self.evaluator = evaluator
        self.pool = pool
        self.prove = PROVE[options["prove"]]

    def finish(self, node, state):
        """Make a node without edges, the end of a game, certain."""
        rewards: cython.float[MOST_PLAYERS]
        p: cython.int
        self.rules.rewards(state, rewards)
        for p in range(self.rules.players):
            node.backed[p] = cython.cast(uint16_t, rewards[p] * PRIOR_ONE + 0.5)
        if self.rules.has_margin:
            node.low = node.high = self.rules.margin(state)
        node.flags = SURE

    def judge(self, node, state, scratch):
        """Give a new node the game's static value for implicit minimax."""
        rewards: cython.float[MOST_PLAYERS]
        p: cython.int
        if not self.evaluator.judge(state, scratch, rewards):
            for p in range(MOST_PLAYERS):
                rewards[p] = 0.5
        for p in range(self.rules.players):
            node.backed[p] = cython.cast(uint16_t, rewards[p] * PRIOR_ONE + 0.5)

    def settle(self, node):
        """See what the children prove of a node; true when it changed anything its parents should know."""
        if is_sure(node):
            return True
        return self.settle_margin(node) if self.rules.has_margin else self.settle_rewards(node)

    def settle_margin(self, node):
        """Two players: player 0 takes the highest margin, player 1 the lowest, and a child not grown yet may
        hold any."""
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
                child = node_at(self.pool, index)
                low = max(low, sign * (high_of(child) if node.mover else low_of(child)))
                high = max(high, sign * (low_of(child) if node.mover else high_of(child)))
            else:
                high = UNBOUNDED
        return self.narrow(node, -high, -low) if node.mover else self.narrow(node, low, high)

    def narrow(self, node, low, high):
        """Take in what was found out about a node's margin; true when it is certain or any is new."""
        changed: cython.bint
        won: cython.float
        self.pool.lock(node)
        changed = low > low_of(node) or high < high_of(node) or is_sure(node)
        low = max(low, low_of(node))
        high = min(high, high_of(node))
        shared_storei16(cython.address(node.low), low)
        shared_storei16(cython.address(node.high), high)
        if not is_sure(node) and (low == high or self.prove == PROVE_RESULT and (low > 0 or high < 0)):
            won = 1.0 if low > 0 else 0.0 if high < 0 else self.rules.draw
            # Rounded as `finish` does it.
            shared_store16(cython.address(node.backed[0]), cython.cast(uint16_t, won * PRIOR_ONE + 0.5))
            shared_store16(cython.address(node.backed[1]), cython.cast(uint16_t, (1 - won) * PRIOR_ONE + 0.5))
            shared_set32(cython.address(node.flags), 0, SURE)
            changed = True
        self.pool.unlock(node)
        return changed

    def settle_rewards(self, node):
        """Any number of players: a certain child that gives the mover everything settles the node; when all
        are certain it is the first of those best for the mover."""
        edges: cython.pointer(Edge) = edges_of(node)
        best: cython.pointer(Node) = cython.NULL
        child: cython.pointer(Node)
        every: cython.bint = True
        top: cython.int = -1
        index: uint32_t
        i: cython.int
        for i in range(node.edges):
            index = shared_load32(cython.address(edges[i].child))
            child = node_at(self.pool, index)
            if index == 0 or not is_sure(child):
                every = False
            elif backed_of(child, node.mover) > top:
                best = child
                top = backed_of(child, node.mover)
        if best == cython.NULL or not (every or top == PRIOR_ONE):
            return False
        self.pool.lock(node)
        if not is_sure(node):
            for i in range(MOST_PLAYERS):
                shared_store16(cython.address(node.backed[i]), backed_of(best, i))
            shared_set32(cython.address(node.flags), 0, SURE)
        self.pool.unlock(node)
        return True

    def minimax(self, node):
        """Back up the best child's judgement, unless the node is certain; false when nothing changed."""
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
                child = node_at(self.pool, index)
                value = backed_of(child, node.mover)
                if value > top:
                    best = child
                    top = value
        if best == cython.NULL:
            return False
        self.pool.lock(node)
        if is_sure(node):
            changed = True
        else:
            for i in range(MOST_PLAYERS):
                value = backed_of(best, i)
                changed = changed or backed_of(node, i) != value
                shared_store16(cython.address(node.backed[i]), value)
        self.pool.unlock(node)
        return changed
