# cython: language_level=3, cdivision=True
"""Hidden tiles of Acquire: keys of what is known, and guesses at what is not.

Everybody sees the board, the money and the shares, how many tiles each hand and the bag hold, and the tiles
that were shown. A player sees his hand besides.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.acquire import hidden`")


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mixed(key: uint64_t, word: uint64_t) -> uint64_t:
    key = (key ^ word) * cython.cast(uint64_t, 0x9E3779B97F4A7C15)
    return key ^ (key >> 32)


def public_key(t):
    """A key of what everybody sees. Four chains of products, as one would wait for itself at every word."""
    word: cython.pointer(cython.const[uint64_t]) = cython.cast(cython.pointer(uint64_t), t)
    a: uint64_t = 1
    b: uint64_t = 2
    c: uint64_t = 3
    d: uint64_t = 4
    i: cython.int
    seat: cython.int
    for i in range(0, PUBLIC_WORDS - 3, 4):
        a = mixed(a, word[i])
        b = mixed(b, word[i + 1])
        c = mixed(c, word[i + 2])
        d = mixed(d, word[i + 3])
    for i in range(PUBLIC_WORDS & ~3, PUBLIC_WORDS):
        a = mixed(a, word[i])
    if cython.cast(cython.pointer(uint64_t), t.revealed)[0]:
        for seat in range(t.players):
            b = mixed(b, seen_slots(t, seat))
    return scatter(a + 3 * scatter(b) + 5 * scatter(c + 7 * scatter(d)))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def seen_slots(t: cython.pointer(cython.const[Table]), seat: cython.int) -> uint64_t:
    """The tiles of a hand that everybody has seen, with their slots."""
    found: uint64_t = 0
    slot: cython.int
    for slot in range(t.held[seat]):
        if t.revealed[seat] >> slot & 1:
            found |= cython.cast(uint64_t, t.hands[seat][slot] + 1) << 8 * slot
    return found


def player_key(t, player):
    """A key of what a player sees."""
    return mixed(public_key(t), cython.cast(cython.pointer(uint64_t), t.hands[player])[0] + player + 1)


def whole_key(t):
    """A key of everything the rest of the game depends on."""
    key: uint64_t = mixed(mixed(public_key(t), t.pool[0]), t.pool[1])
    seat: cython.int
    for seat in range(t.players):
        key = mixed(key, cython.cast(cython.pointer(uint64_t), t.hands[seat])[0])
    return scatter(key + t.eyes)


def cover(t, player):
    """Put the tiles that a player does not see back among the unseen ones; his own stay."""
    seat: cython.int
    slot: cython.int
    for seat in range(t.players):
        if seat == player:
            continue
        for slot in range(t.held[seat]):
            if t.hands[seat][slot] != UNKNOWN and not t.revealed[seat] >> slot & 1:
                add_tile(t.pool, t.hands[seat][slot])
                t.hands[seat][slot] = UNKNOWN


def hide(t, player):
    """Make the table what a player sees of it. A deal under way is over for him: his hand is told apart."""
    cover(t, player)
    t.eyes = player
    t.sampled = False
    if t.kind == DRAWS and t.stage == DEALING:
        deal_unseen(t)


def guess(t, player, rng):
    """Deal unseen tiles to all unknown slots, every deal that is possible being as likely. Nothing but what
    the player sees counts.

    A hand does not hold the tiles that are barred from it. Whose turn has ended most lately is barred from
    most, and his tiles are drawn first: then the number of choices left never depends on those made."""
    done: cython.int = 0
    seat: cython.int
    next_one: cython.int
    most: cython.int
    barred: cython.int
    cover(t, player)
    while done < (1 << t.players) - 1:
        next_one = -1
        most = -1
        for seat in range(t.players):
            barred = count_tiles(t.barred[seat])
            if not done >> seat & 1 and barred > most:
                next_one = seat
                most = barred
        done |= 1 << next_one
        if unknown_slots(t, next_one):
            guess_hand(t, next_one, rng)
    t.eyes = EYES_ALL
    t.sampled = True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def guess_hand(t: cython.pointer(Table), seat: cython.int, rng: cython.pointer(Rng)) -> cython.void:
    """Deal the unknown slots of a hand, in ascending order of tiles. Whoever is about to place a tile can."""
    free: uint64_t[2]
    left: uint64_t[2]
    dealt: uint64_t[2]
    hidden: cython.int = unknown_slots(t, seat)
    slot: cython.int
    free[0] = t.pool[0] & ~t.barred[seat][0]
    free[1] = t.pool[1] & ~t.barred[seat][1]
    if count_tiles(free) < hidden:
        free[0] = t.pool[0]
        free[1] = t.pool[1]
    for _ in range(TRIES):
        left[0] = free[0]
        left[1] = free[1]
        draw_some(left, dealt, hidden, rng)
        if t.kind != PLACES or seat != t.mover or fits(t, dealt):
            break
    else:
        put_one_that_fits(t, left, dealt)
    t.pool[0] &= ~dealt[0]
    t.pool[1] &= ~dealt[1]
    for slot in range(t.held[seat]):
        if t.hands[seat][slot] == UNKNOWN:
            t.hands[seat][slot] = next_tile(dealt)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_some(
    left: cython.pointer(uint64_t), dealt: cython.pointer(uint64_t), n: cython.int, rng: cython.pointer(Rng)
) -> cython.void:
    """Move random tiles from one set to another, which is empty before."""
    tile: cython.int
    dealt[0] = dealt[1] = 0
    for _ in range(n):
        tile = random_tile(left, rng)
        drop_tile(left, tile)
        add_tile(dealt, tile)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_one_that_fits(
    t: cython.pointer(cython.const[Table]), left: cython.pointer(uint64_t), dealt: cython.pointer(uint64_t)
) -> cython.void:
    """Exchange a tile of those dealt for the first of those left that can be placed."""
    tile: cython.int
    while left[0] | left[1]:
        tile = next_tile(left)
        if can_place(t, tile):
            next_tile(dealt)
            add_tile(dealt, tile)
            return


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fits(
    t: cython.pointer(cython.const[Table]), dealt: cython.pointer(cython.const[uint64_t])
) -> cython.bint:
    """Whether the mover can place a tile of those dealt to him or of those known."""
    tiles: uint64_t[2]
    slot: cython.int
    tiles[0] = dealt[0]
    tiles[1] = dealt[1]
    while tiles[0] | tiles[1]:
        if can_place(t, next_tile(tiles)):
            return True
    for slot in range(t.held[t.mover]):
        if t.hands[t.mover][slot] != UNKNOWN and can_place(t, t.hands[t.mover][slot]):
            return True
    return False
