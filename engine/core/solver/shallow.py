# cython: language_level=3, cdivision=True
"""Shallow search: a null-window search with six to nine empty squares of Othello 8x8, or a few more.

Moves are ordered, and a small table of recent positions stays in the processor's cache, where the
transposition table would cost a miss at each node. Scores mean the same as in
engine/core/solver/last_squares, which does the rest."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import shallow`")

fill_lines()


def shallow_search(table, board, moves, alpha, empty, nodes):
    """The score of a position with more than LAST_SQUARES empty squares; quick with at most SHALLOW."""
    listed: Move[MOST_LISTED]
    move: Move
    best: cython.int = -INFINITE
    score: cython.int
    i: cython.int
    n: cython.int
    nodes[0] += 1
    recent: cython.pointer(Recent) = table + recent_place(board)
    prefetch(recent)
    if alpha >= STABLE_FROM:
        score = stability_bound(board)
        if score <= alpha:
            return score
    same: cython.bint = recent.p == board.p and recent.o == board.o
    if same:
        if recent.low > alpha:
            return recent.low
        if recent.high <= alpha:
            return recent.high
    if moves == 0:
        moves = legal(board.o, board.p)
        if moves == 0:
            return final_score(board.p, board.o)
        return -shallow_search(table, passed(board), moves, -alpha - 1, empty, nodes)
    move.square = NO_MOVE
    if same:
        move.square = recent.move
        move.turned = flips(board.p, board.o, move.square)
        then: Board = after(board, move.square, move.turned)
        move.replies = legal(then.p, then.o)
        moves ^= bit(move.square)
        best = child_score(table, board, cython.address(move), alpha, empty, nodes)
    if best <= alpha and moves:
        n = list_moves(board, moves, listed)
        score_moves(board, empty, listed, n)
        for i in range(n):
            pick(listed, i, n)
            score = child_score(table, board, listed + i, alpha, empty, nodes)
            if score > best:
                best = score
                move.square = listed[i].square
                if score > alpha:
                    break
    # A position below may have taken the place.
    if recent.p != board.p or recent.o != board.o:
        recent.p = board.p
        recent.o = board.o
        recent.low = -MAX_SCORE
        recent.high = MAX_SCORE
    recent.move = move.square
    if best > alpha:
        recent.low = best
    else:
        recent.high = best
    return best


def solve_leaf(board, alpha, empty, nodes):
    """The score with at least four empty squares, for a caller without a table. How far a bound reaches
    depends on what this thread solved before; on which side of `alpha` it lies does not."""
    if empty <= LAST_SQUARES:
        return solve_few(board, alpha, empty, nodes)
    table: cython.pointer(Recent) = cython.cast(cython.pointer(Recent), own_table)
    return shallow_search(table, board, legal(board.p, board.o), alpha, empty, nodes)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def recent_place(board: Board) -> uint64_t:
    """The place of a position in a table of recent ones."""
    mixed: uint64_t = (board.p * cython.cast(uint64_t, 0x9E3779B97F4A7C15)) ^ (
        board.o * cython.cast(uint64_t, 0xC2B2AE3D27D4EB4F)
    )
    return mixed >> (64 - RECENT_BITS)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def child_score(
    table: cython.pointer(Recent),
    board: Board,
    move: cython.pointer(Move),
    alpha: cython.int,
    empty: cython.int,
    nodes: cython.pointer(uint64_t),
) -> cython.int:
    """The score of a move in a position with `empty` squares."""
    then: Board = after(board, move.square, move.turned)
    if empty > LAST_SQUARES + 1:
        return -shallow_search(table, then, move.replies, -alpha - 1, empty - 1, nodes)
    return -solve_moves(then, move.replies, -alpha - 1, empty - 1, nodes)
