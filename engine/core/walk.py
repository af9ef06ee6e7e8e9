# cython: language_level=3, cdivision=True
"""One simulation: the way down from the root, the leaf's worth, and what it changes on the way back.

Workers share the tree without a lock on the way down: an edge's statistic is one word and changes by one
atomic addition, a child is linked by compare-and-set.
"""

import cython

if not cython.compiled:
    raise ImportError("engine.core is compiled; write `from engine.core import walk`")


class Worker:
    """What one thread needs for itself: a generator, two states, a path, and room for new nodes."""

    def __init__(self, rules: Rules, seed: uint64_t):
        self.state = Position(rules)
        self.spare = Position(rules)
        seed_rng(cython.address(self.rng), seed)


class Walk(Tree):
    """A tree that workers walk from the root's position, and how its leaves are valued."""

    def __init__(self, rules: Rules, pool: Pool, leaf: Leaf, options: dict, alone: cython.bint):
        Tree.__init__(self, rules, pool, options)
        self.leaf = leaf
        self.alone = alone
        self.root_position = None

    def simulate(self, worker):
        """One descent from the root, and what it changes on its path."""
        rewards: cython.float[MOST_PLAYERS]
        state: cython.p_void = worker.state.state
        node: cython.pointer(Node) = node_at(self.pool, worker.root)
        edge: cython.pointer(Edge)
        child: uint32_t
        visits: uint32_t
        logged: cython.int = 0
        p: cython.int
        self.rules.copy(state, self.root_position.state)
        worker.length = 0
        worker.grown = False
        while not (worker.length > 0 and is_sure(node)):
            if worker.length < self.ban_plies:
                edge = edges_of(node) + self.choose_permitted(node, worker.length)
            else:
                edge = edges_of(node) + self.choose(node, worker.length == 0)
            visits = visits_of(shared_load64(cython.address(edge.stat)))
            worker.nodes[worker.length] = node
            child = self.descend(worker, edge, visits)
            if child == 0:
                logged = self.leaf.worth(
                    self.rules,
                    state,
                    worker.spare.state,
                    cython.address(self.eye),
                    cython.address(worker.rng),
                    rewards,
                    worker.log if self.amaf else cython.NULL,
                )
                break
            node = node_at(self.pool, child)
        else:
            for p in range(self.rules.players):
                rewards[p] = node.backed[p] / cython.cast(cython.float, PRIOR_ONE)
            if self.prove != PROVE_OFF:
                self.back_up_certainty(worker)
        self.back_up(worker, rewards)
        if self.amaf:
            self.back_up_amaf(worker, rewards, logged)
        if self.choice.minimax > 0:
            p = worker.length - 1
            while p >= 0 and self.minimax(worker.nodes[p]):
                p -= 1

    def descend(self, worker, edge, visits):
        """Take an edge: play its move and return the node below, grown now if it is time; 0 for a leaf."""
        length: cython.int = worker.length
        child: uint32_t = shared_load32(cython.address(edge.child))
        if child:
            # It arrives while the move is played.
            fetch_ahead(self.pool, child)
        worker.edges[length] = edge
        worker.lost[length] = 0
        if not self.alone and visits < FULLY_SHARED and self.choice.virtual_loss > 0:
            worker.lost[length] = self.choice.virtual_loss
            shared_add64(
                cython.address(edge.stat), cython.cast(uint64_t, self.choice.virtual_loss) << VALUE_BITS
            )
        worker.length = length + 1
        self.rules.play(worker.state.state, edge.move & MOVE_MASK)
        if worker.length == LONGEST_PATH:
            return 0
        if edge.move & UNSEEN_EDGE:
            # Such a child comes from a file. Where it is another position's, the edge stays a leaf.
            if not self.suits(node_at(self.pool, child), worker.state.state):
                return 0
            edge.move &= MOVE_MASK | SURE_EDGE
        ripe: cython.bint = visits + 1 >= cython.cast(uint32_t, self.choice.expand_at)
        if child == 0 and ripe and not worker.grown and not self.pool.full:
            # One node a simulation: from its first new edge on it is a leaf's worth that is asked for.
            worker.grown = True
            child = self.grow(worker.state.state, cython.address(worker.chunk))
            # Another worker may have been faster; what was grown here is found by nobody and swept in time.
            if child and not shared_set32(cython.address(edge.child), 0, child):
                child = shared_load32(cython.address(edge.child))
        elif child and visits & (visits - 1) == 0 and self.choice.solve_growth > 0 and visits > 1:
            self.solve_visited(node_at(self.pool, child), worker.state.state, visits)
        return child

    def solve_visited(self, node, state, visits):
        """Make a node certain where so many visits are worth an exact answer: solving takes about twice as
        long with each empty square more."""
        doubled: cython.int = lowest_bit(visits)
        most: cython.int = self.choice.solve_at + cython.cast(cython.int, self.choice.solve_growth * doubled)
        if self.prove != PROVE_OFF and not is_sure(node):
            self.solve_ending(node, state, min(most, MOST_SOLVED))

    def add(self, word, amount):
        """Add to a word that other workers may be adding to."""
        if self.alone:
            word[0] += amount
        else:
            shared_add64(word, amount)

    def back_up(self, worker, rewards):
        """Count the visit and the chooser's reward on every edge of the path, and take back virtual
        losses. A statistic that has no room for more stays as it is."""
        one: uint64_t = cython.cast(uint64_t, 1) << VALUE_BITS
        gain: uint64_t
        visits: uint32_t
        stat: cython.pointer(uint64_t)
        i: cython.int
        for i in range(worker.length):
            stat = cython.address(worker.edges[i].stat)
            gain = one + cython.cast(uint64_t, rewards[worker.nodes[i].mover] * VALUE_ONE + 0.5)
            visits = visits_of(shared_load64(stat))
            if visits >= MOST_VISITS:
                gain = 0
            if self.alone or visits < HOT_FROM or worker.lost[i]:
                self.add(stat, gain - one * worker.lost[i])
            else:
                self.put_off(worker, worker.edges[i], gain, visits)

    def put_off(self, worker, edge, gain, visits):
        """Add to an edge's statistic later, together with more: where every worker passes, an addition would
        have the others wait for the line of memory."""
        place: cython.size_t = (cython.cast(cython.size_t, edge) // cython.sizeof(Edge)) % HOT_PLACES
        if worker.hot[place] != edge:
            if worker.owed[place]:
                shared_add64(cython.address(worker.hot[place].stat), worker.owed[place])
            worker.hot[place] = edge
            worker.owed[place] = worker.times[place] = 0
        worker.owed[place] += gain
        worker.times[place] += 1
        if worker.times[place] >= min(HOT_MOST, visits >> HOT_SHIFT):
            shared_add64(cython.address(edge.stat), worker.owed[place])
            worker.owed[place] = worker.times[place] = 0

    def settle_up(self, worker):
        """Add what was put off."""
        place: cython.int
        for place in range(HOT_PLACES):
            if worker.owed[place]:
                shared_add64(cython.address(worker.hot[place].stat), worker.owed[place])
            worker.hot[place] = cython.NULL
            worker.owed[place] = worker.times[place] = 0

    def back_up_amaf(self, worker, rewards, logged):
        """Count the visit on every edge at the path's nodes whose move its mover made at any later time."""
        one: uint64_t = cython.cast(uint64_t, 1) << VALUE_BITS
        node: cython.pointer(Node)
        edges: cython.pointer(Edge)
        gain: uint64_t
        amaf: cython.pointer(uint64_t)
        made: cython.bint
        i: cython.int
        j: cython.int
        worker.stamp += 1
        for i in range(logged):
            worker.seen[worker.log[i] >> MOVER_SHIFT][worker.log[i] & MOVE_MASK] = worker.stamp
        i = worker.length - 1
        while i >= 0:
            node = worker.nodes[i]
            edges = edges_of(node)
            worker.seen[node.mover][worker.edges[i].move & MOVE_MASK] = worker.stamp
            gain = one + cython.cast(uint64_t, rewards[node.mover] * VALUE_ONE + 0.5)
            for j in range(node.edges):
                amaf = amaf_of(node) + j
                made = worker.seen[node.mover][edges[j].move & MOVE_MASK] == worker.stamp
                if made and visits_of(shared_load64(amaf)) < MOST_VISITS:
                    self.add(amaf, gain)
            i -= 1

    def back_up_certainty(self, worker):
        """The node under the last edge is certain: settle what follows from it, upwards."""
        i: cython.int = worker.length - 1
        index: uint32_t
        while i >= 0:
            index = shared_load32(cython.address(worker.edges[i].child))
            if index and is_sure(node_at(self.pool, index)):
                worker.edges[i].move |= SURE_EDGE
            if not self.settle(worker.nodes[i]):
                break
            i -= 1
