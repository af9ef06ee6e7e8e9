# cython: language_level=3, cdivision=True
"""Audit of Acquire: random games in which every move is checked for tiles, shares and money.

108 tiles lie on the board, in hands, out of the game or in the bag, each once; 25 shares of a chain are held
by players or the bank; cash changes by purchases, sales, a founder's share, bonuses and the end alone.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.testing import acquire_audit`")

_FAULTS = ("", "tiles", "shares", "cash", "sizes")


def audit(rules: Acquire, games: cython.int, seed: uint64_t) -> tuple:
    """Play random games; returns the moves made, how many games ended early by the rules of a stalemate, and
    the first fault with its game, empty where there is none."""
    t: Table
    before: Table
    rng: Rng
    made: cython.longlong = 0
    stalemates: cython.int = 0
    move: cython.int
    game: cython.int
    fault: cython.int = 0
    seed_rng(cython.address(rng), seed)
    for game in range(games):
        start = rules.new_position()
        t = cython.cast(cython.pointer(Table), rules_state(start))[0]
        with cython.nogil:
            while t.kind != OVER and fault == 0:
                before = t
                move = random_move(cython.address(t), cython.address(rng))
                advance(cython.address(t), move)
                fault = first_fault(cython.address(before), move, cython.address(t))
                made += 1
        stalemates += t.kind == OVER and not before.called and move != END_MOVE
        if fault:
            return made, stalemates, f"{_FAULTS[fault]} in game {game}"
    return made, stalemates, ""


@cython.cfunc
def rules_state(position: Position) -> cython.p_void:
    return position.state


def first_fault(before, move, t):
    """The number of what is wrong after a move, 0 for nothing."""
    if not tiles_are_conserved(t):
        return 1
    if not shares_are_conserved(t):
        return 2
    if not money_is_explained(before, move, t):
        return 3
    return 0 if sizes_are_those_of_the_board(t) else 4


def tiles_are_conserved(t):
    """The places are disjoint, and together they are all tiles."""
    every: uint64_t[2]
    n: cython.int = count_tiles(t.pool) + count_tiles(t.out)
    tile: cython.int
    seat: cython.int
    slot: cython.int
    every[0] = t.pool[0] | t.out[0]
    every[1] = t.pool[1] | t.out[1]
    for tile in range(TILES):
        if t.cells[FRAME + tile]:
            add_tile(every, tile)
            n += 1
    for seat in range(t.players):
        for slot in range(t.held[seat]):
            add_tile(every, t.hands[seat][slot])
            n += 1
    return n == 108 and count_tiles(every) == 108 and t.bag == count_tiles(t.pool)


def shares_are_conserved(t):
    chain: cython.int
    seat: cython.int
    held: cython.int
    for chain in range(CHAINS):
        held = t.bank[chain]
        for seat in range(t.players):
            held += t.shares[seat][chain]
        if held != SHARES:
            return False
    return True


def money_is_explained(before, move, t):
    """What is left of a change of cash, the mover's own doing apart, are bonuses of a merger or the end."""
    last: Table = before[0]
    wanted: cython.int[SEATS]
    seat: cython.int
    rest: cython.int
    chain: cython.int
    bonus: cython.bint = before.queued > 0 or t.queued > 0
    if BUY_MOVE <= move < NO_MORE:
        chain = move - BUY_MOVE
        last.cash[last.mover] -= price_of(chain, last.size[chain])
        last.shares[last.mover][chain] += 1
    elif move >= GIVE_MOVE:
        chain = last.queue[last.at]
        last.cash[last.mover] += (move - GIVE_MOVE) // GIVE_ROW * price_of(chain, last.size[chain])
    elif before.kind == FOUNDS and before.house and before.bank[move - FOUND_MOVE] == 0:
        chain = move - FOUND_MOVE
        last.cash[last.mover] += price_of(chain, t.size[chain])
    settled(cython.address(last), wanted)
    for seat in range(t.players):
        rest = t.cash[seat] - last.cash[seat]
        if t.kind == OVER:
            if t.cash[seat] != wanted[seat]:
                return False
        elif rest < 0 or (rest > 0 and not bonus):
            return False
    return True


def sizes_are_those_of_the_board(t):
    chain: cython.int
    tile: cython.int
    n: cython.int
    for chain in range(CHAINS):
        n = 0
        for tile in range(TILES):
            n += t.cells[FRAME + tile] == 1 << chain
        if n != t.size[chain] or (t.active >> chain & 1) != (n > 0) or (t.safe >> chain & 1) != (n >= 11):
            return False
    return True
