# cython: language_level=3, cdivision=True
"""Whether the mover of an Othello position gets more than `alpha`: alpha-beta search to the end of the game.

Every score is the mover's, the empty squares counted for the winner; one above `alpha` is a lower bound of
the true score and any other an upper one. Nearer to the end less is spent on a position: above SOON empty
squares it is kept in the table that all workers share (engine/core/solver/transposition); the rest is
engine/core/solver/shallow and engine/core/solver/last_squares.

Several workers search together by sharing the moves of a position once its first one has not decided it: a
worker who waits for guests to finish their moves is idle and joins in what they share. When one move decides
a shared position, all that was begun inside it is given up.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import null_window`")

fill_lines()


def better(w, p, o, moves, alpha, empty):
    """The score of a position with so many empty squares; of no meaning once the search is stopped."""
    listed: Move[MOST_LISTED]
    spot: Spot
    known: Known
    job: Shared
    first: cython.int = NOWHERE
    score: cython.int
    if empty <= FEW:
        return best_of(p, o, moves, alpha, empty, cython.address(w.nodes))
    if empty <= SOON:
        return soon(w.recent, p, o, moves, alpha, empty, cython.address(w.nodes))
    w.nodes += 1
    if must_stop(w):
        return alpha
    spot = spot_of(w.slots, w.mask, p, o)
    prefetch(spot.slots)
    if alpha >= STABLE_FROM:
        score = 64 - 2 * popcount64(stable_discs(o, p))
        if score <= alpha:
            return score
    if moves == 0:
        moves = legal(o, p)
        return -better(w, o, p, moves, -alpha - 1, empty) if moves else final_score(p, o)
    if look_up(cython.address(spot), cython.address(known)):
        if known.width >= w.width:
            if known.low > alpha:
                return known.low
            if known.high <= alpha:
                return known.high
        first = known.move
    if LIKELY <= w.width < ALL:
        score = likely_score(cython.cast(Patterns, w.patterns), p, o, alpha, empty, w.width - LIKELY)
        if score != UNSURE:
            return score
    job.p = p
    job.o = o
    job.alpha = alpha
    job.empty = empty
    job.listed = listed
    job.best = -NO_MOVE
    job.next = job.n = 0
    if first != NOWHERE:
        # What was best before mostly is, and then the others need no order.
        listed[0].square = first
        listed[0].turned = flips(p, o, first)
        listed[0].replies = legal(o ^ listed[0].turned, p ^ listed[0].turned ^ bit(first))
        listed[0].value = BY_TABLE
        moves ^= bit(first)
        job.n = 1
        search_moves(w, cython.address(job))
    if job.best <= alpha and moves:
        score = list_rest(w, cython.address(job), moves)
        if score > alpha:
            return score
        search_moves(w, cython.address(job))
    if stopped(w):
        return alpha
    if job.best > alpha:
        note(cython.address(spot), job.best, MOST, job.move, empty, w.width, w.age)
    else:
        note(cython.address(spot), -MOST, job.best, job.move, empty, w.width, w.age)
    return job.best


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def search_moves(w: cython.pointer(Worker), job: cython.pointer(Shared)) -> cython.void:
    """Search the moves of a position until one is above alpha; the best one and its score are in `job`."""
    score: cython.int
    job.most = min(job.n, w.width)
    while job.next < job.most:
        worth: cython.bint = job.next > 0 and job.next + 1 < job.most and job.empty >= SHARE_FROM
        if worth and shared_load32(cython.address(w.crew.idle)) and share(w, job):
            return
        pick(job.listed, job.next, job.n)
        score = child_score(w, job.p, job.o, job.listed + job.next, job.alpha, job.empty)
        if stopped(w):
            return
        if score > job.best:
            job.best = score
            job.move = job.listed[job.next].square
            if score > job.alpha:
                return
        job.next += 1


def share(w, job):
    """Search the rest of a position's moves with whoever is idle; false when others are being waited for."""
    crew: cython.pointer(Crew) = w.crew
    lock_word(cython.address(crew.door))
    free: cython.bint = crew.offer == cython.NULL
    if free:
        job.outer = w.inside
        job.over = job.guests = job.door = 0
        make_offer(crew, job)
    unlock_word(cython.address(crew.door))
    if not free:
        return False
    search_shared(w, job)
    lock_word(cython.address(crew.door))
    if crew.offer == job:
        make_offer(crew, cython.NULL)
    add(cython.address(crew.idle), 1)
    unlock_word(cython.address(crew.door))
    while shared_load32(cython.address(job.guests)):
        if not join_in(w):
            give_way()
    lock_word(cython.address(crew.door))
    add(cython.address(crew.idle), -1)
    unlock_word(cython.address(crew.door))
    return True


