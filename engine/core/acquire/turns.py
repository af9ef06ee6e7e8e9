# cython: language_level=3, cdivision=True
"""Course of a turn of Acquire: each move and what follows up to the next decision or draw.

A turn is a tile, which may found a chain or merge several, then a purchase, then the draw. `advance` makes
one move, legal as the caller answers for; the state it leaves says in `kind` and `mover` what is next.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.acquire import turns`")


def set_up(t, players, house):
    """Fill a zeroed table with the beginning of a game."""
    tile: cython.int
    seat: cython.int
    chain: cython.int
    t.players = players
    t.house = house
    t.eyes = EYES_ALL
    t.bag = 108
    for tile in range(TILES):
        if tile % WIDTH != WIDTH - 1:
            add_tile(t.pool, tile)
    for seat in range(players):
        t.cash[seat] = 60
    for chain in range(CHAINS):
        t.bank[chain] = SHARES
    if house:
        begin_deal(t)
    else:
        wait_for_draws(t, LAYING, 1)


def advance(t, move):
    """Make a move, a player's or chance's."""
    if move < FOUND_MOVE:
        place(t, move)
    elif move >= GIVE_MOVE:
        give(t, (move - GIVE_MOVE) // GIVE_ROW, 2 * ((move - GIVE_MOVE) % GIVE_ROW))
    elif BUY_MOVE <= move < NO_MORE:
        pick(t, move - BUY_MOVE)
    elif move == NO_MORE:
        end_purchase(t)
    elif DRAW_MOVE <= move <= DRAW_UNKNOWN:
        draw(t, UNKNOWN if move == DRAW_UNKNOWN else move - DRAW_MOVE)
    elif move < SURVIVE_MOVE:
        found(t, move - FOUND_MOVE)
    elif move < ORDER_MOVE:
        choose_survivor(t, move - SURVIVE_MOVE)
    elif move < BUY_MOVE:
        choose_next(t, move - ORDER_MOVE)
    elif move == END_MOVE:
        call_end(t)
    elif move == SHOW_DONE:
        end_show(t)
    else:
        show(t, move - SHOW_MOVE)


def place(t, tile):
    """Place a tile of the mover's hand, or one that the eyes of the position did not see there."""
    beside: cython.int = touched(t, tile)
    chains: cython.int = beside & EVERY_CHAIN
    slot: cython.int = slot_of(t, t.mover, tile)
    if slot < 0:
        slot = slot_of(t, t.mover, UNKNOWN)
        drop_tile(t.pool, tile)
    leave_slot(t, t.mover, slot)
    t.idle = 0
    t.cells[FRAME + tile] = LONE
    if beside == 0:
        begin_purchase(t)
    elif chains == 0:
        t.tile = tile
        t.kind = FOUNDS
    elif chains & (chains - 1):
        t.tile = tile
        begin_merger(t, chains)
    else:
        chain: cython.int = popcount64(chains - 1)
        set_size(t, chain, t.size[chain] + absorb(t, tile, chains))
        begin_purchase(t)


def found(t, chain):
    """Found a chain. The founder gets a share; if the bank has none, the house pays its price."""
    set_size(t, chain, absorb(t, t.tile, 1 << chain))
    if t.bank[chain]:
        t.bank[chain] -= 1
        t.shares[t.mover][chain] += 1
    elif t.house:
        t.cash[t.mover] += price_of(chain, t.size[chain])
    t.tile = 0
    begin_purchase(t)


def buy_options(t):
    """The chains of which the mover may pick a share now, as bits."""
    cash: cython.int = t.cash[t.mover]
    options: cython.int = 0
    chain: cython.int
    for chain in range(t.least, CHAINS):
        if t.active >> chain & 1 and t.bank[chain] and price_of(chain, t.size[chain]) <= cash:
            options |= 1 << chain
    return options


def pick(t, chain):
    """Buy a share; the purchase ends with the third, and when nothing more can be picked."""
    t.cash[t.mover] -= price_of(chain, t.size[chain])
    t.bank[chain] -= 1
    t.shares[t.mover][chain] += 1
    t.picks += 1
    t.least = chain
    if t.picks == MOST_PICKS or not buy_options(t):
        end_purchase(t)


def end_purchase(t):
    """End the purchase, and with it the turn but for the draw."""
    t.picks = t.least = 0
    if t.called:
        end_game(t)
    elif t.bag and t.held[t.turn] < HAND:
        wait_for_draws(t, REFILLING, 1)
    else:
        replace_dead(t)


def call_end(t):
    """Call the end: after this turn, under the rules of the house at once."""
    t.called = True
    if t.house:
        end_game(t)
