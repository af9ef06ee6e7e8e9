# cython: language_level=3, cdivision=True
"""The choices of the hard bot of Acquire: fixed scores of tiles, chains and shares, and its move.

The weights are those of the program they come from (linanqiu/acquire-game, backend/game/bot.py). Money is in
hundreds here.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.acquire import hard_choices`")


def one_of_best(moves, scores, n, most, rng):
    """One of the moves with the `most` highest scores, the first ones among equals; they are reordered."""
    i: cython.int
    j: cython.int
    best: cython.int
    for i in range(min(n, most)):
        best = i
        for j in range(i + 1, n):
            if scores[j] > scores[best]:
                best = j
        # The others stay in their order.
        move: cython.int = moves[best]
        score: cython.int = scores[best]
        for j in range(best, i, -1):
            moves[j] = moves[j - 1]
            scores[j] = scores[j - 1]
        moves[i] = move
        scores[i] = score
    return moves[below(rng, min(n, most)) if most > 1 else 0]


def hard_move(t):
    """The hard bot's move; of a purchase the first share that it would buy from here."""
    plan: cython.int[MOST_PICKS]
    if (t.kind == PLACES or t.kind == BUYS) and can_end(t):
        return END_MOVE
    if t.kind == PLACES:
        return best_tile(t)
    if t.kind == FOUNDS:
        return FOUND_MOVE + best_founding(t)
    if t.kind == SURVIVES:
        return SURVIVE_MOVE + best_survivor(t)
    if t.kind == ORDERS:
        return ORDER_MOVE + first_by_name(t.ties)
    if t.kind == DISPOSES:
        return disposition(t)
    return BUY_MOVE + plan[0] if plan_hard_purchase(t, plan) else NO_MORE


def best_tile(t):
    """The tile of the highest score that can be placed, the first of the hand among equal ones."""
    best: cython.int = -1
    chosen: cython.int = 0
    score: cython.int
    slot: cython.int
    for slot in range(t.held[t.mover]):
        if can_place(t, t.hands[t.mover][slot]):
            score = tile_score(t, t.hands[t.mover][slot])
            if score > best:
                best = score
                chosen = t.hands[t.mover][slot]
    return chosen


def tile_score(t, tile):
    """The score of a tile: 100 to found a chain, more for more shares of the chains it touches."""
    beside: cython.int = touched(t, tile)
    chains: cython.int = beside & EVERY_CHAIN
    own: cython.pointer(cython.const[cython.uchar]) = t.shares[t.mover]
    score: cython.int = 0
    survivor: cython.int = -1
    defunct: cython.int = 0
    chain: cython.int
    i: cython.int
    if chains == 0:
        return 100 if beside & LONE else 0
    for i in range(CHAINS):
        chain = BY_NAME[i]
        if not chains >> chain & 1:
            continue
        defunct += own[chain]
        if survivor < 0 or t.size[chain] > t.size[survivor]:
            survivor = chain
    if popcount64(chains) == 1:
        return 50 + 5 * own[survivor] if own[survivor] else 0
    defunct -= own[survivor]
    if own[survivor]:
        score += 30 + 3 * own[survivor]
    return score + 20 + 2 * defunct if defunct else score


def best_founding(t):
    """The first chain not on the board of the dearest kind, of the cheapest with little cash."""
    poor: cython.bint = t.cash[t.mover] < 15
    step: cython.int
    chain: cython.int
    for step in range(3):
        for chain in range(CHAINS):
            if not t.active >> chain & 1 and TIER_OF[chain] == (step if poor else 2 - step):
                return chain
    return 0


def best_survivor(t):
    """The chain of which it has most, the dearer one among equal ones, then the first by name."""
    best: cython.int = -1
    chosen: cython.int = 0
    chain: cython.int
    i: cython.int
    for i in range(CHAINS):
        chain = BY_NAME[i]
        if t.ties >> chain & 1 and survivor_score(t, chain) > best:
            best = survivor_score(t, chain)
            chosen = chain
    return chosen


