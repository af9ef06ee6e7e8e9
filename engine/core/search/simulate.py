# cython: language_level=3, cdivision=True
"""One simulation: the way down from the root, the leaf's worth, and what it changes on the way back.

Where the way down leads through a much visited node, the simulations that follow begin there, as they would
lead there too: this camp is left after so few that the edges above, which learn of them all at once, would
hardly have been chosen otherwise. A camp may lie inside one of a lower rank, which is nearer to the root and
lasts longer. So the way down is short however large the tree is, and what it reads is at hand.

Workers share the tree without a lock on the way down: an edge's statistic is one word and changes by one
atomic addition, a child is linked by compare-and-set. A camp takes virtual losses for its simulations, so
that workers make theirs apart.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import simulate`")


class Worker:
    """What one thread needs for itself: a state, memory for evaluations, a path, and room for new nodes."""

    def __init__(self, evaluator: Evaluator, seed: uint64_t):
        rules: Rules = evaluator.rules
        self.state = Position(rules)
        self.scratch = evaluator.new_scratch(seed)
        self.grounds = [Position(rules) for _ in range(RANKS)]
        for i in range(RANKS):
            ground: Position = self.grounds[i]
            self.camps[i].state = ground.state


class Walk(Tree):
    """A tree that workers walk from the root's position."""

    def __init__(
        self,
        evaluator: Evaluator,
        pool: Pool,
        options: dict,
        alone: cython.bint,
        leaf_solver: LeafSolver = None,
    ):
        Tree.__init__(self, evaluator, pool, options, leaf_solver)
        self.alone = alone
        self.root_position = None

    def simulate(self, worker):
        """One descent from the root or from a camp, and what it changes on its path."""
        rewards: cython.float[MOST_PLAYERS]
        state: cython.p_void = worker.state.state
        node: cython.pointer(Node) = self.set_out(worker)
        begun: cython.int = worker.camped
        edge: cython.pointer(Edge)
        child: uint32_t
        visits: uint32_t
        logged: cython.int = 0
        least: uint32_t = worker.camps[begun - 1].least if begun > 0 else MOST_VISITS
        p: cython.int
        worker.grown = False
        while not (worker.length > 0 and is_sure(node)):
            edge = edges_of(node) + self.choose(node, worker.length)
            visits = visits_of(shared_load64(cython.address(edge.stat)))
            worker.nodes[worker.length] = node
            child = self.descend(worker, edge, visits)
            if child == 0:
                if self.amaf and self.evaluator.samples > 1:
                    logged = self.try_out(worker, rewards)
                else:
                    logged = self.value_leaf(worker, state, rewards)
                break
            node = node_at(self.pool, child)
            # A shared node may have many visits behind an edge that has few.
            least = min(least, visits)
            if least >= CAMP_FROM:
                self.make_camp(worker, begun, node, least)
        else:
            for p in range(self.rules.players):
                rewards[p] = backed_of(node, p) / cython.cast(cython.float, PRIOR_ONE)
            if self.prove != PROVE_OFF:
                # The way to here may have become another one.
                for p in range(worker.camped):
                    worker.camps[p].stay = 0
                self.back_up_certainty(worker)
        self.back_up(worker, rewards)
        for p in range(worker.camped):
            if worker.camps[p].stay > 0:
                if p >= begun and not self.alone:
                    self.announce(worker, p)
                worker.camps[p].stay -= 1
        if self.amaf and logged >= 0:
            self.back_up_amaf(worker, rewards, logged)
        if self.choice.minimax > 0:
            p = worker.length - 1
            while p >= 0 and self.minimax(worker.nodes[p]):
                p -= 1

    def value_leaf(self, worker, state, rewards):
        """Write what a leaf is worth, by a state that is spent; with all-moves-as-first statistics by a
        single playout that is logged. Returns how many moves the log has."""
        return self.evaluator.evaluate(
            state, worker.scratch, rewards, worker.log if self.amaf else cython.NULL
        )

    def try_out(self, worker, rewards):
        """Write the mean of several playouts from a leaf, and count the moves of each as all-moves-as-first
        with its own rewards. Returns -1: nothing is left to count."""
        one: cython.float[MOST_PLAYERS]
        total: cython.double[MOST_PLAYERS]
        logged: cython.int
        i: cython.int = 0
        p: cython.int
        for p in range(self.rules.players):
            total[p] = 0
        while i < self.evaluator.samples:
            self.rules.copy(worker.scratch.spare.state, worker.state.state)
            logged = self.value_leaf(worker, worker.scratch.spare.state, one)
            self.back_up_amaf(worker, one, logged)
            for p in range(self.rules.players):
                total[p] += one[p]
            i += 1
        for p in range(self.rules.players):
            rewards[p] = total[p] / self.evaluator.samples
        return -1

    def set_out(self, worker):
        """Have the worker where his next simulation begins, and return that node: the innermost camp that is
        not over, nor inside one that is, or else the root."""
        camp: cython.pointer(Camp)
        i: cython.int
        for i in range(worker.camped):
            camp = worker.camps + i
            # Others settle nodes as well.
            if camp.stay == 0 or not self.alone and is_sure(camp.node):
                self.pay(worker, worker.camps[i - 1].length if i > 0 else 0)
                worker.camped = i
                break
        if worker.camped > 0:
            camp = worker.camps + (worker.camped - 1)
            self.rules.copy(worker.state.state, camp.state)
            worker.length = camp.length
            return camp.node
        worker.length = 0
        self.rules.copy(worker.state.state, self.root_position.state)
        return node_at(self.pool, worker.root)

    def make_camp(self, worker, begun, node, least):
        """Let simulations begin at the node to which edges of so many visits or more have just led: this one
        and as many more as are few to them. Of the camps of a rank that a simulation comes through the last
        counts, unless it began, with so many camps, in one of them."""
        rank: cython.int = RANKS - 1
        start: uint32_t = CAMP_FROM
        last: cython.int = worker.camped - 1
        while rank > 0 and least >> CAMP_SHIFT >= start:
            start <<= CAMP_SHIFT
            rank -= 1
        if last < 0 or worker.camps[last].rank < rank:
            last += 1
        elif last < begun:
            return
        worker.camped = last + 1
        camp: cython.pointer(Camp) = worker.camps + last
        camp.node = node
        camp.length = worker.length
        camp.rank = rank
        camp.least = least
        camp.stay = min(start >> QUARTER_SHIFT, least >> CAMP_SHIFT)
        if not self.alone:
            camp.stay = min(camp.stay, LONGEST_SHARED)
        self.rules.copy(camp.state, worker.state.state)

    def announce(self, worker, number):
        """Let other workers know of the simulations from a camp as losses on the edges that lead to it, until
        they are paid. At the root, where people read what moves are worth, nothing is lost."""
        camp: cython.pointer(Camp) = worker.camps + number
        most: uint32_t = cython.cast(uint32_t, camp.stay * self.choice.virtual_loss)
        stat: cython.pointer(uint64_t)
        visits: uint32_t
        lost: uint32_t
        i: cython.int
        for i in range(worker.camps[number - 1].length if number > 0 else 1, camp.length):
            stat = cython.address(worker.edges[i].stat)
            visits = visits_of(shared_load64(stat))
            lost = min(most, visits >> CAMP_SHIFT)
            if lost > 0 and visits < MOST_VISITS // 2:
                worker.lost[i] += lost
                shared_add64(stat, cython.cast(uint64_t, lost) << VALUE_BITS)

    def pay(self, worker, start):
        """Add to the edges above the innermost camp, from so far below the root on, what they are owed."""
        stat: cython.pointer(uint64_t)
        i: cython.int
        if worker.camped == 0:
            return
        for i in range(start, worker.camps[worker.camped - 1].length):
            if worker.owed[i] == 0 and worker.lost[i] == 0:
                continue
            stat = cython.address(worker.edges[i].stat)
            if visits_of(shared_load64(stat)) >= MOST_VISITS:
                worker.owed[i] = 0
            self.add(stat, worker.owed[i] - (cython.cast(uint64_t, worker.lost[i]) << VALUE_BITS))
            worker.owed[i] = worker.lost[i] = 0

    def descend(self, worker, edge, visits):
        """Take an edge: play its move and return the node below, grown now if it is time; 0 for a leaf."""
        length: cython.int = worker.length
        child: uint32_t = shared_load32(cython.address(edge.child))
        move: uint16_t = move_of(edge)
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
        self.rules.play(worker.state.state, move & MOVE_MASK)
        if worker.length == LONGEST_PATH:
            return 0
        if move & UNSEEN_EDGE:
            # Such a child comes from a file. Where it is another position's, the edge stays a leaf.
            if not self.suits(node_at(self.pool, child), worker.state.state):
                return 0
            shared_and16(cython.address(edge.move), MOVE_MASK | SURE_EDGE)
        ripe: cython.bint = visits + 1 >= cython.cast(uint32_t, self.choice.expand_at)
        if child == 0 and ripe and not worker.grown and not shared_is_set(cython.address(self.pool.full)):
            # One node a simulation: from its first new edge on it is a leaf's worth that is asked for.
            worker.grown = True
            child = self.grow(worker.state.state, cython.address(worker.chunk), worker.scratch)
            # Another worker may have been faster; what was grown here is at most found by its position, or
            # swept in time.
            if child and not shared_set32(cython.address(edge.child), 0, child):
                child = shared_load32(cython.address(edge.child))
        return child

    def add(self, word, amount):
        """Add to a word that other workers may be adding to."""
        if self.alone:
            word[0] += amount
        else:
            shared_add64(word, amount)

    def back_up(self, worker, rewards):
        """Count the visit and the chooser's reward on every edge of the path, above the innermost camp as
        owed, and take back virtual losses below. A statistic that has no room for more stays as it is."""
        one: uint64_t = cython.cast(uint64_t, 1) << VALUE_BITS
        gain: uint64_t
        stat: cython.pointer(uint64_t)
        i: cython.int
        paid: cython.int = worker.camps[worker.camped - 1].length if worker.camped > 0 else 0
        for i in range(worker.length):
            gain = one + cython.cast(uint64_t, rewards[worker.nodes[i].mover] * VALUE_ONE + 0.5)
            if i < paid:
                worker.owed[i] += gain
                continue
            stat = cython.address(worker.edges[i].stat)
            if visits_of(shared_load64(stat)) >= MOST_VISITS:
                gain = 0
            self.add(stat, gain - one * worker.lost[i])

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
            worker.seen[node.mover][move_of(worker.edges[i]) & MOVE_MASK] = worker.stamp
            gain = one + cython.cast(uint64_t, rewards[node.mover] * VALUE_ONE + 0.5)
            for j in range(node.edges):
                amaf = amaf_of(node) + j
                made = worker.seen[node.mover][move_of(edges + j) & MOVE_MASK] == worker.stamp
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
                mark_edge(worker.edges[i], SURE_EDGE)
            if not self.settle(worker.nodes[i]):
                break
            i -= 1
