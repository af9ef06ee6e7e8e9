# cython: language_level=3, cdivision=True
"""Principal variation search of Othello 8x8 to the end of the game, for selective searches of a window.

The first move of a position is searched with the whole window, any other with a null window that shows
whether it is better, and again only if it is (NegaScout: Reinefeld, 1983; PVS: Marsland and Campbell, 1982).
Where the window or the rest of the game is small, null windows alone close in on the score
(engine/core/solver/mtd.pxd)."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import pvs`")


def pvs(w, board, alpha, beta, empty):
    """The score of a position, exact where it lies between `alpha` and `beta`. It is of no meaning once the
    search is stopped."""
    listed: Move[MOST_LISTED]
    bucket: Bucket
    entry: Entry
    best: cython.int = -INFINITE
    first: cython.int = NO_MOVE
    low: cython.int = alpha
    score: cython.int
    i: cython.int
    n: cython.int
    if beta - alpha <= 2 or empty <= SHALLOW:
        return close_in(w, board, alpha, beta, empty)
    w.nodes += 1
    moves: uint64_t = legal(board.p, board.o)
    if moves == 0:
        if legal(board.o, board.p) == 0:
            return final_score(board.p, board.o)
        return -pvs(w, passed(board), -beta, -alpha, empty)
    bucket = bucket_of(w.slots, w.mask, board)
    if probe(cython.address(bucket), cython.address(entry)):
        if entry.selectivity >= w.selectivity:
            if entry.low >= beta or entry.low == entry.high:
                return entry.low
            if entry.high <= alpha:
                return entry.high
        first = entry.move
    n = list_moves(board, moves, listed)
    order_moves(w, board, alpha, empty, listed, n)
    for i in range(n):
        if listed[i].square == first:
            listed[i].score += TABLE_MOVE
    for i in range(n):
        pick(listed, i, n)
        then: Board = after(board, listed[i].square, listed[i].turned)
        score = low
        if i > 0:
            score = -null_window(w, then, listed[i].replies, -low - 1, empty - 1)
        if i == 0 or low < score < beta:
            # A bound shown by a null window is not proven again.
            score = -pvs(w, then, -beta, -max(low, score - 1), empty - 1)
        if is_stopped(w):
            return alpha
        if score > best:
            best = score
            first = listed[i].square
            low = max(low, best)
            if best >= beta:
                break
    store(
        cython.address(bucket),
        best if best > alpha else -MAX_SCORE,
        best if best < beta else MAX_SCORE,
        first,
        empty,
        w.selectivity,
        w.age,
    )
    return best


def close_in(w, board, alpha, beta, empty):
    """The score, as `pvs`, by null windows alone."""
    score: cython.int = alpha
    mtd: Mtd = begin_mtd(-MAX_SCORE, MAX_SCORE, alpha, beta, 0, 0, DOUBLING)
    while is_open(cython.address(mtd)) and not is_stopped(w):
        score = null_window(w, board, legal(board.p, board.o), mtd.alpha, empty)
        narrow(cython.address(mtd), score)
    return score