def survivor_score(t, chain):
    return 10 * t.shares[t.mover][chain] + TIER_OF[chain]


def first_by_name(chains):
    """The first of some chains in alphabetical order."""
    i: cython.int
    for i in range(CHAINS):
        if chains >> BY_NAME[i] & 1:
            return BY_NAME[i]
    return 0


def disposition(t):
    """Trade all pairs that the bank has shares for where the survivor costs more than twice as much, and keep
    the rest; else sell everything."""
    chain: cython.int = t.queue[t.at]
    shares: cython.int = t.shares[t.mover][chain]
    pairs: cython.int = min(shares // 2, t.bank[t.survivor])
    dear: cython.bint = price_of(t.survivor, t.size[t.survivor]) > 2 * price_of(chain, t.size[chain])
    if dear and pairs > 0:
        return GIVE_MOVE + pairs
    return GIVE_MOVE + GIVE_ROW * shares


def plan_hard_purchase(t, plan):
    """Write the shares that hard buys yet, in the order of the chains, and return their number."""
    return plan_by_scores(t, plan, 1, cython.NULL)


def plan_by_scores(t, plan, most, rng):
    """Write the shares that are bought yet, in the order of the chains, and return their number: each time of
    one of the `most` chains with the highest scores that can be paid, by what was owned and had before."""
    cash: cython.int = t.cash[t.mover]
    left: cython.int = cash
    bought: cython.int[CHAINS]
    chains: cython.int[CHAINS]
    scores: cython.int[CHAINS]
    n: cython.int = 0
    options: cython.int
    chain: cython.int
    price: cython.int
    i: cython.int
    for i in range(CHAINS):
        bought[i] = 0
    while n < MOST_PICKS - t.picks:
        options = 0
        for i in range(CHAINS):
            chain = BY_NAME[i]
            price = price_of(chain, t.size[chain])
            if price == 0 or price > left or t.bank[chain] <= bought[chain] or chain < t.least:
                continue
            chains[options] = chain
            scores[options] = share_score(t, chain, bought[chain] == 0, t.shares[t.mover][chain], cash)
            options += 1
        if options == 0:
            break
        chain = one_of_best(chains, scores, options, most, rng)
        bought[chain] += 1
        left -= price_of(chain, t.size[chain])
        n += 1
    i = 0
    for chain in range(CHAINS):
        while bought[chain] > 0:
            plan[i] = chain
            i += 1
            bought[chain] -= 1
    return n


def share_score(t, chain, fresh, owned, cash):
    """The score of a share: of chains that it has shares in, that are large and dear, or cheap with little
    cash, and of another chain than the last."""
    score: cython.int = 2 * t.size[chain] + 5 * TIER_OF[chain] + 15 * fresh
    if owned:
        score += 20 + 3 * owned
    return score + 12 - price_of(chain, t.size[chain]) if cash < 20 else score


def score_moves(t, moves, n, out):
    """Write the hard bot's score of each of the mover's `n` moves, in points of which 20 are much."""
    plan: cython.int[MOST_PICKS]
    planned: cython.int = 0
    best: cython.int = -1
    chain: cython.int
    i: cython.int
    if t.kind == BUYS:
        planned = plan_hard_purchase(t, plan)
    elif t.kind != PLACES:
        best = hard_move(t)
    for i in range(n):
        out[i] = 0
        if moves[i] == END_MOVE:
            out[i] = 20
        elif t.kind == PLACES:
            out[i] = tile_score(t, moves[i])
        elif t.kind == BUYS:
            chain = moves[i] - BUY_MOVE
            if planned and chain == plan[0]:
                out[i] = 40
            elif moves[i] != NO_MORE:
                out[i] = 20
            elif planned == 0:
                out[i] = 40
        elif moves[i] == best:
            out[i] = 40
