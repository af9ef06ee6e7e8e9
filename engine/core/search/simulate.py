# cython: language_level=3, cdivision=True
"""One simulation: selection down to a leaf, its evaluation, and the updates on the way back.

A leaf becomes a node when it has been visited `expand_at` times, and one simulation grows one node at most
(Coulom 2006). The rewards of the evaluation are added on every edge of the path, to each edge its own mover's
(max^n). What the end of the path proves, and the minimax of static values, goes upwards as far as it changes
anything.

Below a much visited node a simulation leaves a checkpoint, and the next ones begin there, as they would lead
there too. It holds for so few simulations that the edges above would hardly have been chosen otherwise; what
these are owed is deferred and flushed when it ends. A checkpoint may lie inside one of a lower rank, which is
nearer to the root and holds longer. So the way down is short however large the tree is, and what it reads is
at hand. It is a batching of the incremental updates that others make for every simulation.

Workers share the tree without a lock on the way down (Enzenberger & Mueller 2010): an edge's statistic
changes by one atomic addition, a child is linked by compare-and-set. Virtual losses (Chaslot, Winands & van
den Herik 2008) keep them apart; a checkpoint takes some for the simulations that it holds for.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import simulate`")


def simulate(tree, worker):
    """One descent from the root or from a checkpoint, and its updates of the path."""
    rewards: cython.float[TREE_PLAYERS]
    node: cython.pointer(Node) = start_simulation(tree, worker)
    begun: cython.int = worker.depth
    edge: cython.pointer(Edge)
    child: uint32_t
    visits: uint32_t
    logged: cython.int = 0
    least: uint32_t = worker.checkpoints[begun - 1].least if begun > 0 else MOST_VISITS
    p: cython.int
    worker.grown = False
    while not (worker.length > 0 and is_proven(node)):
        edge = edges_of(node) + select_edge(tree, node, worker.length)
        visits = visits_of(shared_load64(cython.address(edge.stat)))
        worker.nodes[worker.length] = node
        child = descend(tree, worker, edge, visits)
        if child == 0:
            if tree.params.amaf and tree.evaluator.samples > 1:
                logged = evaluate_one_by_one(tree, worker, rewards)
            else:
                logged = evaluate_leaf(tree, worker, worker.state.state, rewards)
            break
        node = node_at(tree.pool, child)
        # A shared node may have many visits behind an edge that has few.
        least = min(least, visits)
        if least >= CHECKPOINT_FROM:
            set_checkpoint(tree, worker, begun, node, least)
    else:
        for p in range(tree.rules.players):
            rewards[p] = backed_of(node, p) / cython.cast(cython.float, PRIOR_ONE)
        if tree.params.prove != PROVE_OFF:
            # The way to here may have become another one.
            for p in range(worker.depth):
                worker.checkpoints[p].left = 0
            back_up_proof(tree, worker)
    back_up(tree, worker, rewards)
    for p in range(worker.depth):
        if worker.checkpoints[p].left > 0:
            if p >= begun and not tree.alone:
                add_virtual_losses(tree, worker, p)
            worker.checkpoints[p].left -= 1
    if tree.params.amaf and logged >= 0:
        back_up_amaf(tree, worker, rewards, logged)
    if tree.params.minimax > 0:
        p = worker.length - 1
        while p >= 0 and back_up_minimax(tree, worker.nodes[p]):
            p -= 1


def resume(tree, worker):
    """Let other workers know again of a worker's checkpoints, whose losses a flush has taken back."""
    i: cython.int
    if not tree.alone:
        for i in range(worker.depth):
            add_virtual_losses(tree, worker, i)


