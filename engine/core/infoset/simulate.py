# cython: language_level=3, cdivision=True
"""One simulation of an information-set search: down through a world of its own, and back up.

A move made at a node gets an arm; below one that has not been visited `expand_at` times the leaf is
evaluated. Each arm of the way gets a visit and the reward of the player who made the move (max^n). Several
workers share the arms without a lock: statistics change by atomic addition, and visits without reward keep
the others off a worker's way until it returns. Where an arm has given way to another meanwhile, nothing is
added to that.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.infoset import simulate`")


def simulate(tree, worker):
    """One simulation, and what it changes on its way."""
    rewards: cython.float[MOST_PLAYERS]
    state: cython.p_void = worker.state.state
    visits: cython.int
    node: uint64_t
    n: cython.int
    worker.length = 0
    enter_world(tree, worker)
    n = let_chance_move(tree, worker)
    while n > 0 and worker.length < LONGEST_PATH:
        node = node_key(tree, worker)
        if worker.length > 0:
            link(worker, node)
        visits = step(tree, worker, node, n)
        n = let_chance_move(tree, worker)
        if visits < tree.params.expand_at:
            break
    if tree.tells:
        clear_outcome(cython.address(worker.scratch.outcome))
    if n == 0:
        tree.rules.rewards(state, rewards)
        if tree.tells:
            add_outcome(tree.rules, state, 1, cython.address(worker.scratch.outcome))
    else:
        tree.evaluator.evaluate(state, worker.scratch, rewards, cython.NULL)
    back_up(tree, worker, rewards)
    if tree.tells and worker.scratch.outcome.weight > 0:
        tree.tally.add(worker.first, cython.address(worker.scratch.outcome), tree.alone)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def step(tree: InfosetTree, worker: Worker, node: uint64_t, n: cython.int) -> cython.int:
    """Make the move that is selected at a node, note it on the path, and return the visits its arm had."""
    i: cython.int = select_move(tree, worker, node, n)
    mover: cython.int = tree.rules.mover(worker.state.state)
    arm: cython.pointer(Arm) = worker.candidates.arm[i]
    key: uint64_t = arm_key(node, worker.moves[i])
    visits: cython.int
    if arm == cython.NULL:
        arm = tree.table.take(key, mover)
    elif shared_load32(cython.address(arm.tag)) >> MOVER_BITS != tree.table.epoch:
        shared_store32(cython.address(arm.tag), tree.table.epoch << MOVER_BITS | mover)
    visits = visits_of(shared_load64(cython.address(arm.stat)))
    if not tree.alone:
        shared_add64(cython.address(arm.stat), cython.cast(uint64_t, tree.params.virtual_loss) << VALUE_BITS)
    if worker.length == 0:
        worker.first = worker.moves[i]
    worker.path[worker.length] = arm
    worker.keys[worker.length] = key
    worker.movers[worker.length] = mover
    worker.length += 1
    tree.rules.play(worker.state.state, worker.moves[i])
    return visits


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def link(worker: Worker, node: uint64_t) -> cython.void:
    """Let readers find the node behind the last arm of the path."""
    arm: cython.pointer(Arm) = worker.path[worker.length - 1]
    if shared_load64(cython.address(arm.below)) != node:
        shared_store64(cython.address(arm.below), node)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def back_up(
    tree: InfosetTree, worker: Worker, rewards: cython.pointer(cython.const[cython.float])
) -> cython.void:
    """Add a visit and the reward of its mover to each arm of the path, and take back virtual losses."""
    loss: uint64_t = 0 if tree.alone else tree.params.virtual_loss
    arm: cython.pointer(Arm)
    stat: uint64_t
    i: cython.int
    for i in range(worker.length):
        arm = worker.path[i]
        if shared_load64(cython.address(arm.key)) != worker.keys[i]:
            continue
        stat = (0 - loss) << VALUE_BITS
        # What has as many visits as there is room for learns nothing any more.
        if visits_of(shared_load64(cython.address(arm.stat))) < MOST_VISITS:
            stat += (cython.cast(uint64_t, 1) << VALUE_BITS) + cython.cast(
                uint64_t, rewards[worker.movers[i]] * VALUE_ONE + cython.cast(cython.float, 0.5)
            )
        if tree.alone:
            arm.stat += stat
        else:
            shared_add64(cython.address(arm.stat), stat)
