# cython: language_level=3, cdivision=True
"""Draws of Acquire: the deal, the end of a turn with its dead tiles, and how the next turn begins."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.acquire import draws`")


def end_game(t):
    settle(t)
    t.kind = OVER
    t.stage = t.need = t.mover = t.called = t.idle = 0


def wait_for_draws(t, stage, need):
    """Let the mover draw, as long as the bag lasts."""
    t.kind = DRAWS
    t.stage = stage
    t.need = min(need, t.bag)


def begin_deal(t):
    """Six tiles for each seat, one seat after the other; at once where the eyes of the position see none."""
    t.mover = 0
    wait_for_draws(t, DEALING, HAND)
    if t.eyes != EYES_ALL:
        deal_unseen(t)


def deal_unseen(t):
    """Deal what is left of the deal face down."""
    seat: cython.int
    for seat in range(t.mover, t.players):
        while t.held[seat] < HAND:
            t.hands[seat][t.held[seat]] = UNKNOWN
            t.held[seat] += 1
            t.bag -= 1
    begin_turn(t, t.turn)


def draw(t, tile):
    """The mover draws a tile, UNKNOWN where it is not seen."""
    seat: cython.int = t.mover
    t.bag -= 1
    if tile != UNKNOWN:
        drop_tile(t.pool, tile)
    if t.stage == LAYING:
        lay_first(t, tile)
        return
    t.hands[seat][t.held[seat]] = tile
    t.held[seat] += 1
    t.idle = 0
    t.need -= 1
    if t.need:
        return
    if t.stage == DEALING:
        if seat + 1 < t.players:
            t.mover = seat + 1
            t.need = HAND
        else:
            begin_turn(t, t.turn)
    elif t.stage == EXCHANGING:
        begin_turn(t, seat)
    elif t.stage == REPLACING and not t.house:
        t.barred[seat][0] = t.barred[seat][1] = 0
        begin_turn(t, next_seat(t, seat))
    else:
        replace_dead(t)


def lay_first(t, tile):
    """Lay a tile before the deal. Whoever is nearest to 1A, row before column, has the first turn."""
    t.cells[FRAME + tile] = LONE
    if t.mover == 0 or tile < t.tile:
        t.tile = tile
        t.turn = t.mover
    t.mover += 1
    if t.mover == t.players:
        t.tile = 0
        begin_deal(t)


def replace_dead(t):
    """Throw out the dead tiles of the player on turn and let him draw as many: once a turn, under the rules
    of the house until none is left. With an empty bag they stay."""
    dead: uint64_t[2]
    if t.bag and t.safe & (t.safe - 1):
        if t.eyes != EYES_ALL and unknown_slots(t, t.turn):
            dead_tiles(t, dead)
            dead[0] &= t.pool[0]
            dead[1] &= t.pool[1]
            if dead[0] | dead[1]:
                t.kind = SHOWS
                t.stage = REPLACING
                return
        throw_dead(t)
    else:
        end_turn(t)


def throw_dead(t):
    """Throw out the dead tiles that are seen in the hand on turn."""
    slot: cython.int = 0
    thrown: cython.int = 0
    while slot < t.held[t.turn]:
        tile: cython.int = t.hands[t.turn][slot]
        if tile != UNKNOWN and is_dead(t, tile):
            add_tile(t.out, tile)
            leave_slot(t, t.turn, slot)
            thrown += 1
        else:
            slot += 1
    if thrown:
        wait_for_draws(t, REPLACING, thrown)
    else:
        end_turn(t)


def end_turn(t):
    """Pass the turn on. A hand that was looked through for dead tiles holds none; the last tile of the bag
    may be one."""
    seat: cython.int = t.turn
    if not t.sampled and t.bag:
        dead_tiles(t, t.barred[seat])
    elif not t.sampled and t.stage:
        t.barred[seat][0] = t.barred[seat][1] = 0
    begin_turn(t, next_seat(t, seat))


def begin_turn(t, seat):
    """Begin a turn, or what is left of it after an exchange: with a tile, or without one with the purchase.

    The game is over when the bag is empty and nobody can place a tile, and when nothing was laid or drawn in
    a whole round: nothing would ever change again."""
    slot: cython.int
    hidden: cython.int = 0
    t.turn = t.mover = seat
    t.stage = t.need = 0
    if t.idle >= t.players or (t.bag == 0 and not someone_can_place(t)):
        end_game(t)
        return
    t.kind = PLACES
    for slot in range(t.held[seat]):
        if t.hands[seat][slot] == UNKNOWN:
            hidden += 1
        elif can_place(t, t.hands[seat][slot]):
            return
    if t.held[seat] == 0:
        begin_without_tile(t)
    elif hidden == 0:
        exchange(t)
    elif hidden <= count_unplaceable(t):
        t.kind = SHOWS
        t.stage = EXCHANGING


def begin_without_tile(t):
    t.idle += 1
    begin_purchase(t)


def exchange(t):
    """No tile of the hand can be placed: it is shown. The house throws all of it out and lets the player draw
    up to six; by the published rules he goes on without a tile."""
    seat: cython.int = t.turn
    slot: cython.int
    if not t.house:
        # In one order for all, whoever saw the tiles come.
        sort_hand(t, seat)
        t.revealed[seat] = (1 << t.held[seat]) - 1
        begin_without_tile(t)
        return
    for slot in range(t.held[seat]):
        add_tile(t.out, t.hands[seat][slot])
        t.hands[seat][slot] = 0
    t.held[seat] = t.revealed[seat] = 0
    t.barred[seat][0] = t.barred[seat][1] = 0
    if t.bag:
        wait_for_draws(t, EXCHANGING, HAND)
    else:
        begin_turn(t, seat)


def sort_hand(t, seat):
    i: cython.int
    j: cython.int
    for i in range(1, t.held[seat]):
        tile: uint8_t = t.hands[seat][i]
        j = i
        while j > 0 and t.hands[seat][j - 1] > tile:
            t.hands[seat][j] = t.hands[seat][j - 1]
            j -= 1
        t.hands[seat][j] = tile


def show(t, tile):
    """A tile that the eyes of the position did not see is shown. Dead ones are shown in ascending order."""
    drop_tile(t.pool, tile)
    t.hands[t.mover][slot_of(t, t.mover, UNKNOWN)] = tile
    t.tile = tile + 1
    if unknown_slots(t, t.mover) == 0:
        end_show(t)


def end_show(t):
    """Nothing more is shown."""
    slot: cython.int
    t.tile = 0
    if t.stage == REPLACING:
        throw_dead(t)
        return
    t.kind = PLACES
    t.stage = 0
    for slot in range(t.held[t.turn]):
        if t.hands[t.turn][slot] == UNKNOWN or can_place(t, t.hands[t.turn][slot]):
            return
    exchange(t)


def dead_tiles(t, out):
    """Write the set of the empty cells that touch two safe chains."""
    tile: cython.int
    out[0] = out[1] = 0
    if t.safe & (t.safe - 1):
        for tile in range(TILES):
            if t.cells[FRAME + tile] == 0 and tile % WIDTH != WIDTH - 1 and is_dead(t, tile):
                add_tile(out, tile)


def someone_can_place(t):
    """Whether any hand holds a tile that can be placed, the bag being empty: unseen tiles are in hands."""
    seat: cython.int
    slot: cython.int
    if count_unplaceable(t) < count_tiles(t.pool):
        return True
    for seat in range(t.players):
        for slot in range(t.held[seat]):
            if t.hands[seat][slot] != UNKNOWN and can_place(t, t.hands[seat][slot]):
                return True
    return False


def count_unplaceable(t):
    """The number of unseen tiles that cannot be placed."""
    left: uint64_t[2]
    n: cython.int = 0
    left[0] = t.pool[0]
    left[1] = t.pool[1]
    while left[0] | left[1]:
        n += not can_place(t, next_tile(left))
    return n