def search_shared(w, job):
    """Search moves of a shared position as long as there are any that nobody has taken."""
    move: Move
    score: cython.int
    outer: cython.pointer(Shared) = w.inside
    w.inside = job
    while True:
        lock_word(cython.address(job.door))
        if job.next >= job.most or job.over:
            unlock_word(cython.address(job.door))
            break
        pick(job.listed, job.next, job.n)
        move = job.listed[job.next]
        job.next += 1
        unlock_word(cython.address(job.door))
        score = child_score(w, job.p, job.o, cython.address(move), job.alpha, job.empty)
        if stopped(w):
            break
        lock_word(cython.address(job.door))
        if score > job.best:
            job.best = score
            job.move = move.square
            shared_store32(cython.address(job.over), score > job.alpha)
        unlock_word(cython.address(job.door))
    w.inside = outer


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def make_offer(crew: cython.pointer(Crew), job: cython.pointer(Shared)) -> cython.void:
    """Let idle workers join in a position, or in none. The crew's door is closed behind the caller."""
    crew.offer = job
    shared_store32(cython.address(crew.open), job != cython.NULL)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add(number: cython.pointer(uint32_t), more: cython.int) -> cython.void:
    """Change a number that only the holder of a lock changes and others look at without it."""
    shared_store32(number, number[0] + more)


def join_in(w):
    """Take part in the position that is on offer; false when there is none."""
    crew: cython.pointer(Crew) = w.crew
    job: cython.pointer(Shared)
    if shared_load32(cython.address(crew.open)) == 0:
        return False
    lock_word(cython.address(crew.door))
    job = crew.offer
    if job != cython.NULL:
        lock_word(cython.address(job.door))
        if job.next >= job.most or job.over:
            make_offer(crew, cython.NULL)
        else:
            add(cython.address(job.guests), 1)
            add(cython.address(crew.idle), -1)
        free: cython.bint = crew.offer != cython.NULL
        unlock_word(cython.address(job.door))
        if not free:
            job = cython.NULL
    unlock_word(cython.address(crew.door))
    if job == cython.NULL:
        return False
    search_shared(w, job)
    # Whoever shares it takes the crew's door before it goes away.
    lock_word(cython.address(crew.door))
    add(cython.address(crew.idle), 1)
    add(cython.address(job.guests), -1)
    unlock_word(cython.address(crew.door))
    return True


def serve(w):
    """Help others until the crew is closed."""
    crew: cython.pointer(Crew) = w.crew
    lock_word(cython.address(crew.door))
    add(cython.address(crew.idle), 1)
    unlock_word(cython.address(crew.door))
    while shared_load32(cython.address(crew.closed)) == 0:
        if not join_in(w):
            give_way()
    lock_word(cython.address(crew.door))
    add(cython.address(crew.idle), -1)
    unlock_word(cython.address(crew.door))


def between(w, p, o, alpha, beta, empty):
    """The score of a position, exact where it lies between `alpha` and `beta`; of no meaning once the search
    is stopped."""
    listed: Move[MOST_LISTED]
    spot: Spot
    known: Known
    best: cython.int = -NO_MOVE
    first: cython.int = NOWHERE
    low: cython.int = alpha
    score: cython.int
    i: cython.int
    n: cython.int
    if beta - alpha <= 2 or empty <= SOON:
        return stepwise(w, p, o, alpha, beta, empty)
    w.nodes += 1
    moves: uint64_t = legal(p, o)
    if moves == 0:
        if legal(o, p) == 0:
            return final_score(p, o)
        return -between(w, o, p, -beta, -alpha, empty)
    spot = spot_of(w.slots, w.mask, p, o)
    if look_up(cython.address(spot), cython.address(known)):
        if known.width >= w.width:
            if known.low >= beta or known.low == known.high:
                return known.low
            if known.high <= alpha:
                return known.high
        first = known.move
    n = list_moves(p, o, moves, listed)
    order_moves(w, p, o, alpha, empty, listed, n)
    for i in range(n):
        if listed[i].square == first:
            listed[i].value += BY_TABLE
    for i in range(n):
        pick(listed, i, n)
        pp: uint64_t = o ^ listed[i].turned
        oo: uint64_t = p ^ listed[i].turned ^ bit(listed[i].square)
        score = low
        if i > 0:
            score = -better(w, pp, oo, listed[i].replies, -low - 1, empty - 1)
        if i == 0 or low < score < beta:
            # What a null window has shown is not proven again.
            score = -between(w, pp, oo, -beta, -max(low, score - 1), empty - 1)
        if stopped(w):
            return alpha
        if score > best:
            best = score
            first = listed[i].square
            low = max(low, best)
            if best >= beta:
                break
    note(
        cython.address(spot),
        best if best > alpha else -MOST,
        best if best < beta else MOST,
        first,
        empty,
        w.width,
        w.age,
    )
    return best


