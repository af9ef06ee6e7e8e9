# cython: language_level=3, cdivision=True
"""Monte Carlo tree search: select, expand, evaluate, back up, prove.

What is computed: after N simulations every edge below the root holds how often it was taken and the sum of
the rewards that followed for the player who took it. At each node the edge with the highest

    value / visits + C sqrt(ln N / visits)           (UCB1; in the other convention 2 ln N), or
    value / visits + C P sqrt(N) / (1 + visits)      (PUCT, P the prior)

is taken (engine/core/tree), by the node's own mover for himself. Rewards are one per player, so games that
alternate, games in which a player may move again and games for more than two are searched by one rule
(max^n), and a forced pass is an edge like any other. What else changes the choice is an option
(engine/techniques.py).

A node whose outcome is certain is settled: its rewards are exact, and nobody searches below it. A settled
child that wins settles its parent, and so do children that are all settled.

Workers share the tree without a lock on the way down: an edge's statistic is one word and changes by one
atomic addition, a child is linked by compare-and-set. The same seed and one worker give the same tree.
"""

import threading

import cython
from cython.cimports.cpython.exc import PyErr_CheckSignals

if not cython.compiled:
    raise ImportError("engine.core is compiled; write `from engine.core import search`")

MARK_STEP = 2000
"""Nodes a collection follows between two looks at the clock."""


class Bell:
    """One flag that any thread may set and a running search polls."""

    def __init__(self):
        self.rung = False

    def ring(self):
        self.rung = True

    def clear(self):
        self.rung = False


class Worker:
    """What one thread needs for itself: a generator, two states, a path, and room for new nodes."""

    def __init__(self, rules: Rules, seed: uint64_t):
        self.state = Position(rules)
        self.spare = Position(rules)
        seed_rng(cython.address(self.rng), seed)


