# cython: language_level=3, cdivision=True
"""ProbCut, and move ordering, by a shallow search that ends in the learned evaluation.

ProbCut (Buro, 1995): where the value of a shallow search is beyond the window by a margin, the deep one is
left out. Multi-ProbCut (Buro, 1997) lets depth and margin depend on the phase of the game: here the depth
grows with the empty squares, the margin shrinks a little with the depth, and its base comes from the level of
selectivity (engine/core/solver/selectivity). Nothing that is found so is proven."""

import cython

from .selectivity import TABLE

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import probcut`")

margins = cython.declare(cython.int[LEVELS])
for level in range(LEVELS):
    margins[level] = UNIT * TABLE[level].margin
fill_lines()


def score_moves_learned(judge, board, alpha, empty, listed, n):
    """Write the ordering score of each move where a score above `alpha` is wanted, and its replies. Of equal
    moves the one with the fewest replies leaves the least to search."""
    squares: uint16_t[MOST_LISTED]
    worth: cython.int[MOST_LISTED]
    i: cython.int
    best: cython.int = -TABLE_MOVE
    odd: uint64_t = odd_quarters(empties(board))
    for i in range(n):
        squares[i] = listed[i].square
    judge.judge_moves(board.p, board.o, squares, n, worth)
    for i in range(n):
        best = max(best, worth[i])
    hopeful: cython.bint = best >= UNIT * alpha - HOPELESS
    depth: cython.int = 0
    if hopeful and empty >= DEEP_FROM:
        depth = min(DEEP_MOST, 1 + (empty - DEEP_FROM) // DEEP_STEP)
    best = -TABLE_MOVE
    for i in range(n):
        placed: uint64_t = bit(listed[i].square)
        then: Board = after(board, listed[i].square, listed[i].turned)
        replies: uint64_t = legal(then.p, then.o)
        score: cython.int = worth[i]
        if depth > 0:
            score = -learned_search(judge, then, -TABLE_MOVE, WEAKER - best, depth)
            best = max(best, score)
        score -= COST_OF_REPLY * (popcount64(replies) + popcount64(replies & CORNERS))
        if odd & placed:
            score += ODD_QUARTER
        if placed & CORNERS:
            score += CORNER
        listed[i].replies = replies
        listed[i].score = score


def probcut(judge, board, alpha, empty, level):
    """A score on one side of `alpha`, where a shallow search is a margin beyond it; else NO_CUT."""
    depth: cython.int = min(CUT_MOST, 1 + (empty - CUT_FROM) // CUT_STEP)
    # By hand: 25 % more than the table's margin at one ply, 11 % less at four.
    margin: cython.int = margins[level] * (137 - 12 * depth) // 100
    bound: cython.int = UNIT * alpha
    lead: cython.int = judge.judge(board.p, board.o) - bound
    # A search is only worth its time where the evaluation alone says nearly as much.
    if 10 * abs(lead) < 7 * margin:
        return NO_CUT
    if lead > 0:
        bound += UNIT + margin
        above: cython.bint = learned_search(judge, board, bound - 1, bound, depth) >= bound
        # All scores are even.
        return alpha + 2 & ~1 if above else NO_CUT
    bound -= margin
    below: cython.bint = learned_search(judge, board, bound, bound + 1, depth) <= bound
    return alpha & ~1 if below else NO_CUT


def learned_search(judge, board, alpha, beta, depth):
    """The mover's learned value after `depth` plies of alpha-beta search, at least one. It is exact between
    `alpha` and `beta`, else a bound."""
    squares: uint16_t[MOST_LISTED]
    worth: cython.int[MOST_LISTED]
    i: cython.int
    j: cython.int
    n: cython.int = 0
    best: cython.int = -TABLE_MOVE
    moves: uint64_t = legal(board.p, board.o)
    if moves == 0:
        if legal(board.o, board.p) == 0:
            return judge.judge(board.p, board.o)
        return -learned_search(judge, passed(board), -beta, -alpha, depth)
    while moves:
        squares[n] = lowest_bit(moves)
        moves &= moves - 1
        n += 1
    judge.judge_moves(board.p, board.o, squares, n, worth)
    for i in range(n):
        if depth == 1:
            best = max(best, worth[i])
            continue
        for j in range(i + 1, n):
            if worth[j] > worth[i]:
                worth[i], worth[j] = worth[j], worth[i]
                squares[i], squares[j] = squares[j], squares[i]
        then: Board = after(board, squares[i], flips(board.p, board.o, squares[i]))
        best = max(best, -learned_search(judge, then, -beta, -max(alpha, best), depth - 1))
        if best >= beta:
            break
    return best
