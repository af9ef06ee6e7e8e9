# cython: language_level=3, cdivision=True
"""Mergers of Acquire: which chain survives, and what becomes of the others and their shares."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.acquire import mergers`")


def absorb(t, tile, own):
    """Give a chain the tile just placed and all lone tiles connected with it; returns their number."""
    stack: cython.int[TILES]
    n: cython.int = 1
    count: cython.int = 1
    at: cython.int
    i: cython.int
    t.cells[FRAME + tile] = own
    if not touched(t, tile) & LONE:
        return 1
    stack[0] = tile
    while n > 0:
        n -= 1
        at = FRAME + stack[n]
        for i in range(4):
            near: cython.int = at + (1 if i == 0 else -1 if i == 1 else WIDTH if i == 2 else -WIDTH)
            if t.cells[near] == LONE:
                t.cells[near] = own
                count += 1
                stack[n] = near - FRAME
                n += 1
    return count


def begin_merger(t, chains):
    """Merge the chains beside the tile into the safe one among them, or the largest; the mover chooses
    between several of these."""
    most: cython.int = 0
    chain: cython.int
    if chains & t.safe:
        choose_survivor(t, popcount64((chains & t.safe) - 1))
        return
    for chain in range(CHAINS):
        if chains >> chain & 1 and t.size[chain] >= most:
            t.ties = (t.ties if t.size[chain] == most else 0) | 1 << chain
            most = t.size[chain]
    if t.ties & (t.ties - 1):
        t.kind = SURVIVES
    else:
        choose_survivor(t, popcount64(t.ties - 1))


def choose_survivor(t, survivor):
    """Queue the other chains: the largest first, equal ones by name until the mover orders them."""
    chains: cython.int = touched(t, t.tile) & EVERY_CHAIN
    i: cython.int
    j: cython.int
    t.ties = 0
    t.survivor = survivor
    for i in range(CHAINS):
        chain: cython.int = BY_NAME[i]
        if chains >> chain & 1 and chain != survivor:
            j = t.queued
            while j > 0 and t.size[t.queue[j - 1]] < t.size[chain]:
                t.queue[j] = t.queue[j - 1]
                j -= 1
            t.queue[j] = chain
            t.queued += 1
    settle_order(t)


def settle_order(t):
    """Ask the mover which of equal defunct chains comes next, where the rules leave it to him."""
    i: cython.int
    while not t.house and t.at + 1 < t.queued:
        for i in range(t.at, t.queued):
            if t.size[t.queue[i]] == t.size[t.queue[t.at]]:
                t.ties |= 1 << t.queue[i]
        if t.ties & (t.ties - 1):
            t.kind = ORDERS
            return
        t.ties = 0
        t.at += 1
    t.at = 0
    dissolve_next(t)


def choose_next(t, chain):
    """Take a defunct chain before the others of its size."""
    i: cython.int = t.at
    while t.queue[i] != chain:
        i += 1
    while i > t.at:
        t.queue[i] = t.queue[i - 1]
        i -= 1
    t.queue[i] = chain
    t.at += 1
    t.ties = 0
    settle_order(t)


def dissolve_next(t):
    """Pay the bonuses of the next defunct chain and ask its first holder, from the mover's seat on; after the
    last one the survivor takes everything over."""
    while t.at < t.queued:
        pay_bonuses(t, t.queue[t.at])
        t.kind = DISPOSES
        t.mover = t.turn
        if t.shares[t.mover][t.queue[t.at]] or next_holder(t):
            return
        t.at += 1
    end_merger(t)


def next_holder(t):
    """Make the next seat that holds shares of the defunct chain the mover; false when all were asked."""
    t.mover = next_seat(t, t.mover)
    while t.mover != t.turn and t.shares[t.mover][t.queue[t.at]] == 0:
        t.mover = next_seat(t, t.mover)
    return t.mover != t.turn


def give(t, sold, traded):
    """Sell and trade shares of the defunct chain, two for one of the survivor, and keep the rest."""
    chain: cython.int = t.queue[t.at]
    t.shares[t.mover][chain] -= sold + traded
    t.bank[chain] += sold + traded
    t.cash[t.mover] += sold * price_of(chain, t.size[chain])
    t.shares[t.mover][t.survivor] += traded // 2
    t.bank[t.survivor] -= traded // 2
    if not next_holder(t):
        t.at += 1
        dissolve_next(t)


def end_merger(t):
    """The cells of the defunct chains, the tile and the lone tiles beside it become the survivor's."""
    own: cython.int = 1 << t.survivor
    size: cython.int = t.size[t.survivor]
    gone: cython.int = 0
    i: cython.int
    for i in range(t.queued):
        gone |= 1 << t.queue[i]
        size += t.size[t.queue[i]]
        set_size(t, t.queue[i], 0)
        t.queue[i] = 0
    for i in range(FRAMED):
        t.cells[i] = own if t.cells[i] & gone else t.cells[i]
    set_size(t, t.survivor, size + absorb(t, t.tile, own))
    t.tile = t.survivor = t.queued = t.at = 0
    begin_purchase(t)