class Search(Tree):
    """A tree, its workers and the options they work by."""

    def __init__(self, rules: Rules, pool: Pool, leaf: Leaf, options: dict, seed: int = 1, threads: int = 1):
        if not 1 <= threads <= MOST_WORKERS:
            raise ValueError(f"a search has 1 to {MOST_WORKERS} threads, not {threads}")
        Tree.__init__(self, rules, pool, options)
        self.leaf = leaf
        self.workers = [Worker(rules, (seed + 7919 * i) & ((1 << 64) - 1)) for i in range(threads)]
        self.alone = threads == 1
        self.own_trees = options["parallel"] == "root" and threads > 1
        self.noise_share = options["noise"]
        self.noise = self.source_of_noise(seed) if self.noise_share > 0 else None
        self.root_position = None
        self.root = 0

    def source_of_noise(self, seed):
        import random

        return random.Random(seed)

    def look_at(self, position: Position) -> int:
        """Make a position that is not over the root, and return the simulations the tree already has of it:
        what was learnt of a position is found again as long as there is room."""
        if position.rules is not self.rules:
            raise ValueError("a position of other rules")
        if position.over:
            raise ValueError("nothing to search: the game is over")
        while self.pool.collecting:
            self.pool.mark(MARK_STEP)
        root: uint32_t = self.known(position)
        if root == 0:
            root = self.plant(position)
        self.root = root
        self.root_position = position.copy()
        worker: Worker
        for worker in self.workers:
            worker.root = root
            if self.own_trees and worker is not self.workers[0]:
                worker.root = self.plant(position)
        self.shake()
        return sum([row[1] for row in self.rows()])

    def forget(self):
        """Give up everything that was learnt."""
        worker: Worker
        self.pool.clear()
        self.root = 0
        self.root_position = None
        for worker in self.workers:
            worker.chunk.at = worker.chunk.end = 0
            worker.root = 0

    def run(
        self,
        visits: cython.longlong,
        seconds: cython.double,
        bell: Bell,
        pause=None,
        slice: cython.double = 0.01,
        nodes: cython.longlong = 1 << 62,
    ) -> int:
        """Simulate until `visits` more are done, the tree has grown by `nodes`, the time is over, the bell
        rings, or the outcome is certain; at least once. Between slices of that many seconds signals are
        served and `pause()` is asked, if given, whether that is enough. Returns the number of simulations."""
        worker: Worker = self.workers[0]
        end: cython.double = seconds_now() + seconds
        if self.root == 0:
            raise ValueError("no position to search")
        self.goal = max(1, visits)
        self.most_nodes = self.pool.nodes + nodes
        self.done = 0
        while True:
            self.halt = False
            helpers = self.call_helpers(end, bell)
            try:
                while not self.halt:
                    part: cython.double = min(end, seconds_now() + slice)
                    with cython.nogil:
                        self.work(worker, part, bell)
                    PyErr_CheckSignals()
                    if seconds_now() >= end or (pause is not None and pause()):
                        break
            finally:
                self.halt = True
                for helper in helpers:
                    helper.join()
            if not self.pool.full or self.done >= self.goal or seconds_now() >= end or bell.rung:
                return self.done
            if self.settled or not self.make_room(end, bell):
                return self.done

    def call_helpers(self, end: cython.double, bell: Bell) -> list:
        """Start the other workers; they work until `halt` is set."""
        helpers = [
            threading.Thread(target=self.help_out, args=(worker, end, bell), daemon=True)
            for worker in self.workers[1:]
        ]
        for helper in helpers:
            helper.start()
        return helpers

    def help_out(self, worker: Worker, end: cython.double, bell: Bell):
        with cython.nogil:
            self.work(worker, end, bell)

    def make_room(self, end: cython.double, bell: Bell) -> bool:
        """Collect what the roots do not need, the least visited too if that is not enough; false when there
        was no time to finish, and the next run goes on."""
        roots: uint32_t[MOST_WORKERS]
        worker: Worker
        count: cython.int = len(self.workers)
        least: uint32_t = 0
        for i in range(count):
            worker = self.workers[i]
            roots[i] = worker.root
            self.pool.close(cython.address(worker.chunk))
        while True:
            if not self.pool.collecting and not self.pool.begin(roots, count, least):
                raise MemoryError("no memory to make room in the tree")
            while not self.pool.mark(MARK_STEP):
                if bell.rung or seconds_now() >= end:
                    return False
            least = self.pool.threshold() if least == 0 else 0
            if least == 0:
                return True

    @property
    def settled(self) -> bool:
        """Whether the outcome at the root is certain."""
        return self.root != 0 and (node_at(self.pool, self.root).flags & SURE) != 0

    @property
    def bounds(self) -> tuple:
        """Between which margins of player 0 the outcome is known to lie, None for no bound."""
        if self.root == 0 or not self.rules.has_margin:
            return (None, None)
        node: cython.pointer(Node) = node_at(self.pool, self.root)
        low = node.low if node.low > -UNBOUNDED else None
        return (low, node.high if node.high < UNBOUNDED else None)

    def rows(self) -> list:
        """(move, visits, mean reward of the mover, prior, certain reward or None, certain margin for the
        mover or None) of every move at the root; the trees of workers that have their own are added up."""
        if self.root == 0:
            return []
        roots = self.roots() if self.own_trees else {self.root}
        total = {}
        for root in sorted(roots):
            for move, visits, value, prior, sure, margin in self.rows_at(root):
                row = total.setdefault(move, [0, 0.0, prior, None, None])
                row[0] += visits
                row[1] += value
                row[3] = sure if sure is not None else row[3]
                row[4] = margin if margin is not None else row[4]
        return [
            (move, visits, value / visits if visits else 0.0, prior, sure, margin)
            for move, (visits, value, prior, sure, margin) in total.items()
        ]

    def roots(self) -> set:
        """The roots of all workers' trees."""
        found = set()
        worker: Worker
        for worker in self.workers:
            found.add(worker.root)
        return found

    def rows_at(self, index: uint32_t) -> list:
        """As `rows`, with the sum of rewards, of any node."""
        node: cython.pointer(Node) = node_at(self.pool, index)
        edges: cython.pointer(Edge) = edges_of(node)
        child: cython.pointer(Node)
        rows = []
        for i in range(node.edges):
            sure = margin = None
            if edges[i].move & SURE_EDGE and edges[i].child:
                child = node_at(self.pool, edges[i].child)
                sure = child.backed[node.mover] / float(PRIOR_ONE)
                if child.low == child.high:
                    margin = -child.low if node.mover else child.low
            stat: uint64_t = edges[i].stat
            move: cython.int = edges[i].move & MOVE_MASK
            prior = edges[i].prior / float(PRIOR_ONE)
            rows.append((move, visits_of(stat), value_of(stat), prior, sure, margin))
        return rows

    def check(self) -> dict:
        """What should hold of the whole tree when no worker runs: the visits on the edge to a node that is
        not certain are those of the node's own edges and the ones that made it, the settled are marked so.
        The number of `nodes` looked at, of `wrong` ones among them, and of visits at the `root`."""
        nodes = wrong = 0
        seen = set()
        waiting = [(self.root, None)]
        while waiting:
            index, visits = waiting.pop()
            if index in seen:
                continue
            seen.add(index)
            nodes += 1
            node: cython.pointer(Node) = node_at(self.pool, index)
            edges: cython.pointer(Edge) = edges_of(node)
            total = 0
            for i in range(node.edges):
                stat: uint64_t = edges[i].stat
                total += visits_of(stat)
                wrong += value_of(stat) > visits_of(stat) + 0.5
                if edges[i].child:
                    waiting.append((edges[i].child, visits_of(stat)))
                    sure: cython.bint = node_at(self.pool, edges[i].child).flags & SURE
                    wrong += bool(edges[i].move & SURE_EDGE) and not sure
            if not node.flags & SURE and visits is not None:
                late = len(self.workers)
                wrong += not total <= visits <= total + self.choice.expand_at - 1 + late
        return {"nodes": nodes, "wrong": wrong, "root": sum([row[1] for row in self.rows()])}

    def line(self, move: cython.int, longest: cython.int = 20) -> list:
        """The moves the tree expects, beginning with this one at the root."""
        moves = []
        index: uint32_t = self.root
        while index and len(moves) < longest:
            node: cython.pointer(Node) = node_at(self.pool, index)
            edges: cython.pointer(Edge) = edges_of(node)
            best: cython.int = -1
            for i in range(node.edges):
                wanted = moves or edges[i].move & MOVE_MASK == move
                if wanted and (best < 0 or visits_of(edges[i].stat) > visits_of(edges[best].stat)):
                    best = i
            if best < 0 or visits_of(edges[best].stat) == 0:
                break
            moves.append(edges[best].move & MOVE_MASK)
            index = edges[best].child
        return moves

    def known(self, position: Position) -> int:
        """The node of a position, 0 when there is none. It must offer the position's own moves: two positions
        might share a key."""
        index: uint32_t = self.pool.find(position.key)
        if index and sorted([row[0] for row in self.rows_at(index)]) != sorted(position.moves()):
            return 0
        return index

    def plant(self, position: Position) -> int:
        """A new node for a position, after making room if there is none."""
        worker: Worker = self.workers[0]
        self.rules.copy(worker.state.state, position.state)
        index: uint32_t = self.grow(worker.state.state, cython.address(worker.chunk))
        if index == 0:
            self.forget()
            index = self.grow(worker.state.state, cython.address(worker.chunk))
        if index == 0:
            raise MemoryError("the pool is too small for one node")
        return index

    def shake(self):
        """Mix random numbers into the root's priors, about ten moves' worth."""
        self.noisy = self.noise_share > 0
        if not self.noisy:
            return
        rows = self.rows_at(self.root)
        numbers = [self.noise.gammavariate(10.0 / len(rows), 1.0) for _ in rows]
        total = sum(numbers) or 1.0
        for i in range(len(rows)):
            self.root_priors[i] = (1 - self.noise_share) * rows[i][3] + self.noise_share * numbers[i] / total

    def work(self, worker, end, bell):
        """Simulate until the end, or until there is a reason for every worker to halt. Several workers count
        together, in steps."""
        step: cython.int = 1 if self.alone else CHECK_EVERY
        count: cython.int = 0
        counted: cython.int = 0
        while True:
            self.simulate(worker)
            count += 1
            if count - counted == step:
                self.add(cython.address(self.done), step)
                counted = count
                if shared_load64(cython.address(self.done)) >= self.goal:
                    self.halt = True
            if bell.rung or self.pool.full or self.pool.nodes >= self.most_nodes:
                self.halt = True
            if node_at(self.pool, worker.root).flags & SURE:
                self.halt = True
            if self.halt or count % CHECK_EVERY == 0 and seconds_now() >= end:
                break
        self.add(cython.address(self.done), count - counted)

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
        while not (node.flags & SURE and worker.length > 0):
            edge = edges_of(node) + self.choose(node, worker.length == 0)
            visits = visits_of(shared_load64(cython.address(edge.stat)))
            worker.nodes[worker.length] = node
            child = self.descend(worker, edge, visits)
            if child == 0:
                logged = self.leaf.worth(
                    self.rules,
                    state,
                    worker.spare.state,
                    cython.address(worker.rng),
                    rewards,
                    worker.log if self.choice.rave > 0 or self.choice.rave_weight > 0 else cython.NULL,
                )
                break
            node = node_at(self.pool, child)
        else:
            for p in range(self.rules.players):
                rewards[p] = node.backed[p] / cython.cast(cython.float, PRIOR_ONE)
            if self.choice.prove != PROVE_OFF:
                self.back_up_certainty(worker)
        self.back_up(worker, rewards)
        if self.choice.rave > 0 or self.choice.rave_weight > 0:
            self.back_up_amaf(worker, rewards, logged)
        if self.choice.minimax > 0:
            p = worker.length - 1
            while p >= 0 and self.minimax(worker.nodes[p]):
                p -= 1

    def descend(self, worker, edge, visits):
        """Take an edge: play its move and return the node below, grown now if it is time; 0 for a leaf."""
        length: cython.int = worker.length
        child: uint32_t = shared_load32(cython.address(edge.child))
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
        if child == 0 and visits + 1 >= cython.cast(uint32_t, self.choice.expand_at) and not self.pool.full:
            child = self.grow(worker.state.state, cython.address(worker.chunk))
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
        """Count the visit and the chooser's reward on every edge of the path, and take back virtual
        losses."""
        one: uint64_t = cython.cast(uint64_t, 1) << VALUE_BITS
        gain: uint64_t
        i: cython.int
        for i in range(worker.length):
            gain = cython.cast(uint64_t, rewards[worker.nodes[i].mover] * VALUE_ONE + 0.5)
            self.add(cython.address(worker.edges[i].stat), one - (one * worker.lost[i]) + gain)

    def back_up_amaf(self, worker, rewards, logged):
        """Count the visit on every edge at the path's nodes whose move its mover made at any later time."""
        one: uint64_t = cython.cast(uint64_t, 1) << VALUE_BITS
        node: cython.pointer(Node)
        edges: cython.pointer(Edge)
        gain: uint64_t
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
                if worker.seen[node.mover][edges[j].move & MOVE_MASK] == worker.stamp:
                    self.add(cython.address(edges[j].amaf), gain)
            i -= 1

    def back_up_certainty(self, worker):
        """The node under the last edge is certain: settle what follows from it, upwards."""
        i: cython.int = worker.length - 1
        index: uint32_t
        while i >= 0:
            index = shared_load32(cython.address(worker.edges[i].child))
            if index and node_at(self.pool, index).flags & SURE:
                worker.edges[i].move |= SURE_EDGE
            if not self.settle(worker.nodes[i]):
                break
            i -= 1
