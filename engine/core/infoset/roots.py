# cython: language_level=3
"""Roots: whose knowledge a search begins with, and what holds at the root alone.

What was learnt of a node goes on when a game comes to it, as long as it rests on the same knowledge: each
seat has nodes of its own, and where the same public position comes with another hand than before (a game
set up anew, a hand corrected), nothing of before is used again.
"""

import cython

from ..search.roots import check_bans
from .inspect import tally_key, visits_at

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.infoset import roots`")

MOST_TALLIED = 64
"""Roots whose tallies are kept: the way back in a game, for people who step through it; a judgement."""
MOST_ROOTS = 4096
"""Roots that are remembered with what was known there: a judgement, more than a session's game has."""


def set_root(tree: InfosetTree, position: Position, moves=None) -> int:
    """Make a position that is not over the root, and return the simulations there already are of it. Where
    only some `moves` are named, the others are left out at the root."""
    if position.rules is not tree.rules:
        raise ValueError("a position of other rules")
    if position.over:
        raise ValueError("nothing to search: the game is over")
    if position.chances():
        raise ValueError("nothing to search: chance moves")
    if moves is not None and not all(0 <= move < MOVE_CODES for move in moves):
        raise ValueError("a root is of moves of the game")
    put_tally_away(tree)
    tree.root = position.copy()
    tree.observer = tree.rules.observer(tree.root.state)
    tree.root_key = tree.read_key = key_of(tree, position)
    hidden = tree.rules.observe(tree.root.state, tree.observer)
    if tree.observed.setdefault((tree.observer, tree.root_key), hidden) != hidden:
        tree.lineage += 1
        tree.observed = {(tree.observer, tree.root_key): hidden}
    if len(tree.observed) > MOST_ROOTS:
        tree.observed = {(tree.observer, tree.root_key): hidden}
    if tree.tells:
        tree.tally.load(tree.tallied.pop(tally_key(tree, tree.root_key), {}))
    tree.table.begin_epoch()
    tree.some_moves = moves is not None
    memset(tree.wanted, 0, cython.sizeof(tree.wanted))
    for move in moves or ():
        tree.wanted[move] = True
    return visits_at(tree, tree.root_key)


@cython.cfunc
def put_tally_away(tree: InfosetTree):
    """Keep the tally of a root that another takes the place of."""
    if not tree.tells or tree.root is None:
        return
    if len(tree.tallied) >= MOST_TALLIED:
        del tree.tallied[next(iter(tree.tallied))]
    tree.tallied[tally_key(tree, tree.root_key)] = tree.tally.rows()


def key_of(tree: InfosetTree, position: Position) -> int:
    """The key of the node that a position stands for as a root, without what each tree has of its own."""
    who: cython.int = tree.rules.observer(position.state)
    if tree.params.worlds > 0:
        return tree.rules.observe(position.state, who)
    if tree.params.view == PUBLIC:
        return tree.rules.observe(position.state, BYSTANDER)
    if tree.params.view == MOVER:
        return tree.rules.observe(position.state, tree.rules.mover(position.state))
    return tree.rules.observe(position.state, who)


def find_node(tree: InfosetTree, position: Position, some=None) -> int:
    """The key of a position's node, 0 when nothing is known of it."""
    seat: cython.int = tree.rules.observer(position.state)
    if tree.root is None or seat != tree.observer or tree.params.worlds > 0:
        return 0
    key = key_of(tree, position)
    hidden = tree.rules.observe(position.state, seat)
    if tree.observed.get((seat, key), hidden) != hidden:
        return 0
    return key if visits_at(tree, key) else 0


def start_from(tree: InfosetTree, nodes: list) -> list:
    """Read the tree from these nodes, which are one, and return those it was read from. Simulations begin at
    the root as before."""
    earlier = [tree.read_key] * len(tree.workers)
    tree.read_key = nodes[0]
    return earlier


def forget(tree: InfosetTree):
    """Give up everything that was learnt, the root too."""
    tree.table.clear()
    tree.root = None
    tree.tallied = {}
    if tree.tells:
        tree.tally.clear()
    tree.root_key = tree.read_key = 0
    tree.observed = {}


def ban(tree: InfosetTree, bans: dict):
    """Ban moves as `ban` of the other trees does (core/search/roots.py)."""
    check_bans(bans, MOST_PLAYERS, tree.rules.actions)
    player: cython.int
    move: cython.int
    memset(tree.banned, 0, cython.sizeof(tree.banned))
    for (player, move), ply in bans.items():
        tree.banned[player][move] = ply
    tree.ban_plies = max(bans.values(), default=0)
