# cython: language_level=3, cdivision=True
"""Tactics with the stones of PolyClash: atari, captures, saves, own eyes, and playouts that capture.

A chain is in atari when it has one liberty. It can come to that only by a stone next to it or by one of its
own, so a playout that looks at the chains around each stone played misses none.
"""

import cython
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.polyclash import threats`")


def last_liberty(s, chain):
    """The only liberty of a chain, or POINTS when it has others or none."""
    word: uint64_t = s.liberties[chain]
    lines: cython.int = word & 0xFFFF
    p: cython.int
    if lines == 0 or lines > MOST_NEAR:
        return POINTS
    p = cython.cast(cython.int, word >> 16 & 0xFFFFF) / lines
    return p if word == lines * weight(p) else POINTS


def find_threats(s, threats):
    """List the chains in atari."""
    p: cython.int
    threats.count[0] = 0
    threats.count[1] = 0
    memset(threats.listed, 0, cython.sizeof(threats.listed))
    for p in range(POINTS):
        if s.chain[p] == p:
            enlist(s, threats, p)


def capture(s, threats, rng):
    """The liberty of a random one of the opponent's chains in atari, unless the ko forbids it. POINTS when
    there is none."""
    foe: cython.int = s.side ^ 1
    left: cython.int = threats.count[foe]
    r: cython.int
    p: cython.int
    chain: cython.int
    while left > 0:
        r = below(rng, left)
        chain = threats.chain[foe][r]
        p = POINTS
        if s.colour[chain] == foe + 1 and s.chain[chain] == chain:
            p = last_liberty(s, chain)
        if p != POINTS and p != s.ko:
            return p
        left -= 1
        threats.chain[foe][r] = threats.chain[foe][left]
        threats.chain[foe][left] = chain
        if p == POINTS:
            threats.count[foe] -= 1
            threats.chain[foe][left] = threats.chain[foe][threats.count[foe]]
            threats.listed[foe][chain] = 0
    return POINTS


def judge(s, graph, p, out):
    """The effect of a stone of the mover on the empty point p."""
    near: cython.pointer(cython.const[int16_t]) = graph.spot[p].near
    own: uint64_t = 0
    left: uint64_t
    first: cython.bint
    chain: cython.int
    lines: cython.int
    i: cython.int
    j: cython.int
    out.captured = 0
    out.saved = 0
    out.chased = 0
    for i in range(MOST_NEAR):
        chain = s.chain[near[i]]
        if chain == POINTS:
            own += s.open[near[i]] if near[i] != POINTS else 0
            continue
        first = True
        lines = 0
        for j in range(MOST_NEAR):
            if s.chain[near[j]] == chain:
                lines += 1
                first &= j >= i
        if not first:
            continue
        left = s.liberties[chain] - lines * s.open[p]
        if s.colour[chain] == s.side + 1:
            own += left
            out.saved += s.size[chain] if left == 0 else 0
        elif left == 0:
            out.captured += s.size[chain]
        elif alone(left):
            out.chased += s.size[chain]
    out.exposed = out.captured == 0 and alone(own)


def hunt(s, graph, rng, policy, plies, log, room):
    """At most `plies` plies of a playout, plain or, with `policy`, as `pick_move` makes them but for the
    superko. The first `room` of them are logged, their number returned."""
    own: Rng = rng[0]
    threats: Threats
    made: cython.int = 0
    p: cython.int
    i: cython.int
    if policy:
        find_threats(s, cython.address(threats))
    while plies > 0 and not ended(s):
        p = POINTS
        if policy and threats.count[s.side ^ 1] and below(cython.address(own), 10) < CAPTURES_OF_TEN:
            p = capture(s, cython.address(threats), cython.address(own))
        if p == POINTS:
            p = choose(s, graph, cython.address(own))
        if made < room:
            log[made] = p | s.side << MOVER_SHIFT
            made += 1
        if p == POINTS:
            skip(s)
        else:
            put(s, graph, cython.NULL, p)
            if policy:
                enlist(s, cython.address(threats), s.chain[p])
                for i in range(MOST_NEAR):
                    if s.chain[graph.spot[p].near[i]] != POINTS:
                        enlist(s, cython.address(threats), s.chain[graph.spot[p].near[i]])
        plies -= 1
    rng[0] = own
    return made


def pick_move(s, graph, moves, n, rng):
    """The index of a move: with a probability of 0.8 one that captures, else any that fills no own eye."""
    threats: Threats
    sound: uint16_t[MOST_MOVES]
    count: cython.int = 0
    p: cython.int
    i: cython.int
    find_threats(s, cython.address(threats))
    if threats.count[s.side ^ 1] and below(rng, 10) < CAPTURES_OF_TEN:
        p = capture(s, cython.address(threats), rng)
        for i in range(n - 1):
            if moves[i] == p:
                return i
    for i in range(n - 1):
        if not fills_eye(s, graph, moves[i]):
            sound[count] = i
            count += 1
    return sound[below(rng, count)] if count else n - 1


def weigh(s, graph, share, moves, n, out):
    """The priors of the moves, the last of which is the pass."""
    deed: Deed
    sound: cython.bint = False
    p: cython.int
    i: cython.int
    for i in range(n - 1):
        p = moves[i]
        if fills_eye(s, graph, p):
            out[i] = 0.02
            continue
        judge(s, graph, p, cython.address(deed))
        out[i] = share[p] + 6 * deed.captured + 0.7 * deed.chased
        if deed.exposed:
            out[i] *= 0.1
        else:
            out[i] += 3 * deed.saved
            sound = True
    out[n - 1] = 0.01 if sound else 1
    normalise(out, n)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def alone(word: uint64_t) -> cython.bint:
    """Tell whether the word of a chain (see stones) stands for one liberty."""
    lines: cython.int = word & 0xFFFF
    total: uint64_t = word >> 16 & 0xFFFFF
    return lines > 0 and lines * (word >> 36) == total * total


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def enlist(
    s: cython.pointer(cython.const[Stones]), threats: cython.pointer(Threats), chain: cython.int
) -> cython.void:
    """List a chain if it is in atari and not listed."""
    side: cython.int = s.colour[chain] - 1
    if not threats.listed[side][chain] and last_liberty(s, chain) != POINTS:
        threats.listed[side][chain] = 1
        threats.chain[side][threats.count[side]] = chain
        threats.count[side] += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def fills_eye(
    s: cython.pointer(cython.const[Stones]), graph: cython.pointer(cython.const[Graph]), p: cython.int
) -> cython.bint:
    """Tell whether the empty point p is an eye of the mover."""
    at: cython.pointer(cython.const[Spot]) = cython.address(graph.spot[p])
    return s.around[p] == at.degree << 4 * s.side and is_eye(s, at, 2 - s.side)
