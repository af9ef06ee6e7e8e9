# cython: language_level=3, cdivision=True
"""Random playouts of Acquire, and those of the easy bot: moves drawn without a list of all of them."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.acquire import playouts`")


def play_moves(t, rng, easy, plies, log, room):
    """Play at most `plies` moves in place, of the easy bot or uniformly random ones, and chance's. The first
    `room` moves are written to `log`, each with its player above MOVER_SHIFT; returns their number."""
    plan: cython.int[MOST_PICKS]
    planned: cython.int = 0
    bought: cython.int = 0
    made: cython.int = 0
    move: cython.int
    while t.kind != OVER and plies > 0:
        if not easy:
            move = random_move(t, rng)
        elif t.kind != BUYS or can_end(t):
            move = easy_move(t, rng)
        else:
            if t.picks == 0 or planned == 0:
                planned = plan_purchase(t, rng, plan)
                bought = 0
            move = BUY_MOVE + plan[bought] if bought < planned else NO_MORE
            bought += 1
        if made < room:
            log[made] = move | t.mover << MOVER_SHIFT
            made += 1
        advance(t, move)
        plies -= 1
    return made


def random_move(t, rng):
    """A uniformly random move of whoever decides; a tile of all that may be drawn."""
    n: cython.int
    if t.kind == PLACES:
        return random_placement(t, rng)
    if t.kind == BUYS:
        n = popcount64(buy_options(t))
        n = below(rng, n + 1 + can_end(t)) - n
        return random_chain(buy_options(t), BUY_MOVE, rng) if n < 0 else END_MOVE if n else NO_MORE
    if t.kind == DISPOSES:
        return listed_move(t, rng)
    return event(t, rng)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def event(t: cython.pointer(cython.const[Table]), rng: cython.pointer(Rng)) -> cython.int:
    """A draw, or a choice of chains that all are as likely."""
    if t.kind == DRAWS and (t.eyes == EYES_ALL or t.eyes == t.mover or t.stage == LAYING):
        return DRAW_MOVE + random_tile(t.pool, rng)
    if t.kind == FOUNDS:
        return random_chain(EVERY_CHAIN & ~t.active, FOUND_MOVE, rng)
    if t.kind == SURVIVES:
        return random_chain(t.ties, SURVIVE_MOVE, rng)
    return random_chain(t.ties, ORDER_MOVE, rng) if t.kind == ORDERS else listed_move(t, rng)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def random_chain(chains: cython.int, first: cython.int, rng: cython.pointer(Rng)) -> cython.int:
    return first + kth_bit(chains, below(rng, popcount64(chains)))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def listed_move(t: cython.pointer(cython.const[Table]), rng: cython.pointer(Rng)) -> cython.int:
    """A move of those listed: of few positions, and of eyes that do not see all."""
    moves: uint16_t[MOST_LISTED]
    return moves[below(rng, list_moves(t, moves))]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def random_placement(t: cython.pointer(cython.const[Table]), rng: cython.pointer(Rng)) -> cython.int:
    """A tile of the hand that can be placed, or the call of the end."""
    fits: cython.int[CHAINS]
    n: cython.int = 0
    slot: cython.int
    if t.eyes != EYES_ALL:
        return listed_move(t, rng)
    for slot in range(t.held[t.mover]):
        if can_place(t, t.hands[t.mover][slot]):
            fits[n] = t.hands[t.mover][slot]
            n += 1
    fits[n] = END_MOVE
    return fits[below(rng, n + can_end(t))]


def easy_move(t, rng):
    """A move of the easy bot: a random tile and random chains; of shares of a defunct chain it sells a random
    number and trades what it can of the rest, and it buys as much as it can. It calls the end at once."""
    if t.kind == PLACES or t.kind == BUYS:
        if can_end(t):
            return END_MOVE
        return easy_tile(t, rng) if t.kind == PLACES else easy_pick(t, rng)
    return easy_split(t, rng) if t.kind == DISPOSES else event(t, rng)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def easy_tile(t: cython.pointer(cython.const[Table]), rng: cython.pointer(Rng)) -> cython.int:
    """A random tile that can be placed: whichever comes first after a random slot would favour neighbours
    of barred ones, so it is drawn again."""
    tile: cython.int
    if t.eyes != EYES_ALL:
        return listed_move(t, rng)
    while True:
        tile = t.hands[t.mover][below(rng, t.held[t.mover])]
        if can_place(t, tile):
            return tile


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def easy_split(t: cython.pointer(cython.const[Table]), rng: cython.pointer(Rng)) -> cython.int:
    """Sell a random number of the shares; the rest are pairs that can be traded."""
    shares: cython.int = t.shares[t.mover][t.queue[t.at]]
    least: cython.int = max(0, shares - 2 * t.bank[t.survivor] - 1)
    sold: cython.int = least + below(rng, shares - least + 1)
    return GIVE_MOVE + GIVE_ROW * sold + (shares - sold) // 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def easy_pick(t: cython.pointer(cython.const[Table]), rng: cython.pointer(Rng)) -> cython.int:
    """The next share of a purchase that is planned here and now."""
    plan: cython.int[MOST_PICKS]
    return BUY_MOVE + plan[0] if plan_purchase(t, rng, plan) else NO_MORE


def plan_purchase(t, rng, plan):
    """Write the shares that the easy bot buys yet, in the order of the chains, and return their number: one
    after the other a random one of those that it can pay and the bank has.

    The order in which they are drawn is lost, as purchases are made in that of the chains; so what was bought
    before restricts the rest to the chains from there on."""
    price: cython.int[CHAINS]
    bank: cython.int[CHAINS]
    cash: cython.int = t.cash[t.mover]
    n: cython.int = 0
    options: cython.int
    chain: cython.int
    j: cython.int
    for chain in range(CHAINS):
        price[chain] = price_of(chain, t.size[chain])
        bank[chain] = t.bank[chain] if chain >= t.least else 0
    while n < MOST_PICKS - t.picks:
        options = 0
        for chain in range(CHAINS):
            options |= (price[chain] > 0 and bank[chain] > 0 and price[chain] <= cash) << chain
        if options == 0:
            break
        chain = random_chain(options, 0, rng)
        cash -= price[chain]
        bank[chain] -= 1
        j = n
        while j > 0 and plan[j - 1] > chain:
            plan[j] = plan[j - 1]
            j -= 1
        plan[j] = chain
        n += 1
    return n
