# cython: language_level=3, cdivision=True
"""The moves of a position of Acquire, and the probabilities of chance's."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.acquire import choices`")


def list_moves(t, out):
    """Write every legal move, in ascending order; returns their number."""
    if t.kind == PLACES:
        return with_end(t, list_tiles(t, out), out)
    if t.kind == BUYS:
        return list_purchases(t, out)
    if t.kind == DRAWS:
        return list_draws(t, out)
    if t.kind == DISPOSES:
        return list_splits(t, out)
    if t.kind == FOUNDS:
        return list_chains(EVERY_CHAIN & ~t.active, FOUND_MOVE, out)
    if t.kind == SURVIVES:
        return list_chains(t.ties, SURVIVE_MOVE, out)
    if t.kind == ORDERS:
        return list_chains(t.ties, ORDER_MOVE, out)
    return list_shows(t, out) if t.kind == SHOWS else 0


def list_chains(chains, first, out):
    n: cython.int = 0
    chain: cython.int
    for chain in range(CHAINS):
        if chains >> chain & 1:
            out[n] = first + chain
            n += 1
    return n


def list_tiles(t, out):
    """The tiles of the mover's hand that can be placed, and those that its unknown slots may hold."""
    tiles: uint64_t[2]
    n: cython.int = 0
    i: cython.int
    j: cython.int
    tile: cython.int
    tiles[0] = tiles[1] = 0
    if unknown_slots(t, t.mover):
        tiles[0] = t.pool[0]
        tiles[1] = t.pool[1]
        while tiles[0] | tiles[1]:
            tile = next_tile(tiles)
            if can_place(t, tile):
                out[n] = tile
                n += 1
    for i in range(t.held[t.mover]):
        tile = t.hands[t.mover][i]
        if tile != UNKNOWN and can_place(t, tile):
            j = n
            while j > 0 and out[j - 1] > tile:
                out[j] = out[j - 1]
                j -= 1
            out[j] = tile
            n += 1
    return n


def with_end(t, n, out):
    if not can_end(t):
        return n
    out[n] = END_MOVE
    return n + 1


def list_purchases(t, out):
    n: cython.int = list_chains(buy_options(t), BUY_MOVE, out)
    out[n] = NO_MORE
    return with_end(t, n + 1, out)


def list_splits(t, out):
    """How many shares of the defunct chain are sold, and how many traded, two for one of the survivor as long
    as the bank has some."""
    shares: cython.int = t.shares[t.mover][t.queue[t.at]]
    n: cython.int = 0
    sold: cython.int
    pair: cython.int
    for sold in range(shares + 1):
        for pair in range(min((shares - sold) // 2, t.bank[t.survivor]) + 1):
            out[n] = GIVE_MOVE + GIVE_ROW * sold + pair
            n += 1
    return n


def list_draws(t, out):
    """Every unseen tile where the draw is seen; one that is not has a single outcome."""
    tiles: uint64_t[2]
    n: cython.int = 0
    if t.eyes != EYES_ALL and t.eyes != t.mover and t.stage != LAYING:
        out[0] = DRAW_UNKNOWN
        return 1
    tiles[0] = t.pool[0]
    tiles[1] = t.pool[1]
    while tiles[0] | tiles[1]:
        out[n] = DRAW_MOVE + next_tile(tiles)
        n += 1
    return n


def list_shows(t, out):
    """The unseen tiles that the mover may have to show, and that there are no more; a hand none of whose
    tiles can be placed is shown whole."""
    tiles: uint64_t[2]
    n: cython.int = 0
    tile: cython.int
    whole: cython.bint = t.stage == EXCHANGING
    hidden: cython.int = unknown_slots(t, t.mover)
    if hidden == 0:
        out[0] = SHOW_DONE
        return 1
    if whole:
        tiles[0] = t.pool[0]
        tiles[1] = t.pool[1]
    else:
        dead_tiles(t, tiles)
        tiles[0] &= t.pool[0]
        tiles[1] &= t.pool[1]
    while tiles[0] | tiles[1]:
        tile = next_tile(tiles)
        if (not can_place(t, tile)) if whole else tile >= t.tile:
            out[n] = SHOW_MOVE + tile
            n += 1
    if not whole or (t.tile == 0 and n < count_tiles(t.pool)):
        out[n] = SHOW_DONE
        n += 1
    return n


def list_chances(t, out):
    """Write the probabilities of chance's moves in their order; false where a player moves.

    An unseen tile is as likely in one unknown slot as in another and as in the bag."""
    moves: uint16_t[FRAMED]
    n: cython.int
    i: cython.int
    if t.kind != DRAWS and t.kind != SHOWS:
        return False
    n = list_moves(t, moves)
    if t.kind == DRAWS or n == 1:
        for i in range(n):
            out[i] = cython.cast(cython.float, 1) / n
    elif t.stage == EXCHANGING:
        chances_of_hand(t, n, moves[n - 1] == SHOW_DONE, out)
    else:
        chances_of_dead(t, n, out)
    return True


def chances_of_hand(t, n, open, out):
    """Whether all unknown slots hold tiles that cannot be placed, if that is `open`; each is as likely."""
    every: cython.float = 1
    hidden: cython.int = unknown_slots(t, t.mover)
    shown: cython.int = n - 1 if open else n
    i: cython.int
    if open:
        for i in range(hidden):
            every *= cython.cast(cython.float, shown - i) / (count_tiles(t.pool) - i)
        out[n - 1] = 1 - every
    for i in range(shown):
        out[i] = every / shown


def chances_of_dead(t, n, out):
    """The first dead tile, in ascending order, that an unknown slot holds; the last chance is that of none.
    Dead tiles that were passed over are known to be elsewhere."""
    none: cython.float = 1
    here: cython.float
    dead: uint64_t[2]
    hidden: cython.int = unknown_slots(t, t.mover)
    unseen: cython.int
    i: cython.int
    dead_tiles(t, dead)
    dead[0] &= t.pool[0]
    dead[1] &= t.pool[1]
    unseen = count_tiles(t.pool) - count_tiles(dead) + n - 1
    for i in range(n - 1):
        here = cython.cast(cython.float, hidden) / max(unseen - i, hidden + 1)
        out[i] = none * here
        none *= 1 - here
    out[n - 1] = none
