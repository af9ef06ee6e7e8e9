# cython: language_level=3, cdivision=True
"""Stones on the board of PolyClash: chains and their liberties, captures, random playouts.

Each chain has one of its stones for a name. Its pseudo-liberties (a liberty counts once for each line to it)
are one word, the sum of `weight` over them: their number, the sum of their points, and the sum of the
squares. So the word is 0 exactly for a captured chain, and number * weight(p) exactly when p is the only
liberty. `around` counts a point's neighbours: black ones from bit 0, white ones from bit 4, empty ones from
bit 8.

The point POINTS is off the board: rows of neighbours are filled up with it, and it stands for the chain of an
empty point. What is written there is never looked at.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.polyclash import stones`")


def clear(s, graph):
    """Make the empty board of zeroed memory."""
    p: cython.int
    for p in range(POINTS):
        s.open[p] = weight(p)
        s.around[p] = OPEN * graph.spot[p].degree
        s.chain[p] = POINTS
        s.empty[p] = p
        s.slot[p] = p
    s.chain[POINTS] = POINTS
    s.colour[POINTS] = BORDER
    s.empties = POINTS
    s.ko = POINTS


def ended(s):
    """Tell whether the game is over."""
    return s.passes >= 2 or s.plies >= MOST_PLIES


def put(s, graph, keys, p):
    """Play a legal stone of the mover on p."""
    settle(s, graph, p, s.side + 1, keys)
    turn(s, 0)


def skip(s):
    """Pass."""
    s.ko = POINTS
    turn(s, s.passes + 1)


def set_up(s, graph, keys, p, colour):
    """Put a stone on the empty point p and capture nothing."""
    occupy(s, graph, p, colour, keys)


def run(s, graph, rng):
    """Steps until the game is over."""
    own: Rng = rng[0]
    while not ended(s):
        advance(s, graph, cython.address(own))
    rng[0] = own


def step(s, graph, rng):
    """One ply of a playout, which is returned; POINTS is a pass. See PolyClash.playout."""
    return advance(s, graph, rng)


def seal(s, keys):
    """Make `key` hold again after steps, which keep none."""
    p: cython.int
    s.key = 0
    for p in range(POINTS):
        s.key ^= keys.stone[s.colour[p]][p]


def seal_chains(s, keys):
    """Make the keys of the chains hold again after steps."""
    p: cython.int
    for p in range(POINTS):
        s.chain_key[p] = 0
    for p in range(POINTS):
        s.chain_key[s.chain[p]] ^= keys.stone[s.colour[p]][p]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def turn(s: cython.pointer(Stones), passes: cython.int) -> cython.void:
    """End a ply."""
    s.passes = passes
    s.side ^= 1
    s.plies += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def stands(
    s: cython.pointer(Stones), at: cython.pointer(cython.const[Spot]), p: cython.int, colour: cython.int
) -> cython.bint:
    """Tell whether a stone on p, a point without empty neighbours, captures or joins a chain that lives. The
    chains lose their liberty on p for as long as it takes to see."""
    i: cython.int
    n: cython.int
    found: cython.bint = False
    for i in range(MOST_NEAR):
        s.liberties[s.chain[at.near[i]]] -= s.open[p]
    for i in range(MOST_NEAR):
        n = at.near[i]
        found |= ((s.colour[n] == colour) == (s.liberties[s.chain[n]] != 0)) & (n != POINTS)
    for i in range(MOST_NEAR):
        s.liberties[s.chain[at.near[i]]] += s.open[p]
    return found


def is_eye(s, at, foe):
    """Tell whether too few corners across are hostile to make a false eye of a point surrounded by one
    colour."""
    i: cython.int
    hostile: cython.int = 0
    for i in range(MOST_NEAR):
        hostile += s.colour[at.across[i]] == foe
    return hostile < at.spoilers


def choose(s, graph, rng):
    """A random play for a playout, or POINTS. Points found wanting go to the end
    of the list of empty points, so that none is tried twice."""
    left: cython.int = s.empties
    r: cython.int
    p: cython.int
    colour: cython.int = s.side + 1
    filled: cython.bint
    at: cython.pointer(cython.const[Spot])
    while left > 0:
        r = below(rng, left)
        p = s.empty[r]
        at = cython.address(graph.spot[p])
        if s.around[p] >= OPEN:
            return p
        filled = s.around[p] == at.degree << 4 * s.side and is_eye(s, at, 3 - colour)
        if p != s.ko and not filled and stands(s, at, p, colour):
            return p
        left -= 1
        s.empty[r] = s.empty[left]
        s.slot[s.empty[r]] = r
        s.empty[left] = p
        s.slot[p] = left
    return POINTS


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def occupy(
    s: cython.pointer(Stones),
    graph: cython.pointer(cython.const[Graph]),
    p: cython.int,
    colour: cython.int,
    keys: cython.pointer(cython.const[Keys]),
) -> uint64_t:
    """Put a stone on the empty point p and join it to its chain. Returns which neighbours, as bits, stand in
    a hostile chain without liberties. Without `keys` the keys of chains and stones are not kept."""
    near: cython.pointer(cython.const[int16_t]) = graph.spot[p].near
    step: uint16_t = (1 << 4 * (colour - 1)) - OPEN
    taken: uint64_t = s.open[p]
    gained: uint64_t = 0
    left: uint64_t
    own: uint64_t = 0
    dead: uint64_t = 0
    i: cython.int
    n: cython.int
    chain: cython.int
    s.colour[p] = colour
    s.open[p] = 0
    s.empties -= 1
    n = s.empty[s.empties]
    s.empty[s.slot[p]] = n
    s.slot[n] = s.slot[p]
    for i in range(MOST_NEAR):
        n = near[i]
        left = s.liberties[s.chain[n]] - taken
        s.liberties[s.chain[n]] = left
        s.around[n] += step
        gained += s.open[n]
        own |= cython.cast(uint64_t, s.colour[n] == colour) << i
        dead |= cython.cast(uint64_t, (s.colour[n] == 3 - colour) & (left == 0)) << i
    if keys != cython.NULL:
        s.key ^= keys.stone[colour][p]
        s.chain_key[p] = keys.stone[colour][p]
    if own == 0:
        s.chain[p] = p
        s.next[p] = p
        s.size[p] = 1
        s.liberties[p] = gained
        return dead
    chain = s.chain[near[lowest_bit(own)]]
    own &= own - 1
    s.chain[p] = chain
    s.next[p] = s.next[chain]
    s.next[chain] = p
    s.size[chain] += 1
    s.liberties[chain] += gained
    if keys != cython.NULL:
        s.chain_key[chain] ^= s.chain_key[p]
    while own:
        n = s.chain[near[lowest_bit(own)]]
        own &= own - 1
        if n != chain:
            if keys != cython.NULL:
                s.chain_key[n] ^= s.chain_key[chain]
                s.chain_key[chain] = s.chain_key[n]
            chain = merge(s, chain, n)
    return dead


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def merge(s: cython.pointer(Stones), a: cython.int, b: cython.int) -> cython.int:
    """Make one chain of two; the larger one gives the name, which is returned."""
    q: cython.int
    if s.size[a] < s.size[b]:
        a, b = b, a
    q = b
    while True:
        s.chain[q] = a
        q = s.next[q]
        if q == b:
            break
    q = s.next[a]
    s.next[a] = s.next[b]
    s.next[b] = q
    s.liberties[a] += s.liberties[b]
    s.size[a] += s.size[b]
    return a


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lift(
    s: cython.pointer(Stones), graph: cython.pointer(cython.const[Graph]), chain: cython.int
) -> cython.void:
    """Take a captured chain off the board."""
    step: uint16_t = OPEN - (1 << 4 * (s.colour[chain] - 1))
    q: cython.int = chain
    i: cython.int
    n: cython.int
    liberty: uint64_t
    while True:
        liberty = weight(q)
        for i in range(MOST_NEAR):
            n = graph.spot[q].near[i]
            s.around[n] += step
            s.liberties[s.chain[n]] += liberty
        s.colour[q] = EMPTY
        s.chain[q] = POINTS
        s.open[q] = liberty
        s.slot[q] = s.empties
        s.empty[s.empties] = q
        s.empties += 1
        q = s.next[q]
        if q == chain:
            break


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def settle(
    s: cython.pointer(Stones),
    graph: cython.pointer(cython.const[Graph]),
    p: cython.int,
    colour: cython.int,
    keys: cython.pointer(cython.const[Keys]),
) -> cython.void:
    """`occupy`, then capture the chains without a liberty, and mark the point that may not be retaken at
    once."""
    near: cython.pointer(cython.const[int16_t]) = graph.spot[p].near
    before: cython.int
    n: cython.int
    dead: uint64_t = occupy(s, graph, p, colour, keys)
    s.ko = POINTS
    if dead == 0:
        return
    before = s.empties
    while dead:
        n = near[lowest_bit(dead)]
        dead &= dead - 1
        if s.colour[n] == 3 - colour:
            if keys != cython.NULL:
                s.key ^= s.chain_key[s.chain[n]]
            lift(s, graph, s.chain[n])
    # Where the lone stone has a second liberty, playing on the captured point is suicide anyway.
    if s.empties == before + 1 and s.size[s.chain[p]] == 1:
        s.ko = s.empty[before]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def advance(
    s: cython.pointer(Stones), graph: cython.pointer(cython.const[Graph]), rng: cython.pointer(Rng)
) -> cython.int:
    """`step`, for the loop of `run`."""
    p: cython.int = choose(s, graph, rng)
    if p == POINTS:
        skip(s)
    else:
        settle(s, graph, p, s.side + 1, cython.NULL)
        turn(s, 0)
    return p
