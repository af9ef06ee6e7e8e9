# cython: language_level=3, cdivision=True
"""What people and tests see of a tree: the moves of a node with their statistics, the expected line, the
nodes below, and whether all of it is consistent.
"""

import cython
from cython.cimports.libc.math import logf

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import inspect`")


class Survey(Walk):
    """A tree with the workers that walk it, and their roots."""

    def __init__(
        self,
        evaluator: Evaluator,
        pool: Pool,
        options: dict,
        seed: int,
        threads: int,
        leaf_solver: LeafSolver = None,
    ):
        Walk.__init__(self, evaluator, pool, options, threads == 1, leaf_solver)
        self.workers = [Worker(evaluator, (seed + 7919 * i) & ((1 << 64) - 1)) for i in range(threads)]
        self.scratch = evaluator.new_scratch(0)
        self.root = 0

    @property
    def nodes(self) -> int:
        """How many nodes the tree has ever been given."""
        total = shared_load64(cython.address(self.pool.nodes))
        worker: Worker
        for worker in self.workers:
            total += shared_load32(cython.address(worker.chunk.nodes))
        return total

    @property
    def mover(self) -> int:
        """The player to move at the root."""
        return node_at(self.pool, self.root).mover if self.root else 0

    @property
    def settled(self) -> bool:
        """Whether the outcome at the root is certain."""
        return self.root != 0 and is_sure(node_at(self.pool, self.root))

    @property
    def bounds(self) -> tuple:
        """Between which margins of player 0 the outcome is known to lie, None for no bound."""
        if self.root == 0 or not self.rules.has_margin:
            return (None, None)
        node: cython.pointer(Node) = node_at(self.pool, self.root)
        low: cython.int = low_of(node)
        high: cython.int = high_of(node)
        return (low if low > -UNBOUNDED else None, high if high < UNBOUNDED else None)

    @property
    def outcome(self) -> tuple | None:
        """Each player's reward where it is certain, else None."""
        if not self.settled:
            return None
        node: cython.pointer(Node) = node_at(self.pool, self.root)
        return tuple([backed_of(node, p) / float(PRIOR_ONE) for p in range(self.rules.players)])

    def rows(self) -> list:
        """(move, visits, mean reward of the mover, prior, certain reward or None, certain margin for the
        mover or None) of every move at the root; the trees of workers that have their own are added up."""
        if self.root == 0:
            return []
        worker: Worker
        roots = set()
        for worker in self.workers:
            roots.add(worker.root)
        total = {}
        for root in sorted(roots):
            for move, visits, value, prior, sure, margin in self.rows_at(root):
                row = total.setdefault(move, [0, 0.0, prior, None, None])
                row[0] += visits
                row[1] += value
                row[3] = sure if sure is not None else row[3]
                row[4] = margin if margin is not None else row[4]
        return [
            (move, visits, mean_of(value, visits), prior, sure, margin)
            for move, (visits, value, prior, sure, margin) in total.items()
        ]

    def rows_at(self, index: uint32_t) -> list:
        """As `rows`, with the sum of rewards, of any node."""
        node: cython.pointer(Node) = node_at(self.pool, index)
        edges: cython.pointer(Edge) = edges_of(node)
        child: cython.pointer(Node)
        rows = []
        for i in range(node.edges):
            sure = margin = None
            below: uint32_t = shared_load32(cython.address(edges[i].child))
            if below and is_sure(node_at(self.pool, below)):
                child = node_at(self.pool, below)
                sure = backed_of(child, node.mover) / float(PRIOR_ONE)
                low: cython.int = low_of(child)
                if low == high_of(child):
                    margin = -low if node.mover else low
            stat: uint64_t = shared_load64(cython.address(edges[i].stat))
            move: cython.int = move_of(cython.address(edges[i])) & MOVE_MASK
            prior = edges[i].prior / float(PRIOR_ONE)
            rows.append((move, visits_of(stat), value_of(stat), prior, sure, margin))
        return rows

    def leads(self, start: Position) -> dict:
        """The lead at the end that the mover of the root's position can expect of each move that was visited,
        {move: lead}; nothing where the evaluator tells none, or the root is not that position.

        Three estimates are averaged, as their errors differ: best play by the evaluation among the nodes with
        the FINE_PART-th of all visits, the same with the COARSE_PART-th, and twice, where the outcome is
        open, the lead that goes with the odds."""
        found = {}
        if self.root == 0 or not self.evaluator.has_lead or self.rules.state_size > 8 * LEAD_WORDS:
            return found
        node: cython.pointer(Node) = node_at(self.pool, self.root)
        if start.rules is not self.rules or node.key != self.rules.key(start.state):
            return found
        legal = set(start.moves())
        edges: cython.pointer(Edge) = edges_of(node)
        position: Position = Position(self.rules)
        lead: cython.float = 0
        total: cython.float = 0
        told: cython.bint
        move: cython.int
        stat: uint64_t
        child: uint32_t
        for i in range(node.edges):
            total += visits_of(shared_load64(cython.address(edges[i].stat)))
        for i in range(node.edges):
            stat = shared_load64(cython.address(edges[i].stat))
            child = shared_load32(cython.address(edges[i].child))
            move = move_of(cython.address(edges[i]))
            if visits_of(stat) == 0 or (move & MOVE_MASK) not in legal:
                continue
            self.rules.copy(position.state, start.state)
            self.rules.play(position.state, move & MOVE_MASK)
            if move & UNSEEN_EDGE and not self.suits(node_at(self.pool, child), position.state):
                child = 0
            with cython.nogil:
                told = self.move_lead(child, position.state, stat, node.mover, total, cython.address(lead))
            if told:
                found[move & MOVE_MASK] = -lead if node.mover else lead
        return found

    def move_lead(self, index, state, stat, mover, total, out):
        """Write the expected lead of player 0 in the state after a root move of that statistic, made by
        `mover`; false when nothing was learnt about it. `total` are the visits of the root."""
        node: cython.pointer(Node) = node_at(self.pool, index)
        guess: cython.float[2]
        fine: cython.float = 0
        coarse: cython.float = 0
        visits: cython.float = visits_of(stat)
        weight: cython.float
        if not self.lead_of(index, state, visits, max(FINE_VISITS, FINE_PART * total), cython.address(fine)):
            return False
        out[0] = fine
        if index and low_of(node) == high_of(node):
            return True
        self.lead_of(index, state, visits, max(COARSE_VISITS, COARSE_PART * total), cython.address(coarse))
        self.evaluator.lead(state, self.scratch, guess)
        weight = 2 * odds_weight(value_of(stat), visits)
        out[0] = fine + coarse
        if weight > 0:
            out[0] += weight * (-1 if mover else 1) * odds_lead(value_of(stat) / visits, guess[1])
        out[0] /= 2 + weight
        if index:
            out[0] = min(max(out[0], low_of(node)), high_of(node))
        return True

    def lead_of(self, index, state, visits, least, out):
        """Write the expected lead of player 0 in a state that so many visits are for, and whose node is that
        one, if any; false when nothing was learnt about it. A proven result bounds the lead."""
        room: uint64_t[LEAD_WORDS]
        below: cython.p_void = cython.cast(cython.p_void, room)
        node: cython.pointer(Node) = node_at(self.pool, index)
        edges: cython.pointer(Edge) = edges_of(node)
        total: cython.float = 0
        won: cython.float = 0
        lead: cython.float = 0
        share: cython.float
        stat: uint64_t
        child: uint32_t
        move: cython.int
        found: cython.bint = False
        low: cython.int = low_of(node)
        high: cython.int = high_of(node)
        i: cython.int
        if index and low == high:
            out[0] = low
            return True
        n: cython.int = node.edges if index else 0
        for i in range(n):
            stat = shared_load64(cython.address(edges[i].stat))
            total += visits_of(stat)
            won += value_of(stat)
        for i in range(n):
            share = visits * visits_of(shared_load64(cython.address(edges[i].stat))) / max(total, 1)
            child = shared_load32(cython.address(edges[i].child))
            if share < least or child == 0:
                continue
            self.rules.copy(below, state)
            move = move_of(edges + i)
            self.rules.play(below, move & MOVE_MASK)
            # As in `descend`: what comes from a file may be another position's.
            if move & UNSEEN_EDGE and not self.suits(node_at(self.pool, child), below):
                continue
            if not self.lead_of(child, below, share, least, cython.address(lead)):
                continue
            if not found or (lead < out[0] if node.mover else lead > out[0]):
                out[0] = lead
            found = True
        if not found and not self.frontier_lead(state, won, total, out):
            return False
        if index and out[0] < low:
            out[0] = low
        elif index and out[0] > high:
            out[0] = high
        return True

    def frontier_lead(self, state, won, visits, out):
        """Write the expected lead of player 0 in a state that is not looked behind: that of the evaluation
        and the one that goes with the mover's odds, which rest on so many visits, together; false when
        nothing was learnt."""
        guess: cython.float[2]
        weight: cython.float = odds_weight(won, visits)
        if not self.evaluator.lead(state, self.scratch, guess):
            return False
        out[0] = guess[0]
        if weight > 0:
            out[0] += weight * (odds_lead(won / visits, guess[1]) - guess[0])
        if self.rules.mover(state):
            out[0] = -out[0]
        return True

    def check(self) -> dict:
        """What should hold, when no worker runs, of a tree that grew from this root alone, without `share`
        or a collection: the visits on the edge to a node that is not certain are those of the node's own
        edges and the ones that made it, the settled are marked so. The number of `nodes` looked at, of
        `wrong` ones among them, and of visits at the `root`."""
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
                    sure: cython.bint = is_sure(node_at(self.pool, edges[i].child))
                    wrong += bool(edges[i].move & SURE_EDGE) and not sure
            if not is_sure(node) and visits is not None:
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

    def subtree(self, depth: cython.int, least: cython.int, most: cython.int) -> list:
        """(moves from the root, mover, visits, mean of the mover, whether it is certain) of the nodes and
        leaves down to a depth that were visited `least` times, each followed by what is below it, the most
        visited first; `most` of them."""
        listed = []
        waiting = [((), self.root, None)]
        while waiting and len(listed) < most:
            path, index, row = waiting.pop()
            if row is not None:
                listed.append((path, *row))
            if not index or len(path) >= depth:
                continue
            node: cython.pointer(Node) = node_at(self.pool, index)
            edges: cython.pointer(Edge) = edges_of(node)
            below = []
            for i in range(node.edges):
                stat: uint64_t = shared_load64(cython.address(edges[i].stat))
                child: uint32_t = shared_load32(cython.address(edges[i].child))
                visits = visits_of(stat)
                if visits >= least:
                    step = (*path, move_of(cython.address(edges[i])) & MOVE_MASK)
                    mean = mean_of(value_of(stat), visits)
                    sure = child != 0 and is_sure(node_at(self.pool, child))
                    below.append((step, child, (node.mover, visits, mean, sure)))
            waiting += sorted(below, key=lambda entry: entry[2][1])
        return listed

    def known(self, position: Position, some=None) -> int:
        """The node of a position, the most visited one where several orders of moves led to one; 0 when there
        is none. It must offer the position's own moves, or those that are named: two positions might share a
        key."""
        moves = sorted(position.moves() if some is None else some)
        key: uint64_t = position.key
        best: uint32_t = 0
        most = -1
        index: uint32_t = self.pool.find(key, 0)
        while index:
            rows = self.rows_at(index)
            visits = sum([row[1] for row in rows])
            if visits > most and sorted([row[0] for row in rows]) == moves:
                best = index
                most = visits
            index = self.pool.find(key, index)
        return best


@cython.cfunc
def mean_of(value: cython.double, visits: cython.double) -> cython.double:
    """The mean of so many rewards. Their sum is rounded where visits are many, and may be above them."""
    return min(1.0, value / visits) if visits else 0.0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def odds_weight(won: cython.float, visits: cython.float) -> cython.float:
    """How much a sum of rewards over so many visits says of a lead, 0 to 1: the less the surer the outcome
    is, and the fewer they are."""
    share: cython.float = won / visits if visits > 0 else 0
    return 4 * share * (1 - share) * visits / (visits + ODDS_VISITS) if 0 < share < 1 else 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def odds_lead(share: cython.float, slope: cython.float) -> cython.float:
    """The lead that goes with a mean reward, where a disc changes the logarithm of the odds by `slope`."""
    share = min(max(share, LEAST_SHARE), 1 - LEAST_SHARE)
    return logf(share / (1 - share)) / slope
