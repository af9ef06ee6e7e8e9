# cython: language_level=3, cdivision=True
"""Null-window search of the last squares of Othello 8x8, without a table and without move ordering but
parity.

Every function returns a score for the mover, the empty squares counted for the winner: above `alpha` it is a
lower bound, else an upper one (fail-soft). Squares in quarters of the board with an odd number of empty ones
come first, as who plays last in a quarter gains a move. For one to four empty squares there is a function
each, as in most Othello solvers since Andersson's (1990s): which squares are empty is passed down instead of
being found again. `nodes` counts the positions with at least two empty squares."""

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
    # An empty square that neither can take goes to the winner: no score is odd.
    idle: cython.int = score + 2 if score >= 0 else score
    if idle <= alpha:
        return idle
    turned = last_turns(~p, x)
    return score - turned if turned else idle


def last_two(board, alpha, x, y, nodes):
    """The score with `x` and `y` empty."""
    p: uint64_t = board.p
    o: uint64_t = board.o
    turned: uint64_t
    best: cython.int = -INFINITE
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
    if best > -INFINITE:
        return best
    best = INFINITE
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
    return best if best < INFINITE else final_score(p, o)


def last_three(board, alpha, x, y, z, nodes):
    """The score with three empty squares, tried in that order."""
    turned: uint64_t
    best: cython.int = -INFINITE
    score: cython.int
    nodes[0] += 1
    if near_table[x] & board.o:
        turned = flips(board.p, board.o, x)
        if turned:
            best = -last_two(after(board, x, turned), -alpha - 1, y, z, nodes)
            if best > alpha:
                return best
    if near_table[y] & board.o:
        turned = flips(board.p, board.o, y)
        if turned:
            score = -last_two(after(board, y, turned), -alpha - 1, x, z, nodes)
            if score > alpha:
                return score
            best = max(score, best)
    if near_table[z] & board.o:
        turned = flips(board.p, board.o, z)
        if turned:
            score = -last_two(after(board, z, turned), -alpha - 1, x, y, nodes)
            best = max(score, best)
    if best > -INFINITE:
        return best
    if legal(board.o, board.p) == 0:
        return final_score(board.p, board.o)
    return -last_three(passed(board), -alpha - 1, x, y, z, nodes)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def three_by_parity(
    board: Board,
    alpha: cython.int,
    x: cython.int,
    y: cython.int,
    z: cython.int,
    nodes: cython.pointer(uint64_t),
) -> cython.int:
    """The score with three empty squares, the one that is alone in its quarter first."""
    if ((x ^ y) & QUARTER_BITS) == 0:
        return last_three(board, alpha, z, x, y, nodes)
    if ((x ^ z) & QUARTER_BITS) == 0:
        return last_three(board, alpha, y, x, z, nodes)
    return last_three(board, alpha, x, y, z, nodes)


def last_four(board, alpha, empty, nodes):
    """The score with four empty squares."""
    squares: cython.int[4]
    turned: uint64_t
    best: cython.int = -INFINITE
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
        if near_table[x] & board.o == 0:
            continue
        turned = flips(board.p, board.o, x)
        if turned:
            score = -three_by_parity(
                after(board, x, turned),
                -alpha - 1,
                squares[0 if i > 0 else 1],
                squares[1 if i > 1 else 2],
                squares[2 if i > 2 else 3],
                nodes,
            )
            if score > alpha:
                return score
            best = max(score, best)
    if best > -INFINITE:
        return best
    if legal(board.o, board.p) == 0:
        return final_score(board.p, board.o)
    return -last_four(passed(board), -alpha - 1, empty, nodes)


def solve_few(board, alpha, empty, nodes):
    """The score with `empty` squares, at least four; quick where they are six or fewer."""
    if empty == 4:
        return last_four(board, alpha, empties(board), nodes)
    return solve_moves(board, legal(board.p, board.o), alpha, empty, nodes)


def solve_moves(board, moves, alpha, empty, nodes):
    """The score with `empty` squares, at least five, of which `moves` are the legal ones."""
    best: cython.int = -INFINITE
    score: cython.int
    x: cython.int
    nodes[0] += 1
    if moves == 0:
        moves = legal(board.o, board.p)
        if moves == 0:
            return final_score(board.p, board.o)
        return -solve_moves(passed(board), moves, -alpha - 1, empty, nodes)
    part: uint64_t = moves & odd_quarters(empties(board))
    moves ^= part
    while part | moves:
        if part == 0:
            part = moves
            moves = 0
        x = lowest_bit(part)
        part &= part - 1
        then: Board = after(board, x, flips(board.p, board.o, x))
        score = -solve_few(then, -alpha - 1, empty - 1, nodes)
        if score > alpha:
            return score
        best = max(score, best)
    return best
