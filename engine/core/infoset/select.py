# cython: language_level=3, cdivision=True
"""Selection at a node of an information-set tree: a bandit of which each world offers some arms.

The move with the highest score is taken, by its mover for himself. Q is the mean reward of a move, n its
visits, P its prior, and A how often it could have been made when the node was passed, its availability:

    Q + C sqrt(ln A / n)            UCB1 for subset-armed bandits (Cowling, Powley and Whitehouse 2012)
    Q + C P sqrt(A) / (1 + n)       PUCT, likewise

Availability takes the place of the visits of the node: a move that is rarely legal is not rare by choice.
First-play urgency, progressive bias and widening are those of search/select.
"""

import cython
from cython.cimports.libc.math import logf, powf, sqrtf

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.infoset import select`")


def select_move(tree, worker, node, n):
    """The number of the move to make among the worker's `n`, all of which count as seen."""
    c: cython.pointer(Candidates) = cython.address(worker.candidates)
    i: cython.int
    best: cython.int
    list_candidates(tree, worker, node, n)
    bar_moves(tree, worker, c)
    guess(tree, worker, c)
    if tree.params.widening > 0:
        narrow(tree, c)
    best = untried(worker, c) if tree.params.try_all_first else -1
    if best < 0:
        best = highest(tree, c)
    for i in range(n):
        if c.arm[i] == cython.NULL:
            continue
        if tree.alone:
            c.arm[i].seen += 1
        else:
            shared_add32(cython.address(c.arm[i].seen), 1)
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_candidates(tree: InfosetTree, worker: Worker, node: uint64_t, n: cython.int) -> cython.void:
    """Read the arms of the moves that this world offers."""
    c: cython.pointer(Candidates) = cython.address(worker.candidates)
    arm: cython.pointer(Arm)
    stat: uint64_t
    i: cython.int
    c.n = n
    c.total = c.gain = c.passed = 0
    for i in range(n):
        arm = tree.table.find(arm_key(node, worker.moves[i]))
        c.arm[i] = arm
        c.barred[i] = False
        c.visits[i] = c.value[i] = c.offered[i] = 0
        if arm == cython.NULL:
            continue
        stat = shared_load64(cython.address(arm.stat))
        c.visits[i] = cython.cast(cython.int, visits_of(stat))
        c.value[i] = value_of(stat)
        c.offered[i] = shared_load32(cython.address(arm.seen))
        c.total += c.visits[i]
        c.gain += c.value[i]
        c.passed = max(c.passed, c.offered[i])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def bar_moves(tree: InfosetTree, worker: Worker, c: cython.pointer(Candidates)) -> cython.void:
    """Bar the moves that may not be made so early, unless that is all of them."""
    mover: cython.int
    left: cython.int = 0
    i: cython.int
    if worker.length == 0 and tree.some_moves:
        for i in range(c.n):
            c.barred[i] = not tree.wanted[worker.moves[i]]
    if worker.length < tree.ban_plies:
        mover = tree.rules.mover(worker.state.state)
        for i in range(c.n):
            c.barred[i] = c.barred[i] or tree.banned[mover][worker.moves[i]] > worker.length
    for i in range(c.n):
        left += not c.barred[i]
    if left == 0:
        for i in range(c.n):
            c.barred[i] = False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def guess(tree: InfosetTree, worker: Worker, c: cython.pointer(Candidates)) -> cython.void:
    """Give each move its prior: what the evaluator thinks of it in this world, or all the same."""
    i: cython.int
    if tree.params.priors and tree.evaluator.priors(
        worker.state.state, worker.moves, c.n, worker.scratch, c.prior
    ):
        return
    for i in range(c.n):
        c.prior[i] = cython.cast(cython.float, 1) / c.n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def narrow(tree: InfosetTree, c: cython.pointer(Candidates)) -> cython.void:
    """Bar all moves but those of the highest priors, as many as the node was passed often enough for."""
    width: cython.int = cython.cast(
        cython.int, tree.params.widening * powf(c.passed, tree.params.widening_power)
    )
    left: cython.int = 0
    worst: cython.int
    i: cython.int
    for i in range(c.n):
        left += not c.barred[i]
    while left > max(1, width):
        worst = -1
        for i in range(c.n):
            if not c.barred[i] and (worst < 0 or c.prior[i] <= c.prior[worst]):
                worst = i
        c.barred[worst] = True
        left -= 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def untried(worker: Worker, c: cython.pointer(Candidates)) -> cython.int:
    """A move never tried, of those with the highest prior any one; -1 where there is none."""
    best: cython.int = -1
    equal: cython.int = 0
    i: cython.int
    for i in range(c.n):
        if c.barred[i] or c.visits[i] > 0:
            continue
        if best < 0 or c.prior[i] > c.prior[best]:
            best = i
            equal = 1
        elif c.prior[i] == c.prior[best]:
            equal += 1
            if below(cython.address(worker.scratch.rng), equal) == 0:
                best = i
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def highest(tree: InfosetTree, c: cython.pointer(Candidates)) -> cython.int:
    """The move of the highest score, among equal ones that of the highest prior, of these the first."""
    one: cython.float = 1
    best: cython.int = -1
    top: cython.float = 0
    unseen: cython.float = (c.gain / c.total if c.total > 0 else 0.5) - tree.params.first_play_loss
    factor: cython.float = 2 if tree.params.select == UCB1_2LN else 1
    seen: cython.float
    score: cython.float
    i: cython.int
    for i in range(c.n):
        if c.barred[i]:
            continue
        # A move without an arm is as available as the one that most often was.
        seen = (c.offered[i] if c.offered[i] > 0 else c.passed) + 1
        score = c.value[i] / c.visits[i] if c.visits[i] > 0 else unseen
        if tree.params.select == PUCT:
            score += tree.params.exploration * c.prior[i] * sqrtf(seen) / (one + c.visits[i])
        else:
            score += tree.params.exploration * sqrtf(factor * logf(seen) / max(c.visits[i], one))
        if tree.params.bias > 0:
            score += tree.params.bias * c.prior[i] / (one + c.visits[i])
        if best < 0 or score > top or (score == top and c.prior[i] > c.prior[best]):
            top = score
            best = i
    return best
