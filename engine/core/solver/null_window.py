# cython: language_level=3, cdivision=True
"""Null-window search of Othello 8x8 to the end of the game: does the mover get more than `alpha`?

Every score is the mover's, the empty squares counted for the winner; one above `alpha` is a lower bound of
the true score and any other an upper one (fail-soft alpha-beta with beta = alpha + 1). A position is cut by
its stable discs, by the transposition table, by a child's entry there, or by ProbCut where the search is
selective; else its moves are searched in order. Nearer to the end less is spent on a position: up to SHALLOW
empty squares it is engine/core/solver/shallow, then engine/core/solver/last_squares.

Several workers search together at split points (engine/core/solver/split_point)."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import null_window`")

fill_lines()


class Worker:
    """One thread's search."""


def null_window(w, board, moves, alpha, empty):
    """The score of a position with `empty` squares; of no meaning once the search is stopped."""
    listed: Move[MOST_LISTED]
    bucket: Bucket
    entry: Entry
    split: SplitPoint
    first: cython.int = NO_MOVE
    score: cython.int
    if empty <= LAST_SQUARES:
        return solve_moves(board, moves, alpha, empty, cython.address(w.nodes))
    if empty <= SHALLOW:
        return shallow_search(w.recent, board, moves, alpha, empty, cython.address(w.nodes))
    w.nodes += 1
    if must_stop(w):
        return alpha
    bucket = bucket_of(w.slots, w.mask, board)
    prefetch(bucket.slots)
    if alpha >= STABLE_FROM:
        score = stability_bound(board)
        if score <= alpha:
            return score
    if moves == 0:
        moves = legal(board.o, board.p)
        if moves == 0:
            return final_score(board.p, board.o)
        return -null_window(w, passed(board), moves, -alpha - 1, empty)
    if probe(cython.address(bucket), cython.address(entry)):
        if entry.selectivity >= w.selectivity:
            if entry.low > alpha:
                return entry.low
            if entry.high <= alpha:
                return entry.high
        first = entry.move
    if LEAST_LEVEL <= w.selectivity < EXACT:
        score = probcut(w.judge, board, alpha, empty, w.selectivity - LEAST_LEVEL)
        if score != NO_CUT:
            return score
    begin_split_point(cython.address(split), board, alpha, empty, listed)
    if first != NO_MOVE:
        # The best move before mostly is the best again, and then the others need no order.
        listed[0].square = first
        listed[0].turned = flips(board.p, board.o, first)
        then: Board = after(board, first, listed[0].turned)
        listed[0].replies = legal(then.p, then.o)
        listed[0].score = TABLE_MOVE
        moves ^= bit(first)
        split.n = 1
        search_moves(w, cython.address(split))
    if split.best <= alpha and moves:
        score = list_rest(w, cython.address(split), moves)
        if score > alpha:
            return score
        search_moves(w, cython.address(split))
    if is_stopped(w):
        return alpha
    low: cython.int = split.best if split.best > alpha else -MAX_SCORE
    high: cython.int = MAX_SCORE if split.best > alpha else split.best
    store(cython.address(bucket), low, high, split.move, empty, w.selectivity, w.age)
    return split.best


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def search_moves(w: Worker, split: cython.pointer(SplitPoint)) -> cython.void:
    """Search the listed moves until one is above alpha; the best one and its score are in `split`."""
    score: cython.int
    split.most = min(split.n, w.selectivity)
    while split.next < split.most:
        several: cython.bint = split.next > 0 and split.next + 1 < split.most and split.empty >= SPLIT_FROM
        if several and shared_load32(cython.address(w.crew.idle)) and search_shared(w, split):
            return
        pick(split.listed, split.next, split.n)
        score = child_score(w, split.board, split.listed + split.next, split.alpha, split.empty)
        if is_stopped(w):
            return
        if score > split.best:
            split.best = score
            split.move = split.listed[split.next].square
            if score > split.alpha:
                return
        split.next += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_rest(w: Worker, split: cython.pointer(SplitPoint), moves: uint64_t) -> cython.int:
    """List more moves of a position in order. Returns a score above alpha that the table has by one of them,
    or -INFINITE (enhanced transposition cutoff: Plaat et al., 1996)."""
    buckets: Bucket[MOST_LISTED]
    entry: Entry
    rest: cython.pointer(Move) = split.listed + split.n
    n: cython.int = list_moves(split.board, moves, rest)
    i: cython.int
    split.n += n
    if split.empty < PROBE_CHILDREN:
        order_moves(w, split.board, split.alpha, split.empty, rest, n)
        return -INFINITE
    for i in range(n):
        buckets[i] = bucket_of(w.slots, w.mask, after(split.board, rest[i].square, rest[i].turned))
        prefetch(buckets[i].slots)
    # Ordering takes as long as the memory does to answer.
    order_moves(w, split.board, split.alpha, split.empty, rest, n)
    for i in range(n):
        known: cython.bint = probe(cython.address(buckets[i]), cython.address(entry))
        if known and entry.selectivity >= w.selectivity and -entry.high > split.alpha:
            return -entry.high
    return -INFINITE


def order_moves(w, board, alpha, empty, listed, n):
    """Write the ordering score of each move, and the replies to it."""
    if w.judge is not None and empty >= LEARNED_FROM:
        score_moves_learned(w.judge, board, alpha, empty, listed, n)
    else:
        score_moves(board, empty, listed, n)


def child_score(w, board, move, alpha, empty):
    """The score of a move in a position with `empty` squares, more than SHALLOW."""
    then: Board = after(board, move.square, move.turned)
    if empty > SHALLOW + 1:
        return -null_window(w, then, move.replies, -alpha - 1, empty - 1)
    return -shallow_search(w.recent, then, move.replies, -alpha - 1, empty - 1, cython.address(w.nodes))


def search_shared(w, split):
    """Search the rest of a position's moves with idle workers; false when another position is on offer."""
    if not offer(w.crew, split, w.inside):
        return False
    search_taken(w, split)
    withdraw(w.crew, split)
    while shared_load32(cython.address(split.helpers)):
        if not help_once(w):
            give_way()
    change_idle(w.crew, -1)
    return True


def search_taken(w, split):
    """Search moves of a split point as long as there are any to take."""
    move: Move
    score: cython.int
    outer: cython.pointer(SplitPoint) = w.inside
    w.inside = split
    while take_move(split, cython.address(move)):
        score = child_score(w, split.board, cython.address(move), split.alpha, split.empty)
        if is_stopped(w):
            break
        add_score(split, move.square, score)
    w.inside = outer


def help_once(w):
    """Take part in the split point that is on offer; false when there is none."""
    split: cython.pointer(SplitPoint) = join(w.crew)
    if split == cython.NULL:
        return False
    search_taken(w, split)
    leave(w.crew, split)
    return True


def help_others(w):
    """Help until the crew is closed."""
    change_idle(w.crew, 1)
    while shared_load32(cython.address(w.crew.closed)) == 0:
        if not help_once(w):
            give_way()
    change_idle(w.crew, -1)


def is_stopped(w):
    """Tell whether to give up: the whole search, or the part inside a split point that is decided."""
    return shared_load32(cython.address(w.crew.halt)) or is_cut_off(w.inside)


def must_stop(w):
    """Tell whether to give up. Every now and then halts the crew where a limit is reached or the bell has
    rung."""
    w.looks += 1
    due: cython.bint = w.looks % LOOK_EVERY == 0
    if due and (shared_is_set(w.bell) or w.nodes >= w.most_nodes or seconds_now() >= w.end):
        shared_store32(cython.address(w.crew.halt), 1)
    return is_stopped(w)