def stepwise(w, p, o, alpha, beta, empty):
    """As `between`, by null windows alone."""
    low: cython.int = -NO_MOVE
    high: cython.int = NO_MOVE
    at: cython.int = min(max(alpha, -1), beta - 1)
    step: cython.int = 0
    score: cython.int = alpha
    above: cython.bint = False
    while low < high and low < beta and high > alpha and not stopped(w):
        score = better(w, p, o, legal(p, o), at, empty)
        step = 2 * step + 2 if above == (score > at) else 0
        above = score > at
        if above:
            low = score
            at = min(score + 1 + step, high - 1, beta - 1)
        else:
            high = score
            at = max(score - 1 - step, low, alpha)
    return score


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_rest(w: cython.pointer(Worker), job: cython.pointer(Shared), moves: uint64_t) -> cython.int:
    """List more moves of a position and judge them. A score above alpha that the table has by one of them;
    -NO_MOVE when it has none."""
    spots: Spot[MOST_LISTED]
    known: Known
    rest: cython.pointer(Move) = job.listed + job.n
    n: cython.int = list_moves(job.p, job.o, moves, rest)
    i: cython.int
    job.n += n
    if job.empty < ASK_CHILDREN:
        order_moves(w, job.p, job.o, job.alpha, job.empty, rest, n)
        return -NO_MOVE
    for i in range(n):
        spots[i] = spot_of(
            w.slots, w.mask, job.o ^ rest[i].turned, job.p ^ rest[i].turned ^ bit(rest[i].square)
        )
        prefetch(spots[i].slots)
    # Judging takes as long as the memory does to answer.
    order_moves(w, job.p, job.o, job.alpha, job.empty, rest, n)
    for i in range(n):
        there: cython.bint = look_up(cython.address(spots[i]), cython.address(known))
        if there and known.width >= w.width and -known.high > job.alpha:
            return -known.high
    return -NO_MOVE


def order_moves(w, p, o, alpha, empty, listed, n):
    """Write what each move is worth in the order, and the replies to it."""
    if w.patterns != cython.NULL and empty >= LEARNED_FROM:
        rank_moves(cython.cast(Patterns, w.patterns), p, o, alpha, empty, listed, n)
    else:
        judge_moves(p, o, empty, listed, n)


def child_score(w, p, o, move, alpha, empty):
    """The score of a move in a position with so many empty squares, more than SOON."""
    pp: uint64_t = o ^ move.turned
    oo: uint64_t = p ^ move.turned ^ bit(move.square)
    if empty > SOON + 1:
        return -better(w, pp, oo, move.replies, -alpha - 1, empty - 1)
    return -soon(w.recent, pp, oo, move.replies, -alpha - 1, empty - 1, cython.address(w.nodes))


def stopped(w):
    """Whether to give up: all that is searched, or all inside a shared position."""
    job: cython.pointer(Shared) = w.inside
    if shared_load32(cython.address(w.crew.halt)):
        return True
    while job != cython.NULL:
        if shared_load32(cython.address(job.over)):
            return True
        job = job.outer
    return False


def must_stop(w):
    """Whether to give up, and every now and then whether there is a reason to stop all."""
    w.looks += 1
    due: cython.bint = w.looks % LOOK_EVERY == 0
    if due and (shared_is_set(w.bell) or w.nodes >= w.most_nodes or seconds_now() >= w.end):
        shared_store32(cython.address(w.crew.halt), 1)
    return stopped(w)