def flush(tree, worker, start):
    """Add the deferred updates to the edges above the innermost checkpoint, from a ply below the root on."""
    stat: cython.pointer(uint64_t)
    i: cython.int
    if worker.depth == 0:
        return
    for i in range(start, worker.checkpoints[worker.depth - 1].length):
        if worker.deferred[i] == 0 and worker.lost[i] == 0:
            continue
        stat = cython.address(worker.edges[i].stat)
        if visits_of(shared_load64(stat)) >= MOST_VISITS:
            worker.deferred[i] = 0
        add(tree, stat, worker.deferred[i] - (cython.cast(uint64_t, worker.lost[i]) << VALUE_BITS))
        worker.deferred[i] = worker.lost[i] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def evaluate_leaf(tree: Tree, worker: Worker, state: cython.p_void, rewards: cython.p_float) -> cython.int:
    """Write the evaluation of a leaf, whose state is spent; with all-moves-as-first statistics by a single
    playout that is logged. Returns how many moves the log has."""
    return tree.evaluator.evaluate(
        state, worker.scratch, rewards, worker.log if tree.params.amaf else cython.NULL
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def evaluate_one_by_one(tree: Tree, worker: Worker, rewards: cython.p_float) -> cython.int:
    """Write the mean of several playouts from a leaf, with all-moves-as-first counts. The moves of each count
    with its own rewards. Returns -1: nothing is left to count."""
    one: cython.float[TREE_PLAYERS]
    total: cython.double[TREE_PLAYERS]
    spare: cython.p_void = worker.scratch.spare.state
    logged: cython.int
    i: cython.int = 0
    p: cython.int
    for p in range(tree.rules.players):
        total[p] = 0
    while i < tree.evaluator.samples:
        tree.rules.copy(spare, worker.state.state)
        logged = evaluate_leaf(tree, worker, spare, one)
        back_up_amaf(tree, worker, one, logged)
        for p in range(tree.rules.players):
            total[p] += one[p]
        i += 1
    for p in range(tree.rules.players):
        rewards[p] = total[p] / tree.evaluator.samples
    return -1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def start_simulation(tree: Tree, worker: Worker) -> cython.pointer(Node):
    """Put the worker where its next simulation begins, and return that node. It is the innermost checkpoint
    that holds and lies in none that does not, or else the root."""
    checkpoint: cython.pointer(Checkpoint)
    i: cython.int
    for i in range(worker.depth):
        checkpoint = worker.checkpoints + i
        # Others prove nodes as well.
        if checkpoint.left == 0 or not tree.alone and is_proven(checkpoint.node):
            flush(tree, worker, worker.checkpoints[i - 1].length if i > 0 else 0)
            worker.depth = i
            break
    if worker.depth > 0:
        checkpoint = worker.checkpoints + (worker.depth - 1)
        tree.rules.copy(worker.state.state, checkpoint.state)
        worker.length = checkpoint.length
        return checkpoint.node
    worker.length = 0
    tree.rules.copy(worker.state.state, tree.root_position.state)
    return node_at(tree.pool, worker.root)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def set_checkpoint(
    tree: Tree, worker: Worker, begun: cython.int, node: cython.pointer(Node), least: uint32_t
) -> cython.void:
    """Let simulations begin at the node that edges of `least` visits or more have just led to. These are this
    one and as many more as are few to the edges. Of the checkpoints of a rank that a simulation passes the
    last counts, unless it began in one of them, with `begun` of them set."""
    rank: cython.int = RANKS - 1
    start: uint32_t = CHECKPOINT_FROM
    last: cython.int = worker.depth - 1
    while rank > 0 and least >> CHECKPOINT_SHIFT >= start:
        start <<= CHECKPOINT_SHIFT
        rank -= 1
    if last < 0 or worker.checkpoints[last].rank < rank:
        last += 1
    elif last < begun:
        return
    worker.depth = last + 1
    checkpoint: cython.pointer(Checkpoint) = worker.checkpoints + last
    checkpoint.node = node
    checkpoint.length = worker.length
    checkpoint.rank = rank
    checkpoint.least = least
    checkpoint.left = min(start >> QUARTER_SHIFT, least >> CHECKPOINT_SHIFT)
    if not tree.alone:
        checkpoint.left = min(checkpoint.left, LONGEST_SHARED)
    tree.rules.copy(checkpoint.state, worker.state.state)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_virtual_losses(tree: Tree, worker: Worker, number: cython.int) -> cython.void:
    """Count a checkpoint's simulations to come as losses on the edges to it, until they are flushed. At the
    root, where people read the values of moves, nothing is lost."""
    checkpoint: cython.pointer(Checkpoint) = worker.checkpoints + number
    most: uint32_t = cython.cast(uint32_t, checkpoint.left * tree.params.virtual_loss)
    stat: cython.pointer(uint64_t)
    visits: uint32_t
    lost: uint32_t
    i: cython.int
    for i in range(worker.checkpoints[number - 1].length if number > 0 else 1, checkpoint.length):
        stat = cython.address(worker.edges[i].stat)
        visits = visits_of(shared_load64(stat))
        lost = min(most, visits >> CHECKPOINT_SHIFT)
        if lost > 0 and visits < MOST_VISITS // 2:
            worker.lost[i] += lost
            shared_add64(stat, cython.cast(uint64_t, lost) << VALUE_BITS)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def descend(tree: Tree, worker: Worker, edge: cython.pointer(Edge), visits: uint32_t) -> uint32_t:
    """Take an edge: play its move and return the node below, grown if due; 0 for a leaf."""
    length: cython.int = worker.length
    child: uint32_t = shared_load32(cython.address(edge.child))
    move: uint16_t = move_of(edge)
    if child:
        # It arrives while the move is played.
        fetch_ahead(tree.pool, child)
    worker.edges[length] = edge
    worker.lost[length] = 0
    if not tree.alone and visits < FULLY_SHARED and tree.params.virtual_loss > 0:
        worker.lost[length] = tree.params.virtual_loss
        shared_add64(cython.address(edge.stat), cython.cast(uint64_t, tree.params.virtual_loss) << VALUE_BITS)
    worker.length = length + 1
    tree.rules.play(worker.state.state, move & MOVE_MASK)
    if worker.length == LONGEST_PATH:
        return 0
    if move & UNCHECKED_EDGE:
        # Such a child comes from a file. Where it is another position's, the edge stays a leaf.
        if not suits(tree, node_at(tree.pool, child), worker.state.state):
            return 0
        shared_and16(cython.address(edge.move), MOVE_MASK | PROVEN_EDGE)
    ripe: cython.bint = visits + 1 >= cython.cast(uint32_t, tree.params.expand_at)
    if child == 0 and ripe and not worker.grown and not shared_is_set(cython.address(tree.pool.full)):
        # One node a simulation: from its first new edge on it is a leaf's value that is asked for.
        worker.grown = True
        child = grow(tree, worker.state.state, cython.address(worker.chunk), worker.scratch)
        # Another worker may have been faster; what was grown here is at most found by its position, or swept
        # in time.
        if child and not shared_set32(cython.address(edge.child), 0, child):
            child = shared_load32(cython.address(edge.child))
    return child


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def back_up(tree: Tree, worker: Worker, rewards: cython.p_float) -> cython.void:
    """Count the visit and the mover's reward on every edge of the path. Above the innermost checkpoint they
    are deferred, below it virtual losses are taken back. A statistic without room for more stays as it is."""
    one: uint64_t = cython.cast(uint64_t, 1) << VALUE_BITS
    gain: uint64_t
    stat: cython.pointer(uint64_t)
    i: cython.int
    above: cython.int = worker.checkpoints[worker.depth - 1].length if worker.depth > 0 else 0
    for i in range(worker.length):
        gain = one + cython.cast(uint64_t, rewards[worker.nodes[i].mover] * VALUE_ONE + 0.5)
        if i < above:
            worker.deferred[i] += gain
            continue
        stat = cython.address(worker.edges[i].stat)
        if visits_of(shared_load64(stat)) >= MOST_VISITS:
            gain = 0
        add(tree, stat, gain - one * worker.lost[i])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def back_up_amaf(tree: Tree, worker: Worker, rewards: cython.p_float, logged: cython.int) -> cython.void:
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
                add(tree, amaf, gain)
        i -= 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def back_up_proof(tree: Tree, worker: Worker) -> cython.void:
    """The node under the last edge is proven: prove what follows from it, upwards."""
    i: cython.int = worker.length - 1
    index: uint32_t
    while i >= 0:
        index = shared_load32(cython.address(worker.edges[i].child))
        if index and is_proven(node_at(tree.pool, index)):
            mark_edge(worker.edges[i], PROVEN_EDGE)
        if not prove_from_children(tree, worker.nodes[i]):
            break
        i -= 1
