# cython: language_level=3, cdivision=True
"""Othello on 10x10: the same game over sets of 100 squares.

A set is two words of 50 bits, the upper five rows and the lower five; square 10 * row + column counts from
the top left. Texts, diagrams and results are those of the smaller boards.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.othello import othello10`")


class Othello10(DiscBoard):
    """The rules on 100 squares."""

    def __init__(self):
        self.set_size(10, 0, 10, PASS10)
        self.state_size = cython.sizeof(WideDiscs)

    def start(self, state):
        discs: cython.pointer(WideDiscs) = cython.cast(cython.pointer(WideDiscs), state)
        discs.p = union(square_set(45), square_set(54))
        discs.o = union(square_set(44), square_set(55))
        discs.mover = 0

    def mover(self, state):
        return cython.cast(cython.pointer(WideDiscs), state).mover

    def moves(self, state, out):
        discs: cython.pointer(WideDiscs) = cython.cast(cython.pointer(WideDiscs), state)
        squares: Wide = reach(discs.p, discs.o)
        n: cython.int = 0
        if (squares.low | squares.high) == 0:
            squares = reach(discs.o, discs.p)
            if (squares.low | squares.high) == 0:
                return 0
            out[0] = PASS10
            return 1
        while squares.low:
            out[n] = lowest_bit(squares.low)
            squares.low &= squares.low - 1
            n += 1
        while squares.high:
            out[n] = HALF + lowest_bit(squares.high)
            squares.high &= squares.high - 1
            n += 1
        return n

    def play(self, state, move):
        discs: cython.pointer(WideDiscs) = cython.cast(cython.pointer(WideDiscs), state)
        if move == PASS10:
            discs.p, discs.o = discs.o, discs.p
            discs.mover ^= 1
        else:
            put(discs, move)

    def over(self, state):
        discs: cython.pointer(WideDiscs) = cython.cast(cython.pointer(WideDiscs), state)
        mine: Wide = reach(discs.p, discs.o)
        theirs: Wide = reach(discs.o, discs.p)
        return (mine.low | mine.high | theirs.low | theirs.high) == 0

    def rewards(self, state, out):
        discs: cython.pointer(WideDiscs) = cython.cast(cython.pointer(WideDiscs), state)
        black: cython.int = size_of(discs.p) - size_of(discs.o)
        if discs.mover:
            black = -black
        out[0] = self.draw if black == 0 else black > 0
        out[1] = 1 - out[0]

    def key(self, state):
        discs: cython.pointer(WideDiscs) = cython.cast(cython.pointer(WideDiscs), state)
        high: uint64_t = scatter(discs.p.high ^ scatter(discs.o.high ^ scatter(discs.mover + 1)))
        return scatter(discs.p.low ^ scatter(discs.o.low ^ high))

    def playout(self, state, rng):
        discs: cython.pointer(WideDiscs) = cython.cast(cython.pointer(WideDiscs), state)
        stuck: cython.int = 0
        squares: Wide
        pick: cython.int
        low: cython.int
        while stuck < 2:
            squares = reach(discs.p, discs.o)
            low = popcount64(squares.low)
            pick = low + popcount64(squares.high)
            if pick == 0:
                stuck += 1
                self.play(state, PASS10)
                continue
            stuck = 0
            pick = below(rng, pick)
            put(discs, kth_bit(squares.low, pick) if pick < low else HALF + kth_bit(squares.high, pick - low))

    def margin(self, state):
        discs: cython.pointer(WideDiscs) = cython.cast(cython.pointer(WideDiscs), state)
        lead: cython.int = counted_lead(size_of(discs.p), size_of(discs.o), self.cells)
        return -lead if discs.mover else lead

    def disc_at(self, state, square):
        discs: cython.pointer(WideDiscs) = cython.cast(cython.pointer(WideDiscs), state)
        return has(discs.p, square) - has(discs.o, square)

    def mobility(self, state, move, out):
        after: WideDiscs = cython.cast(cython.pointer(WideDiscs), state)[0]
        self.play(cython.address(after), move)
        tell(reach(after.o, after.p), after.o, out, 0)
        tell(reach(after.p, after.o), after.p, out, 1)

    def perft(self, state, depth):
        return leaves(cython.cast(cython.pointer(WideDiscs), state), depth, COUNT_FINISHED)

    def count_leaves(
        self, position: Position, depth: cython.int, free_passes: cython.bint, finished: cython.bint
    ) -> int:
        rule: cython.int = (FREE_PASSES if free_passes else 0) + (COUNT_FINISHED if finished else 0)
        n: uint64_t
        discs: cython.pointer(WideDiscs) = cython.cast(cython.pointer(WideDiscs), self.view(position))
        with cython.nogil:
            n = leaves(discs, depth, rule)
        return n

    def discs(self, position: Position) -> tuple:
        discs: cython.pointer(WideDiscs) = cython.cast(cython.pointer(WideDiscs), self.view(position))
        mine: object = discs.p.high
        theirs: object = discs.o.high
        mine = mine << HALF | discs.p.low
        theirs = theirs << HALF | discs.o.low
        return (theirs, mine) if discs.mover else (mine, theirs)

    def place(self, black: object, white: object, mover: cython.int) -> Position:
        position: Position = Position(self)
        discs: cython.pointer(WideDiscs) = cython.cast(cython.pointer(WideDiscs), self.view(position))
        mine, theirs = (white, black) if mover else (black, white)
        below_half: object = (1 << 50) - 1
        discs.p.low, discs.p.high = mine & below_half, mine >> HALF
        discs.o.low, discs.o.high = theirs & below_half, theirs >> HALF
        discs.mover = mover
        return position


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def square_set(square: cython.int) -> Wide:
    """The set of one square."""
    only: Wide
    only.low = 0 if square >= HALF else cython.cast(uint64_t, 1) << square
    only.high = cython.cast(uint64_t, 1) << (square - HALF) if square >= HALF else 0
    return only


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def union(a: Wide, b: Wide) -> Wide:
    """The squares of either set."""
    both: Wide
    both.low = a.low | b.low
    both.high = a.high | b.high
    return both


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def size_of(a: Wide) -> cython.int:
    """The number of squares in the set."""
    return popcount64(a.low) + popcount64(a.high)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def has(a: Wide, square: cython.int) -> cython.int:
    """1 when the square is in the set, else 0."""
    return (a.high >> (square - HALF) if square >= HALF else a.low >> square) & 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def tell(replies: Wide, discs: Wide, out: cython.pointer(Mobility), side: cython.int) -> cython.void:
    """One side's part of the mobility."""
    out.replies[side] = size_of(replies)
    out.corners[side] = has(replies, 0) + has(replies, 9) + has(replies, 90) + has(replies, 99)
    out.discs[side] = size_of(discs)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def moved(a: Wide, by: cython.int) -> Wide:
    """The set with every square's number raised by `by` (any sign); what leaves the board is lost."""
    half: uint64_t = (cython.cast(uint64_t, 1) << HALF) - 1
    result: Wide
    if by > 0:
        result.low = (a.low << by) & half
        result.high = ((a.high << by) | (a.low >> (HALF - by))) & half
    else:
        result.low = ((a.low >> -by) | (a.high << (HALF + by))) & half
        result.high = a.high >> -by
    return result


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def run(start: Wide, through: Wide, by: cython.int) -> Wide:
    """The squares of `through` that stand in an unbroken line from a square of `start` in one direction."""
    line: Wide = moved(start, by)
    pair: Wide = moved(through, by)
    step: Wide
    line.low &= through.low
    line.high &= through.high
    pair.low &= through.low
    pair.high &= through.high
    step = moved(line, by)
    line.low |= step.low & through.low
    line.high |= step.high & through.high
    for _ in range(3):
        step = moved(line, 2 * by)
        line.low |= step.low & pair.low
        line.high |= step.high & pair.high
    return line


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def inner(o: Wide) -> Wide:
    """The set without the outer columns, which no line along a row or a diagonal goes through."""
    columns: uint64_t = cython.cast(uint64_t, 0x1FE7F9FE7F9FE)
    part: Wide
    part.low = o.low & columns
    part.high = o.high & columns
    return part


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def reach(p: Wide, o: Wide) -> Wide:
    """The squares where `p` turns at least one disc of `o`."""
    sides: Wide = inner(o)
    found: Wide
    found.low = 0
    found.high = 0
    found = union(found, moved(run(p, sides, 1), 1))
    found = union(found, moved(run(p, sides, -1), -1))
    found = union(found, moved(run(p, sides, 9), 9))
    found = union(found, moved(run(p, sides, -9), -9))
    found = union(found, moved(run(p, sides, 11), 11))
    found = union(found, moved(run(p, sides, -11), -11))
    found = union(found, moved(run(p, o, 10), 10))
    found = union(found, moved(run(p, o, -10), -10))
    found.low &= ~(p.low | o.low)
    found.high &= ~(p.high | o.high)
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def held(p: Wide, start: Wide, through: Wide, by: cython.int) -> Wide:
    """The run from `start` when a disc of `p` stands at its end, else nothing."""
    line: Wide = run(start, through, by)
    end: Wide = moved(line, by)
    keep: uint64_t = 0
    if (end.low & p.low) | (end.high & p.high):
        keep = ~keep
    line.low &= keep
    line.high &= keep
    return line


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put(discs: cython.pointer(WideDiscs), square: cython.int) -> cython.void:
    """The mover's disc on an empty square with all it turns; then the other side is to move."""
    p: Wide = discs.p
    o: Wide = discs.o
    placed: Wide = square_set(square)
    sides: Wide = inner(o)
    turned: Wide = held(p, placed, sides, 1)
    turned = union(turned, held(p, placed, sides, -1))
    turned = union(turned, held(p, placed, sides, 9))
    turned = union(turned, held(p, placed, sides, -9))
    turned = union(turned, held(p, placed, sides, 11))
    turned = union(turned, held(p, placed, sides, -11))
    turned = union(turned, held(p, placed, o, 10))
    turned = union(turned, held(p, placed, o, -10))
    discs.p.low = o.low ^ turned.low
    discs.p.high = o.high ^ turned.high
    discs.o.low = p.low ^ turned.low ^ placed.low
    discs.o.high = p.high ^ turned.high ^ placed.high
    discs.mover ^= 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def leaves(discs: cython.pointer(WideDiscs), depth: cython.int, rule: cython.int) -> uint64_t:
    """Leaves `depth` plies below, bulk counted, as in othello."""
    squares: Wide = reach(discs.p, discs.o)
    after: WideDiscs = discs[0]
    total: uint64_t = 0
    square: cython.int
    if depth == 0:
        return 1
    if size_of(squares) == 0:
        if size_of(reach(discs.o, discs.p)) == 0:
            return (rule & COUNT_FINISHED) != 0
        after.p, after.o = discs.o, discs.p
        return leaves(cython.address(after), depth if rule & FREE_PASSES else depth - 1, rule)
    if depth == 1:
        return size_of(squares)
    while squares.low | squares.high:
        if squares.low:
            square = lowest_bit(squares.low)
            squares.low &= squares.low - 1
        else:
            square = HALF + lowest_bit(squares.high)
            squares.high &= squares.high - 1
        after = discs[0]
        put(cython.address(after), square)
        total += leaves(cython.address(after), depth - 1, rule)
    return total
