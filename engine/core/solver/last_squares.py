# cython: language_level=3, cdivision=True
"""The last squares of Othello 8x8: whether the mover gets more than `alpha`, without table or sorting.

Everything here answers with a score for the mover, the empty squares counted for the winner: above `alpha` it
is a lower bound, else an upper one. Squares in quarters of the board with an odd number of empty ones come
first, as who plays last in a quarter gains a move. `nodes` counts the positions with at least two empty
squares.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import last_squares`")

fill_lines()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def last_one(p: uint64_t, alpha: cython.int, x: cython.int) -> cython.int:
    """The score with `x` the only empty square; `p` and `x` say whose all others are."""
    turned: cython.int = last_turns(p, x)
    score: cython.int = 2 * popcount64(p) - 64
    if turned:
        return score + 2 + turned
    # Nobody playing there, the winner gets it: no score is odd.
    idle: cython.int = score + 2 if score >= 0 else score
    if idle <= alpha:
        return idle
    turned = last_turns(~p, x)
    return score - turned if turned else idle


def last_two(p, o, alpha, x, y, nodes):
    """The score with `x` and `y` empty."""
    turned: uint64_t
    best: cython.int = -NO_MOVE
    score: cython.int
    nodes[0] += 1
    if near_table[x] & o:
        turned = flips(p, o, x)
        if turned:
            best = -last_one(o ^ turned, -alpha - 1, y)
            if best > alpha:
                return best
    if near_table[y] & o:
        turned = flips(p, o, y)
        if turned:
            score = -last_one(o ^ turned, -alpha - 1, x)
            return max(score, best)
    if best > -NO_MOVE:
        return best
    best = NO_MOVE
    if near_table[x] & p:
        turned = flips(o, p, x)
        if turned:
            best = last_one(p ^ turned, alpha, y)
            if best <= alpha:
                return best
    if near_table[y] & p:
        turned = flips(o, p, y)
        if turned:
            score = last_one(p ^ turned, alpha, x)
            return min(score, best)
    return best if best < NO_MOVE else final_score(p, o)


def last_three(p, o, alpha, x, y, z, nodes):
    """The score with three empty squares, tried in that order."""
    turned: uint64_t
    best: cython.int = -NO_MOVE
    score: cython.int
    nodes[0] += 1
    if near_table[x] & o:
        turned = flips(p, o, x)
        if turned:
            best = -last_two(o ^ turned, p ^ turned | bit(x), -alpha - 1, y, z, nodes)
            if best > alpha:
                return best
    if near_table[y] & o:
        turned = flips(p, o, y)
        if turned:
            score = -last_two(o ^ turned, p ^ turned | bit(y), -alpha - 1, x, z, nodes)
            if score > alpha:
                return score
            best = max(score, best)
    if near_table[z] & o:
        turned = flips(p, o, z)
        if turned:
            score = -last_two(o ^ turned, p ^ turned | bit(z), -alpha - 1, x, y, nodes)
            best = max(score, best)
    if best > -NO_MOVE:
        return best
    if legal(o, p) == 0:
        return final_score(p, o)
    return -last_three(o, p, -alpha - 1, x, y, z, nodes)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def three_by_parity(
    p: uint64_t,
    o: uint64_t,
    alpha: cython.int,
    x: cython.int,
    y: cython.int,
    z: cython.int,
    nodes: cython.pointer(uint64_t),
) -> cython.int:
    """The score with three empty squares, the one that is alone in its quarter first."""
    if ((x ^ y) & QUARTER_BITS) == 0:
        return last_three(p, o, alpha, z, x, y, nodes)
    if ((x ^ z) & QUARTER_BITS) == 0:
        return last_three(p, o, alpha, y, x, z, nodes)
    return last_three(p, o, alpha, x, y, z, nodes)


def last_four(p, o, alpha, empty, nodes):
    """The score with four empty squares."""
    squares: cython.int[4]
    turned: uint64_t
    best: cython.int = -NO_MOVE
    score: cython.int
    i: cython.int
    n: cython.int = 0
    odd: uint64_t = empty & odd_quarters(empty)
    nodes[0] += 1
    rest: uint64_t = empty ^ odd
    while odd:
        squares[n] = lowest_bit(odd)
        odd &= odd - 1
        n += 1
    while rest:
        squares[n] = lowest_bit(rest)
        rest &= rest - 1
        n += 1
    for i in range(4):
        x: cython.int = squares[i]
        if near_table[x] & o == 0:
            continue
        turned = flips(p, o, x)
        if turned:
            score = -three_by_parity(
                o ^ turned,
                p ^ turned | bit(x),
                -alpha - 1,
                squares[0 if i > 0 else 1],
                squares[1 if i > 1 else 2],
                squares[2 if i > 2 else 3],
                nodes,
            )
            if score > alpha:
                return score
            best = max(score, best)
    if best > -NO_MOVE:
        return best
    if legal(o, p) == 0:
        return final_score(p, o)
    return -last_four(o, p, -alpha - 1, empty, nodes)


def few_left(p, o, alpha, empty, nodes):
    """The score with so many empty squares; quick where they are six or fewer."""
    if empty == 4:
        return last_four(p, o, alpha, ~(p | o), nodes)
    return best_of(p, o, legal(p, o), alpha, empty, nodes)


def best_of(p, o, moves, alpha, empty, nodes):
    """The score with so many empty squares, of which `moves` are the legal ones."""
    turned: uint64_t
    pp: uint64_t
    oo: uint64_t
    best: cython.int = -NO_MOVE
    score: cython.int
    x: cython.int
    nodes[0] += 1
    if moves == 0:
        moves = legal(o, p)
        return -best_of(o, p, moves, -alpha - 1, empty, nodes) if moves else final_score(p, o)
    part: uint64_t = moves & odd_quarters(~(p | o))
    moves ^= part
    while part | moves:
        if part == 0:
            part = moves
            moves = 0
        x = lowest_bit(part)
        part &= part - 1
        turned = flips(p, o, x)
        pp = o ^ turned
        oo = p ^ turned ^ bit(x)
        score = -few_left(pp, oo, -alpha - 1, empty - 1, nodes)
        if score > alpha:
            return score
        best = max(score, best)
    return best
