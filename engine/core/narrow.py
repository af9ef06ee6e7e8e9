# cython: language_level=3, cdivision=True
"""Whether the mover of an Othello position gets more than `alpha`: alpha-beta search to the end of the game.

Every score is the mover's, the empty squares counted for the winner; one above `alpha` is a lower bound of
the true score and any other an upper one. What makes the tree small is the order of moves: first what was
best before, then what leaves the opponent few replies, corners counted twice, in quarters of the board with
an odd number of empty squares. Nearer to the end less is spent on it: above SOON empty squares positions are
kept in the table that all threads share (engine/core/bounds), above FEW in a small one of each worker's own,
and the rest is engine/core/finish.
"""

import cython

if not cython.compiled:
    raise ImportError("engine.core is compiled; write `from engine.core import narrow`")

fill_lines()


def better(w, p, o, alpha, empty):
    """The score of a position with so many empty squares; of no meaning once the search is stopped."""
    listed: Move[MOST_LISTED]
    spot: Spot
    known: Known
    best: cython.int = -NO_MOVE
    first: cython.int = NOWHERE
    score: cython.int
    i: cython.int
    n: cython.int
    if empty <= FEW:
        return few_left(p, o, alpha, empty, cython.address(w.nodes))
    if empty <= SOON:
        return soon(w, p, o, alpha, empty)
    w.nodes += 1
    if stopped(w):
        return alpha
    if alpha >= STABLE_FROM:
        score = 64 - 2 * popcount64(stable_discs(o, p))
        if score <= alpha:
            return score
    moves: uint64_t = legal(p, o)
    if moves == 0:
        if legal(o, p) == 0:
            return final_score(p, o)
        return -better(w, o, p, -alpha - 1, empty)
    spot = spot_of(w.slots, w.mask, p, o)
    PREFETCH(spot.slots)
    if look_up(cython.address(spot), cython.address(known)):
        if known.low > alpha:
            return known.low
        if known.high <= alpha:
            return known.high
        first = known.move
    n = list_moves(p, o, moves, empty >= RICH, listed)
    if empty >= ASK_CHILDREN:
        score = known_score(w, p, o, listed, n, alpha)
        if score > alpha:
            return score
    for i in range(n):
        if listed[i].square == first:
            listed[i].value += BY_TABLE
    for i in range(n):
        pick(listed, i, n)
        score = child_score(w, p, o, listed + i, alpha, empty)
        if w.halt[0]:
            return alpha
        if score > best:
            best = score
            first = listed[i].square
            if score > alpha:
                note(cython.address(spot), best, MOST, first, empty, w.age)
                return best
    note(cython.address(spot), -MOST, best, first, empty, w.age)
    return best


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def known_score(
    w: cython.pointer(Worker),
    p: uint64_t,
    o: uint64_t,
    listed: cython.pointer(Move),
    n: cython.int,
    alpha: cython.int,
) -> cython.int:
    """A score above alpha that the table has by one of the moves; -NO_MOVE when it has none."""
    spots: Spot[MOST_LISTED]
    known: Known
    i: cython.int
    for i in range(n):
        spots[i] = spot_of(
            w.slots, w.mask, o ^ listed[i].turned, p ^ listed[i].turned ^ bit(listed[i].square)
        )
        PREFETCH(spots[i].slots)
    for i in range(n):
        if look_up(cython.address(spots[i]), cython.address(known)) and -known.high > alpha:
            return -known.high
    return -NO_MOVE


def soon(w, p, o, alpha, empty):
    """The score of a position with more than FEW and at most SOON empty squares."""
    listed: Move[MOST_LISTED]
    move: Move
    best: cython.int = -NO_MOVE
    score: cython.int
    i: cython.int
    n: cython.int
    w.nodes += 1
    if alpha >= STABLE_FROM:
        score = 64 - 2 * popcount64(stable_discs(o, p))
        if score <= alpha:
            return score
    recent: cython.pointer(Recent) = w.recent + recent_place(p, o)
    same: cython.bint = recent.p == p and recent.o == o
    if same:
        if recent.low > alpha:
            return recent.low
        if recent.high <= alpha:
            return recent.high
    moves: uint64_t = legal(p, o)
    if moves == 0:
        if legal(o, p) == 0:
            return final_score(p, o)
        return -soon(w, o, p, -alpha - 1, empty)
    move.square = NOWHERE
    if same:
        move.square = recent.move
        move.turned = flips(p, o, move.square)
        moves ^= bit(move.square)
        best = child_score(w, p, o, cython.address(move), alpha, empty)
    if best <= alpha and moves:
        n = list_moves(p, o, moves, False, listed)
        for i in range(n):
            pick(listed, i, n)
            score = child_score(w, p, o, listed + i, alpha, empty)
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


def child_score(w, p, o, move, alpha, empty):
    """The score of a move in a position with so many empty squares, more than FEW."""
    pp: uint64_t = o ^ move.turned
    oo: uint64_t = p ^ move.turned ^ bit(move.square)
    if empty > SOON + 1:
        return -better(w, pp, oo, -alpha - 1, empty - 1)
    if empty > FEW + 1:
        return -soon(w, pp, oo, -alpha - 1, empty - 1)
    return -few_left(pp, oo, -alpha - 1, empty - 1, cython.address(w.nodes))


def list_moves(p, o, moves, rich, out):
    """Write each move of a set with its value in the order; returns their number."""
    n: cython.int = 0
    x: cython.int
    value: cython.int
    turned: uint64_t
    pp: uint64_t
    oo: uint64_t
    replies: uint64_t
    odd: uint64_t = odd_quarters(~(p | o))
    while moves:
        x = lowest_bit(moves)
        moves &= moves - 1
        turned = flips(p, o, x)
        pp = o ^ turned
        oo = p ^ turned ^ bit(x)
        replies = legal(pp, oo)
        value = -BY_REPLY * (popcount64(replies) + popcount64(replies & CORNERS))
        if odd & bit(x):
            value += BY_PARITY
        if rich:
            value += BY_EDGE * popcount64(stable_edges(oo, pp))
            value -= BY_OPEN * popcount64(around(oo) & ~(pp | oo))
        if bit(x) & CORNERS:
            value += BY_CORNER
        if pp == 0:
            value = BY_ALL
        out[n].turned = turned
        out[n].square = x
        out[n].value = value
        n += 1
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def pick(listed: cython.pointer(Move), i: cython.int, n: cython.int) -> cython.void:
    """Bring the best move from the i-th on to the i-th place."""
    best: cython.int = i
    j: cython.int
    move: Move
    for j in range(i + 1, n):
        if listed[j].value > listed[best].value:
            best = j
    if best != i:
        move = listed[i]
        listed[i] = listed[best]
        listed[best] = move


def stopped(w):
    """Whether to give up, and every now and then whether there is a reason to."""
    if w.halt[0]:
        return True
    w.looks += 1
    if w.looks % LOOK_EVERY == 0 and (w.bell[0] or w.nodes >= w.most_nodes or seconds_now() >= w.end):
        w.halt[0] = 1
        return True
    return False
