# cython: language_level=3, cdivision=True
"""Move ordering of the endgame solver: the sooner the best move is tried, the less there is to search.

Near the end the move with the fewest replies comes first ("fastest first"), corners counted twice, and
squares in quarters of the board with an odd number of empty ones: the last move in a quarter gains one
(parity). Further from it a search of a few plies ends in a static score: mobility, corners, stable discs,
frontier discs. Learned evaluation orders better there, where there is one: engine/core/solver/probcut."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import ordering`")

fill_lines()


def list_moves(board, moves, out):
    """Write each move of a set and the discs that it turns; returns their number."""
    n: cython.int = 0
    while moves:
        out[n].square = lowest_bit(moves)
        out[n].turned = flips(board.p, board.o, out[n].square)
        moves &= moves - 1
        n += 1
    return n


def score_moves(board, empty, listed, n):
    """Write the ordering score of each move, and the replies to it."""
    i: cython.int
    best: cython.int = -TABLE_MOVE
    score: cython.int
    odd: uint64_t = odd_quarters(empties(board))
    for i in range(n):
        placed: uint64_t = bit(listed[i].square)
        then: Board = after(board, listed[i].square, listed[i].turned)
        replies: uint64_t = legal(then.p, then.o)
        if empty >= RICH_FROM:
            score = score_reply(then, replies, empty, best - SEARCH_MARGIN)
            best = max(best, score)
        else:
            score = -BY_REPLY * (popcount64(replies) + popcount64(replies & CORNERS))
        if odd & placed:
            score += STATIC_PARITY if empty >= SEARCH_FROM else BY_PARITY
        if placed & CORNERS:
            score += BY_CORNER
        listed[i].replies = replies
        listed[i].score = score


def score_reply(board, moves, empty, floor):
    """The ordering score of the move that led to a board with these `moves`. `empty` squares were free before
    it; at most `floor` it is only a bound."""
    score: cython.int
    if empty >= SEARCH_FROM:
        depth: cython.int = min(SEARCH_MOST, 1 + (empty - SEARCH_FROM) // SEARCH_STEP)
        return -static_search(board, -TABLE_MOVE, -floor, depth)
    score = -BY_REPLY * (popcount64(moves) + popcount64(moves & CORNERS))
    score += BY_EDGE * popcount64(stable_edges(board.o, board.p))
    return score - BY_FRONTIER * popcount64(around(board.o) & empties(board))


def static_search(board, alpha, beta, depth):
    """The mover's static score after `depth` plies of alpha-beta search; of a game that is over the final
    score."""
    x: cython.int
    score: cython.int
    best: cython.int = -TABLE_MOVE
    if depth == 0:
        return static_score(board)
    moves: uint64_t = legal(board.p, board.o)
    if moves == 0:
        if legal(board.o, board.p) == 0:
            return STATIC_DISC * final_score(board.p, board.o)
        return -static_search(passed(board), -beta, -alpha, depth - 1)
    while moves:
        x = lowest_bit(moves)
        moves &= moves - 1
        then: Board = after(board, x, flips(board.p, board.o, x))
        score = -static_search(then, -beta, -max(alpha, best), depth - 1)
        if score > best:
            best = score
            if best >= beta:
                break
    return best


def static_score(board):
    """The mover's static score, without search."""
    p: uint64_t = board.p
    o: uint64_t = board.o
    mine: uint64_t = legal(p, o)
    theirs: uint64_t = legal(o, p)
    free: uint64_t = ~(p | o)
    border: uint64_t = around(free)
    near: uint64_t = around(free & CORNERS)
    return (
        STATIC_MOVE * (popcount64(mine) - popcount64(theirs))
        + STATIC_TO_CORNER * (popcount64(mine & CORNERS) - popcount64(theirs & CORNERS))
        + STATIC_FRONTIER * (popcount64(border & o) - popcount64(border & p))
        + STATIC_STABLE * (popcount64(stable_discs(p, o)) - popcount64(stable_discs(o, p)))
        + STATIC_CORNER * (popcount64(p & CORNERS) - popcount64(o & CORNERS))
        + STATIC_BESIDE_CORNER * (popcount64(near & o) - popcount64(near & p))
    )
