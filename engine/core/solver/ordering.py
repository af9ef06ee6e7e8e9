# cython: language_level=3, cdivision=True
"""The order in which an exact Othello search tries moves: the better it is, the less there is to search.

Near the end the fewest replies come first, corners counted twice, and squares in quarters of the board with
an odd number of empty ones: who plays last in a quarter gains a move. Further from it a search of a few plies
looks which move leads to the better outlook: moves, corners, discs that stay, few discs with empty squares
beside them. No learned number is in it: those are in
engine/core/solver/probcut.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import ordering`")

CERTAIN = cython.declare(cython.int, 1000)
fill_lines()


def list_moves(p, o, moves, out):
    """Write each move of a set and what it turns; returns their number."""
    n: cython.int = 0
    while moves:
        out[n].square = lowest_bit(moves)
        out[n].turned = flips(p, o, out[n].square)
        moves &= moves - 1
        n += 1
    return n


def judge_moves(p, o, empty, listed, n):
    """Write what each move is worth in the order, and the replies to it."""
    i: cython.int
    best: cython.int = -BY_TABLE
    value: cython.int
    odd: uint64_t = odd_quarters(~(p | o))
    for i in range(n):
        placed: uint64_t = bit(listed[i].square)
        pp: uint64_t = o ^ listed[i].turned
        oo: uint64_t = p ^ listed[i].turned ^ placed
        replies: uint64_t = legal(pp, oo)
        if empty >= RICH_FROM:
            value = judge(pp, oo, replies, empty, best - SKETCH_MARGIN)
            best = max(best, value)
        else:
            value = -BY_REPLY * (popcount64(replies) + popcount64(replies & CORNERS))
        if odd & placed:
            value += OUT_PARITY if empty >= SKETCH_FROM else BY_PARITY
        if placed & CORNERS:
            value += BY_CORNER
        listed[i].replies = replies
        listed[i].value = value


def judge(p, o, moves, empty, floor):
    """What a position with these moves is worth for the opponent of who is to move; `empty` squares were free
    before he moved. Where it is at most `floor`, only about."""
    value: cython.int
    if empty >= SKETCH_FROM:
        depth: cython.int = min(SKETCH_MOST, 1 + (empty - SKETCH_FROM) // SKETCH_STEP)
        return -sketch(p, o, -BY_TABLE, -floor, depth)
    value = -BY_REPLY * (popcount64(moves) + popcount64(moves & CORNERS))
    value += BY_EDGE * popcount64(stable_edges(o, p))
    return value - BY_OPEN * popcount64(around(o) & ~(p | o))


def sketch(p, o, alpha, beta, depth):
    """The outlook for the mover after so many plies that both choose by it; of an end, the score."""
    x: cython.int
    turned: uint64_t
    score: cython.int
    best: cython.int = -BY_TABLE
    if depth == 0:
        return outlook(p, o)
    moves: uint64_t = legal(p, o)
    if moves == 0:
        if legal(o, p) == 0:
            return CERTAIN * final_score(p, o)
        return -sketch(o, p, -beta, -alpha, depth - 1)
    while moves:
        x = lowest_bit(moves)
        moves &= moves - 1
        turned = flips(p, o, x)
        score = -sketch(o ^ turned, p ^ turned ^ bit(x), -beta, -max(alpha, best), depth - 1)
        if score > best:
            best = score
            if best >= beta:
                break
    return best


def outlook(p, o):
    """How well the mover stands, at a glance."""
    mine: uint64_t = legal(p, o)
    theirs: uint64_t = legal(o, p)
    free: uint64_t = ~(p | o)
    border: uint64_t = around(free)
    near: uint64_t = around(free & CORNERS)
    return (
        OUT_MOVE * (popcount64(mine) - popcount64(theirs))
        + OUT_TO_CORNER * (popcount64(mine & CORNERS) - popcount64(theirs & CORNERS))
        + OUT_FRONT * (popcount64(border & o) - popcount64(border & p))
        + OUT_STABLE * (popcount64(stable_discs(p, o)) - popcount64(stable_discs(o, p)))
        + OUT_CORNER * (popcount64(p & CORNERS) - popcount64(o & CORNERS))
        + OUT_NEAR * (popcount64(near & o) - popcount64(near & p))
    )
