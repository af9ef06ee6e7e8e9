# cython: language_level=3, cdivision=True
"""What an Othello position will come to, by the learned evaluation and a search of a few plies. An exact
search tries moves in the order of it, and makes its first guess by it: there a forecast that is far from what
is asked about is taken for the truth.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import probcut`")

DISTANCES = (4, 6, 8, 11, 14, 18)
"""By level, how many discs a forecast has to be from what is asked about to be believed; one of few plies a
little more, one of many a little less."""
TRUSTED = cython.declare(cython.int[LEVELS])
for level in range(LEVELS):
    TRUSTED[level] = UNIT * DISTANCES[level]
fill_lines()


def rank_moves(patterns, p, o, alpha, empty, listed, n):
    """Write what each move is worth in the order when a score above `alpha` is wanted, and the replies to it:
    of moves that are as good the one with the fewest replies leaves the least to search."""
    squares: uint16_t[MOST_LISTED]
    worth: cython.int[MOST_LISTED]
    i: cython.int
    best: cython.int = -BY_TABLE
    odd: uint64_t = odd_quarters(~(p | o))
    for i in range(n):
        squares[i] = listed[i].square
    patterns.judge_moves(p, o, squares, n, worth)
    for i in range(n):
        best = max(best, worth[i])
    hopeful: cython.bint = best >= UNIT * alpha - HOPELESS
    depth: cython.int = 0
    if hopeful and empty >= DEEP_FROM:
        depth = min(DEEP_MOST, 1 + (empty - DEEP_FROM) // DEEP_STEP)
    best = -BY_TABLE
    for i in range(n):
        placed: uint64_t = bit(listed[i].square)
        pp: uint64_t = o ^ listed[i].turned
        oo: uint64_t = p ^ listed[i].turned ^ placed
        replies: uint64_t = legal(pp, oo)
        value: cython.int = worth[i]
        if depth > 0:
            value = -forecast(patterns, pp, oo, -BY_TABLE, WEAKER - best, depth)
            best = max(best, value)
        value -= COST_OF_REPLY * (popcount64(replies) + popcount64(replies & CORNERS))
        if odd & placed:
            value += ODD_QUARTER
        if placed & CORNERS:
            value += CORNER
        listed[i].replies = replies
        listed[i].value = value


def likely_score(patterns, p, o, alpha, empty, level):
    """A score above `alpha` or one that is not, where the forecast is far on that side; else UNSURE."""
    depth: cython.int = min(LIKELY_MOST, 1 + (empty - LIKELY_FROM) // LIKELY_STEP)
    trusted: cython.int = TRUSTED[level] * (137 - 12 * depth) // 100
    bound: cython.int = UNIT * alpha
    lead: cython.int = patterns.judge(p, o) - bound
    # A forecast is only worth making where a glance says nearly as much.
    if 10 * abs(lead) < 7 * trusted:
        return UNSURE
    if lead > 0:
        bound += UNIT + trusted
        above: cython.bint = forecast(patterns, p, o, bound - 1, bound, depth) >= bound
        # All scores are even.
        return alpha + 2 & ~1 if above else UNSURE
    bound -= trusted
    below: cython.bint = forecast(patterns, p, o, bound, bound + 1, depth) <= bound
    return alpha & ~1 if below else UNSURE


def forecast(patterns, p, o, alpha, beta, depth):
    """The mover's score after so many plies, at least one, that both choose by the learned evaluation: exact
    between `alpha` and `beta`, else a bound."""
    squares: uint16_t[MOST_LISTED]
    worth: cython.int[MOST_LISTED]
    i: cython.int
    j: cython.int
    n: cython.int = 0
    best: cython.int = -BY_TABLE
    moves: uint64_t = legal(p, o)
    if moves == 0:
        if legal(o, p) == 0:
            return patterns.judge(p, o)
        return -forecast(patterns, o, p, -beta, -alpha, depth)
    while moves:
        squares[n] = lowest_bit(moves)
        moves &= moves - 1
        n += 1
    patterns.judge_moves(p, o, squares, n, worth)
    for i in range(n):
        if depth == 1:
            best = max(best, worth[i])
            continue
        for j in range(i + 1, n):
            if worth[j] > worth[i]:
                worth[i], worth[j] = worth[j], worth[i]
                squares[i], squares[j] = squares[j], squares[i]
        turned: uint64_t = flips(p, o, squares[i])
        pp: uint64_t = o ^ turned
        oo: uint64_t = p ^ turned ^ bit(squares[i])
        best = max(best, -forecast(patterns, pp, oo, -beta, -max(alpha, best), depth - 1))
        if best >= beta:
            break
    return best
