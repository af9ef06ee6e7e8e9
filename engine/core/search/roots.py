# cython: language_level=3, cdivision=True
"""Roots: where simulations begin, and what holds there alone.

A position becomes the root by its key: what is known of it goes on, whatever way the game took to it. Else a
node is made for it. Where workers have trees of their own (root parallelisation, Chaslot et al. 2008) each
has a root. Noise in the priors (Silver et al. 2017) and bans of moves belong to a root, not to a node, so
that the tree below is good for any other root.
"""

import cython
from cython.cimports.libc.string import memset

from .inspect import all_roots, find_node, rows_at, visits_at

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import roots`")

MOST_BANNED = 255
CONCENTRATION = 10.0
"""The parameter of the Dirichlet noise is this by the number of moves: about what Silver et al. 2017 have in
Go (0.03 x 361 moves)."""


def set_root(tree: Tree, position: Position, moves=None) -> int:
    """Make a position that is not over the root, and return the simulations the tree already has of it. A
    known position is found again as long as there is room. Where only some `moves` are named, the others are
    left out: each is one of these in a mirror."""
    if position.rules is not tree.rules:
        raise ValueError("a position of other rules")
    if position.over:
        raise ValueError("nothing to search: the game is over")
    while tree.pool.collecting:
        tree.pool.mark(MARK_STEP)
    roots = roots_of(tree, position, moves)
    if 0 in roots:
        # No room for a new one beside what there is.
        forget(tree)
        roots = roots_of(tree, position, moves)
    if 0 in roots:
        raise MemoryError("the pool is too small for one node")
    start_from(tree, roots)
    tree.root_position = position.copy()
    revalidate(tree)
    add_root_noise(tree)
    return sum([visits_at(tree, root) for root in all_roots(tree)])


def forget(tree: Tree):
    """Give up the tree, the root too."""
    worker: Worker
    tree.pool.clear()
    start_from(tree, [0] * len(tree.workers))
    tree.root_position = None
    for worker in tree.workers:
        worker.chunk.at = worker.chunk.end = worker.chunk.nodes = 0


def start_from(tree: Tree, roots: list) -> list:
    """Let the workers, while none runs, begin at these nodes, and return where they began so far. The root's
    position is not changed: without a new one this serves to read the tree from there."""
    worker: Worker
    earlier = []
    for worker, root in zip(tree.workers, roots, strict=True):
        earlier.append(worker.root)
        worker.root = root
    tree.root = roots[0]
    return earlier


def roots_of(tree: Tree, position: Position, moves=None) -> list:
    """The node of a position for each worker, known or new; 0 where its memory is full. Where workers
    have their own trees all but the first get new ones."""
    first = find_node(tree, position, moves) or new_root(tree, position, moves)
    own = tree.params.own_trees
    return [first] + [new_root(tree, position, moves) if own else first for _ in tree.workers[1:]]


def new_root(tree: Tree, position: Position, moves=None) -> int:
    """A new node for a position, with all its moves or some; 0 without room."""
    worker: Worker = tree.workers[0]
    tree.rules.copy(worker.state.state, position.state)
    index: uint32_t = grow(tree, worker.state.state, cython.address(worker.chunk), worker.scratch)
    if index == 0 or moves is None:
        return index
    rows = rows_at(tree, index)
    if not visits_at(tree, index):
        keep_moves(tree, index, rows, position, moves)
        return index
    # It is part of the tree already.
    index = tree.pool.take(cython.address(worker.chunk), len(rows))
    if index:
        keep_moves(tree, index, rows, position, moves)
        tree.pool.insert(index)
    return index


@cython.cfunc
def keep_moves(tree: Tree, index: uint32_t, rows: list, position: Position, moves: list):
    """Reduce a fresh node with room for all these rows to one of only some `moves`. Their priors make up for
    the rest; the rest of its room becomes a gap."""
    node: cython.pointer(Node) = node_at(tree.pool, index)
    edges: cython.pointer(Edge) = edges_of(node)
    gap: cython.pointer(Node)
    whole: uint32_t = units_of(tree.pool, len(rows))
    kept = [row for row in rows if row[0] in moves]
    total = sum([row[3] for row in kept])
    node.key = position.key
    node.mover = tree.rules.mover(position.state)
    reset_proof(node)
    for i in range(TREE_PLAYERS):
        node.backed[i] = PRIOR_ONE // 2
    node.edges = len(kept)
    for i in range(len(kept)):
        reset_edge(cython.address(edges[i]), kept[i][0], max(1, int(kept[i][3] / total * PRIOR_ONE)))
    if tree.params.amaf:
        for i in range(len(kept)):
            amaf_of(node)[i] = 0
    if len(kept) < len(rows):
        gap = node_at(tree.pool, index + units_of(tree.pool, len(kept)))
        gap.edges = GAP
        gap.next = whole - units_of(tree.pool, len(kept))


@cython.cfunc
def revalidate(tree: Tree):
    """Let a proven root be proven anew when a collection has given up the move that proves it."""
    node: cython.pointer(Node) = node_at(tree.pool, tree.root)
    edges: cython.pointer(Edge) = edges_of(node)
    child: cython.pointer(Node)
    if not is_proven(node):
        return
    for i in range(node.edges):
        child = node_at(tree.pool, edges[i].child)
        if edges[i].child == 0 or not is_proven(child):
            continue
        best = child.backed[node.mover] == node.backed[node.mover]
        if best and (tree.params.prove != PROVE_SCORE or child.low == node.low):
            return
    reset_proof(node)


@cython.cfunc
def add_root_noise(tree: Tree):
    """Mix Dirichlet noise into the root's priors."""
    if tree.noise is None:
        return
    share: cython.double = tree.params.noise
    rows = rows_at(tree, tree.root)
    numbers = [tree.noise.gammavariate(CONCENTRATION / len(rows), 1.0) for _ in rows]
    total = sum(numbers) or 1.0
    for i in range(len(rows)):
        tree.root_priors[i] = (1 - share) * rows[i][3] + share * numbers[i] / total


def check_bans(bans: dict, players: int, actions: int):
    """ValueError where bans are not of these numbers of players and moves, or hold for too long."""
    if not all(0 <= player < players and 0 <= move < actions for player, move in bans):
        raise ValueError("a ban names a player and a move of the game")
    if not all(1 <= ply <= MOST_BANNED for ply in bans.values()):
        raise ValueError(f"a ban holds for 1 to {MOST_BANNED} plies")


def ban(tree: Tree, bans: dict):
    """Let no simulation make a move before a ply, counted from the root as 0: {(player, move): ply}. An empty
    dict lifts all bans."""
    check_bans(bans, TREE_PLAYERS, tree.rules.actions)
    player: cython.int
    move: cython.int
    memset(tree.banned, 0, cython.sizeof(tree.banned))
    if bans:
        tree.in_order = False
    for (player, move), ply in bans.items():
        tree.banned[player][move] = ply
    tree.ban_plies = max(bans.values(), default=0)
