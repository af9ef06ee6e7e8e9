# cython: language_level=3, cdivision=True
"""Worlds: the hidden state and chance that a simulation assumes, and the node that a state stands for.

By default each simulation has a world of its own (information-set search; Cowling, Powley and Whitehouse
2012): hidden state is determinized anew, and chance is sampled where it moves, never branched. Nodes stand
for what is seen by everybody, by the seat at the root, or by their own mover.

With fixed `worlds` each has a tree of its own, in which nothing is hidden: perfect information Monte
Carlo (Ginsberg 2001, GIB). There chance makes the same of the same state every time.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.infoset import worlds`")


def enter_world(tree, worker):
    """Make the worker's state a world that the root might be."""
    rng: cython.pointer(Rng) = cython.address(worker.scratch.rng)
    tree.rules.copy(worker.state.state, tree.root.state)
    worker.world = 0
    if tree.params.worlds > 0:
        worker.world = 1 + (worker.made + worker.number) % tree.params.worlds
        seed_rng(cython.address(worker.chance), tree.seed + scatter(worker.world))
        rng = cython.address(worker.chance)
    tree.rules.determinize(worker.state.state, tree.observer, rng)
    worker.made += 1


def let_chance_move(tree, worker):
    """Make the moves of chance that are due, and list those of the player who is then to move; returns their
    number, 0 when the game is over."""
    state: cython.p_void = worker.state.state
    rng: cython.pointer(Rng) = cython.address(worker.scratch.rng)
    n: cython.int = tree.rules.moves(state, worker.moves)
    if not tree.rules.has_chance:
        return n
    while n > 0 and tree.rules.chance(state, worker.odds):
        if tree.params.worlds > 0:
            seed_rng(cython.address(worker.chance), scatter(tree.seed + worker.world) ^ tree.rules.key(state))
            rng = cython.address(worker.chance)
        tree.rules.play(state, worker.moves[draw_outcome(worker.odds, n, rng)])
        n = tree.rules.moves(state, worker.moves)
    return n


def node_key(tree, worker):
    """The key of the node that the worker's state stands for."""
    state: cython.p_void = worker.state.state
    key: uint64_t
    who: cython.int = tree.observer
    if tree.params.worlds > 0:
        key = tree.rules.key(state)
    else:
        if tree.params.view == PUBLIC:
            who = BYSTANDER
        elif tree.params.view == MOVER:
            who = tree.rules.mover(state)
        key = tree.rules.observe(state, who)
    return key ^ own_part(tree, worker.world, worker.number)


def own_part(tree, world, worker):
    """What makes the nodes of one tree differ from those of another: whose knowledge it is of and since when,
    and the world and the worker that have one of their own."""
    number: uint64_t = worker if tree.params.own_trees else 0
    return scatter(((tree.lineage * 8 + tree.observer + 1) * 4096 + world) * 64 + number)
