# cython: language_level=3
"""Reading an information-set tree for people: the moves of a node with their statistics, expected lines.

Nothing here changes a tree, and all of it may be called while workers run: numbers are then of about the
same moment, not of one. A node's arms are found by trying every move there is; what depends on hidden state
is told as the searches came to it, in whatever worlds those were.
"""

import cython

from .tally import means_of

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.infoset import inspect`")


def mover(tree: InfosetTree) -> int:
    """The player to move at the root, 0 without one."""
    return 0 if tree.root is None else tree.root.mover


def rows(tree: InfosetTree) -> list:
    """(move, visits, mean reward of the mover, prior, None, None) of every move at the root; the trees of
    workers and worlds that have their own are added up."""
    if tree.root is None:
        return []
    moves = root_moves(tree)
    priors = root_priors(tree, moves)
    sums = sums_at(tree, trees_at(tree, tree.read_key), moves)
    return [
        (move, visits, mean_of(value, visits), priors[move], None, None)
        for move, (visits, value) in sums.items()
    ]


def rows_at(tree: InfosetTree, node: uint64_t) -> list:
    """As `rows`, with sums of rewards, of the moves of any node that were ever made there."""
    sums = sums_at(tree, trees_at(tree, node), range(tree.rules.actions))
    found = [(move, visits, value) for move, (visits, value) in sums.items() if visits]
    return [(move, visits, value, 1 / len(found), None, None) for move, visits, value in found]


def expected(tree: InfosetTree) -> dict:
    """{move: (ends, first places, ranks, scores)} of the simulations that began at the root with each move.
    Ends are their number, the rest means of each player. Only what was searched with this as the root
    counts."""
    if tree.root is None or not tree.tells:
        return {}
    live = tree.read_key == tree.root_key
    rows = tree.tally.rows() if live else tree.tallied.get(tally_key(tree, tree.read_key), {})
    return {move: means_of(row) for move, row in rows.items()}


def tally_key(tree: InfosetTree, node: uint64_t) -> tuple:
    """Key of the tally of a node as the root: the node and the seat's knowledge."""
    return (tree.lineage, tree.observer, node)


def root_moves(tree: InfosetTree) -> list:
    """The moves at the root that are to be told: the legal ones where the seat whose knowledge it is moves,
    else what was made in any world."""
    moves = tree.root.moves() if is_own(tree) else [row[0] for row in rows_at(tree, tree.read_key)]
    return [move for move in moves if tree.wanted[move]] if tree.some_moves else moves


def root_priors(tree: InfosetTree, moves: list) -> dict:
    """What the evaluator thinks of each of the moves at the root; all the same where it does not."""
    listed: uint16_t[MOST_MOVES]
    prior: cython.float[MOST_MOVES]
    n: cython.int = len(moves)
    for i in range(n):
        listed[i] = moves[i]
    if (
        tree.params.priors
        and n
        and is_own(tree)
        and tree.evaluator.priors(tree.root.state, listed, n, tree.scratch, prior)
    ):
        return {moves[i]: prior[i] for i in range(n)}
    return dict.fromkeys(moves, 1 / max(n, 1))


@cython.cfunc
def is_own(tree: InfosetTree) -> cython.bint:
    """Whether what is read is the root, and the seat whose knowledge it is has the move."""
    return tree.read_key == tree.root_key and tree.rules.mover(tree.root.state) == tree.observer


def trees_at(tree: InfosetTree, node: uint64_t) -> list:
    """The keys of a node in each of the trees there are."""
    workers = len(tree.workers) if tree.params.own_trees else 1
    worlds = tree.params.worlds
    if worlds == 0:
        return [node ^ own_part(tree, 0, worker) for worker in range(workers)]
    return [
        world_key(tree, world) ^ own_part(tree, world, worker)
        for world in range(1, worlds + 1)
        for worker in range(workers)
    ]


@cython.cfunc
def world_key(tree: InfosetTree, world: uint64_t) -> uint64_t:
    """The key of the root in one of the fixed worlds."""
    rng: Rng
    state: Position = tree.root.copy()
    seed_rng(cython.address(rng), tree.seed + scatter(world))
    tree.rules.determinize(state.state, tree.observer, cython.address(rng))
    return tree.rules.key(state.state)


@cython.cfunc
def sums_at(tree: InfosetTree, nodes: list, moves: object) -> dict:
    """{move: (visits, sum of rewards)} over several nodes."""
    arm: cython.pointer(Arm)
    node: uint64_t
    stat: uint64_t
    move: cython.int
    found = {}
    for move in moves:
        visits, value = 0, 0.0
        for node in nodes:
            arm = tree.table.find(arm_key(node, move))
            if arm != cython.NULL:
                stat = shared_load64(cython.address(arm.stat))
                visits += visits_of(stat)
                value += value_of(stat)
        found[move] = (visits, value)
    return found


def visits_at(tree: InfosetTree, node: uint64_t) -> int:
    """The simulations that went on from a node."""
    sums = sums_at(tree, trees_at(tree, node), range(tree.rules.actions))
    return sum([visits for visits, _ in sums.values()])


def line(tree: InfosetTree, move: cython.int, longest: cython.int = 20) -> list:
    """The moves the tree expects, beginning with this one at the root."""
    if tree.root is None:
        return []
    moves = []
    nodes = trees_at(tree, tree.read_key)
    choice = [move]
    while nodes and len(moves) < longest:
        best = max([best_arm(tree, node, choice) for node in nodes])
        if best[0] == 0:
            break
        moves.append(best[1])
        nodes = [best[2]] if best[2] else []
        choice = list(range(tree.rules.actions))
    return moves


@cython.cfunc
def best_arm(tree: InfosetTree, node: uint64_t, moves: list) -> tuple:
    """(visits, move, node behind it) of the most visited of these moves at a node; 0 visits for none."""
    most: cython.int = 0
    chosen: cython.int = 0
    behind: uint64_t = 0
    arm: cython.pointer(Arm)
    visits: cython.int
    move: cython.int
    for move in moves:
        arm = tree.table.find(arm_key(node, move))
        if arm == cython.NULL:
            continue
        visits = visits_of(shared_load64(cython.address(arm.stat)))
        if visits > most:
            most = visits
            chosen = move
            behind = shared_load64(cython.address(arm.below))
    return most, chosen, behind


def subtree(tree: InfosetTree, depth: int, least: int, most: int) -> list:
    """(moves from the root, mover, visits, mean of the mover, False) of the nodes and leaves down to a depth
    that were visited `least` times, each followed by what is below it, the most visited first; `most` of
    them. Of several trees the first is listed."""
    listed = []
    waiting = []
    if tree.root is not None:
        waiting = [((), trees_at(tree, tree.read_key)[0], None)]
    while waiting and len(listed) < most:
        path, node, row = waiting.pop()
        if row is not None:
            listed.append((path, *row))
        if not node or len(path) >= depth:
            continue
        below = []
        for move, mover, visits, mean, behind in arms_at(tree, node):
            if visits >= least:
                below.append(((*path, move), behind, (mover, visits, mean, False)))
        waiting += sorted(below, key=lambda entry: entry[2][1])
    return listed


@cython.cfunc
def arms_at(tree: InfosetTree, node: uint64_t) -> list:
    """(move, mover, visits, mean, node behind it) of the arms of a node."""
    arm: cython.pointer(Arm)
    move: cython.int
    found = []
    for move in range(tree.rules.actions):
        arm = tree.table.find(arm_key(node, move))
        if arm != cython.NULL:
            stat: uint64_t = shared_load64(cython.address(arm.stat))
            visits = visits_of(stat)
            mover = shared_load32(cython.address(arm.tag)) & (1 << MOVER_BITS) - 1
            behind: uint64_t = shared_load64(cython.address(arm.below))
            found.append((move, mover, visits, mean_of(value_of(stat), visits), behind))
    return found


@cython.cfunc
def mean_of(value: cython.double, visits: cython.double) -> cython.double:
    """The mean of rewards. Their sum is rounded where visits are many, and may be above them."""
    return min(1.0, value / visits) if visits else 0.0
