# cython: language_level=3, cdivision=True
"""Six to nine empty squares of Othello 8x8, or a few more: whether the mover gets more than `alpha`, with
moves in order and a small table of what was found a short while ago, which stays in the processor's cache.

Scores mean what they do in engine/core/solver/last_squares, which does the rest.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import shallow`")

fill_lines()


def soon(table, p, o, moves, alpha, empty, nodes):
    """The score of a position with more than FEW and at most SOON empty squares."""
    listed: Move[MOST_LISTED]
    move: Move
    best: cython.int = -NO_MOVE
    score: cython.int
    i: cython.int
    n: cython.int
    nodes[0] += 1
    recent: cython.pointer(Recent) = table + recent_place(p, o)
    prefetch(recent)
    if alpha >= STABLE_FROM:
        score = 64 - 2 * popcount64(stable_discs(o, p))
        if score <= alpha:
            return score
    same: cython.bint = recent.p == p and recent.o == o
    if same:
        if recent.low > alpha:
            return recent.low
        if recent.high <= alpha:
            return recent.high
    if moves == 0:
        moves = legal(o, p)
        return -soon(table, o, p, moves, -alpha - 1, empty, nodes) if moves else final_score(p, o)
    move.square = NOWHERE
    if same:
        move.square = recent.move
        move.turned = flips(p, o, move.square)
        move.replies = legal(o ^ move.turned, p ^ move.turned ^ bit(move.square))
        moves ^= bit(move.square)
        best = score_of(table, p, o, cython.address(move), alpha, empty, nodes)
    if best <= alpha and moves:
        n = list_moves(p, o, moves, listed)
        judge_moves(p, o, empty, listed, n)
        for i in range(n):
            pick(listed, i, n)
            score = score_of(table, p, o, listed + i, alpha, empty, nodes)
            if score > best:
                best = score
                move.square = listed[i].square
                if score > alpha:
                    break
    # A position below may have taken the place.
    if recent.p != p or recent.o != o:
        recent.p = p
        recent.o = o
        recent.low = -MOST
        recent.high = MOST
    recent.move = move.square
    if best > alpha:
        recent.low = best
    else:
        recent.high = best
    return best


def ending(p, o, alpha, empty, nodes):
    """The score with at least four empty squares, for whoever keeps no table: only about as good a bound as
    what the thread remembers, but on the right side of `alpha`."""
    if empty <= FEW:
        return few_left(p, o, alpha, empty, nodes)
    return soon(cython.cast(cython.pointer(Recent), own_table), p, o, legal(p, o), alpha, empty, nodes)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def recent_place(p: uint64_t, o: uint64_t) -> uint64_t:
    """Where a worker keeps what it found of a position."""
    mixed: uint64_t = (p * cython.cast(uint64_t, 0x9E3779B97F4A7C15)) ^ (
        o * cython.cast(uint64_t, 0xC2B2AE3D27D4EB4F)
    )
    return mixed >> (64 - RECENT_BITS)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def score_of(
    table: cython.pointer(Recent),
    p: uint64_t,
    o: uint64_t,
    move: cython.pointer(Move),
    alpha: cython.int,
    empty: cython.int,
    nodes: cython.pointer(uint64_t),
) -> cython.int:
    """The score of a move in a position with so many empty squares."""
    pp: uint64_t = o ^ move.turned
    oo: uint64_t = p ^ move.turned ^ bit(move.square)
    if empty > FEW + 1:
        return -soon(table, pp, oo, move.replies, -alpha - 1, empty - 1, nodes)
    return -best_of(pp, oo, move.replies, -alpha - 1, empty - 1, nodes)
